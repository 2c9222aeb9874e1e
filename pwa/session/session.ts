import { atom, getDefaultStore, type createStore } from 'jotai'
import { atomWithStorage } from 'jotai/utils'
import type { User } from '#sync/protocol/staff/person.ts'
import type { RoleCode } from '#sync/protocol/roles.ts'
import { createSession } from '#sync/till/session.ts'
import { queries } from '../lib/queries.ts'
import { createListeners } from '#sync/till/listeners.ts'

/**
 * The signed-in user of this browser. Kept through reloads and offline, because an expired session never stops selling.
 */
export interface SignedIn {
  id: number
  name: string
  role_code: RoleCode
}

const kept = atomWithStorage<SignedIn | null>('signed_in', null, undefined, { getOnInit: true })
const guest = atomWithStorage('guest', false, undefined, { getOnInit: true })
const store = getDefaultStore()

/** Read-only: signing in and out changes it. */
export const signedIn = atom(get => get(kept))

/** The one session of this page. Its token is only in memory and comes from the httpOnly refresh cookie. */
export const session = createSession()
session.subscribe(() => {
  const user = session.user()
  if (user) store.set(kept, keep(user))
})

/** Whose page it is: 'user 7', 'guest', or nobody's yet. */
export const visitor = atom(get => {
  const user = get(kept)
  return user ? `user ${user.id}` : get(guest) ? 'guest' : null
})

/** For the server, which draws a page for somebody without knowing who: a guest, until the browser says otherwise. */
export const takeForSomebody = (drawn: ReturnType<typeof createStore>): void => drawn.set(guest, true)

/** A user or guest has used this browser: the cookie may be good for a token. */
export const isKnown = () => store.get(kept) !== null || store.get(guest)
export const isGuest = () => store.get(kept) === null && store.get(guest)

/** From now on this page belongs to this person; replies read for another are deleted. */
export function welcome(token: string, user: User): void {
  queries.clear()
  store.set(guest, false)
  store.set(kept, keep(user))
  session.accept(token, user)
}

/** Restores the user who was signed in when the browser was killed; the cookie tells whether the server agrees. */
export const welcomeBack = (person: SignedIn): void => store.set(kept, person)

export const rename = (name: string): void => store.set(kept, person => person && { ...person, name })

export function welcomeGuest(token: string): void {
  session.accept(token)
  store.set(guest, true)
}

const leavings = createListeners()

/** Registers the deletion of a person's data when their session ends. */
export const whenForgotten = (clear: () => void) => void leavings.subscribe(clear)

/** Ends the session: deletes everything of it in this browser except the till's own databases. */
export function forget(): void {
  leavings.tell()
  session.forget()
  store.set(kept, null)
  store.set(guest, false)
  queries.clear()
}

const keep = ({ id, name, role_code }: User): SignedIn => ({ id, name, role_code })
