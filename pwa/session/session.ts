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

/** What a person is called where there is little room. */
export const firstName = ({ name }: Pick<SignedIn, 'name'>) => name.split(' ')[0]!

const kept = atomWithStorage<SignedIn | null>('signed_in', null, undefined, { getOnInit: true })
/** Whose session this browser has; null for a guest's, and where an older build did not say. */
const sessionOf = atomWithStorage<number | null>('session_of', null, undefined, { getOnInit: true })
const guest = atomWithStorage('guest', false, undefined, { getOnInit: true })
const store = getDefaultStore()

/** Read-only: signing in and out changes it. */
export const signedIn = atom(get => get(kept))

/** Somebody stands at the till by their PIN, and the session is another person's: it waits for that person. */
export const isResting = atom(get => {
  const [user, owner] = [get(kept), get(sessionOf)]
  return user !== null && owner !== null && owner !== user.id
})

/**
 * The one session of this page. Its token is only in memory and comes from the httpOnly refresh cookie. Nobody but its
 * owner uses it.
 */
export const session = createSession(owner => {
  const user = store.get(kept)
  return store.get(isResting) || (user !== null && owner !== null && owner.id !== user.id)
})
session.subscribe(() => {
  const user = session.owner()
  if (!user || store.get(isResting)) return
  store.set(sessionOf, user.id)
  store.set(kept, keep(user))
})

/** Rises when somebody takes over from another person, in every tab: screens begin again for them. */
const turns = atomWithStorage('turns', 0, undefined, { getOnInit: true })
export const turn = atom(get => get(turns))
if (typeof window !== 'undefined') {
  store.sub(isResting, () => {}) // what is not watched does not hear of other tabs
  store.sub(turns, () => queries.clear())
}

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
  const before = store.get(kept)
  queries.clear()
  store.set(guest, false)
  store.set(sessionOf, user.id)
  store.set(kept, keep(user))
  session.accept(token, user)
  if (before && before.id !== user.id) endTurn()
}

/**
 * Restores the user who was here when the browser was killed; the cookie tells whether the server agrees. `session_of`:
 * whose session it is.
 */
export function welcomeBack(person: SignedIn, session_of: number | null = person.id): void {
  store.set(sessionOf, session_of)
  store.set(kept, person)
}

/**
 * This person stands at the till from now on, by their PIN. The session of whoever signed in rests until that person is
 * back, and nothing of the person before stays in this browser but the till's own databases.
 */
export function standIn({ id, name, role_code }: SignedIn): void {
  if (store.get(sessionOf) === null) store.set(sessionOf, store.get(kept)?.id ?? null)
  store.set(kept, { id, name, role_code })
  queries.clear()
  endTurn()
}

/** Nothing of the person before stays on the screens, in any tab. */
function endTurn(): void {
  leavings.tell()
  store.set(turns, count => count + 1)
}

export const rename = (name: string): void => store.set(kept, person => person && { ...person, name })

export function welcomeGuest(token: string): void {
  session.accept(token)
  store.set(guest, true)
}

const leavings = createListeners()

/** Registers the deletion of a person's data when their session ends. */
export const whenForgotten = (clear: () => void) => void leavings.subscribe(clear)

const arrivals = new Set<(user: User) => Promise<void>>()

/** Registers what is noted of each sign-in before the page goes on. */
export const whenSignedIn = (note: (user: User) => Promise<void>) => void arrivals.add(note)
export const noteSignIn = async (user: User): Promise<void> =>
  void (await Promise.all([...arrivals].map(note => note(user))))

/** Ends the session: deletes everything of it in this browser except the till's own databases. */
export function forget(): void {
  leavings.tell()
  session.forget()
  store.set(kept, null)
  store.set(sessionOf, null)
  store.set(guest, false)
  queries.clear()
}

const keep = ({ id, name, role_code }: User): SignedIn => ({ id, name, role_code })
