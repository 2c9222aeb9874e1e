import { atom, getDefaultStore, type createStore } from 'jotai'
import { atomWithStorage } from 'jotai/utils'
import type { User } from '#sync/protocol/staff/person.ts'
import type { RoleCode } from '#sync/protocol/roles.ts'
import { createSession } from '#sync/till/session.ts'
import { queries } from '../lib/queries.ts'
import { createListeners } from '#sync/till/listeners.ts'

/**
 * Who is signed in at this browser. Kept through reloads and while offline, since an expired session never stops
 * selling.
 */
export interface SignedIn {
  id: number
  name: string
  role_code: RoleCode
}

const kept = atomWithStorage<SignedIn | null>('signed_in', null, undefined, { getOnInit: true })
const guest = atomWithStorage('guest', false, undefined, { getOnInit: true })
const store = getDefaultStore()

/** Reads who is signed in; signing in and out changes it. */
export const signedIn = atom(get => get(kept))

/** The one session of this page. Its token lives in memory only and comes by the httpOnly refresh cookie. */
export const session = createSession()
session.subscribe(() => {
  const user = session.user()
  if (user) store.set(kept, keep(user))
})

/** Whose the page is: 'user 7', 'guest', or nobody's as yet. */
export const visitor = atom(get => {
  const user = get(kept)
  return user ? `user ${user.id}` : get(guest) ? 'guest' : null
})

/**
 * For the server, which draws a page for somebody without knowing who: until the browser says so they are a guest like
 * any other.
 */
export const takeForSomebody = (drawn: ReturnType<typeof createStore>): void => drawn.set(guest, true)

/** Somebody signed in, or a guest, was here with this browser: the cookie may be good for a token. */
export const isKnown = () => store.get(kept) !== null || store.get(guest)
export const isGuest = () => store.get(kept) === null && store.get(guest)

/** From now on this page is this person's; what was read for another is gone. */
export function welcome(token: string, user: User): void {
  queries.clear()
  store.set(guest, false)
  store.set(kept, keep(user))
  session.accept(token, user)
}

/** Takes up again who was signed in when the browser was killed; the cookie says whether the server agrees. */
export const welcomeBack = (person: SignedIn): void => store.set(kept, person)

/** They are called otherwise from now on. */
export const rename = (name: string): void => store.set(kept, person => person && { ...person, name })

export function welcomeGuest(token: string): void {
  session.accept(token)
  store.set(guest, true)
}

const leavings = createListeners()

/** Has something of a person's taken away when their session is over. */
export const whenForgotten = (clear: () => void) => void leavings.subscribe(clear)

/** The session is over: nothing of it stays in this browser but the till's own databases. */
export function forget(): void {
  leavings.tell()
  session.forget()
  store.set(kept, null)
  store.set(guest, false)
  queries.clear()
}

const keep = ({ id, name, role_code }: User): SignedIn => ({ id, name, role_code })
