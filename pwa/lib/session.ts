import { atom, getDefaultStore } from 'jotai'
import { atomWithStorage } from 'jotai/utils'
import type { BodyOf, ReplyOf, User } from '#sync/protocol/endpoints.ts'
import type { RoleCode } from '#sync/protocol/roles.ts'
import { createSession } from '#sync/till/session.ts'
import { api } from './api.ts'
import { queries } from './queries.ts'

/** Who is signed in at this browser. Kept through reloads and while offline, since an expired session never stops selling. */
export interface SignedIn { id: number; name: string; role_code: RoleCode }

const kept = atomWithStorage<SignedIn | null>('signed_in', null, undefined, { getOnInit: true })
const guest = atomWithStorage('guest', false, undefined, { getOnInit: true })
const store = getDefaultStore()

/** Reads who is signed in; only the calls below change it. */
export const signedIn = atom(get => get(kept))

/** The one session of this page. Its token lives in memory only and comes by the httpOnly refresh cookie. */
export const session = createSession()
session.subscribe(() => {
  const user = session.user()
  if (user) store.set(kept, keep(user))
})

/** Somebody signed in, or a guest, was here with this browser: the cookie may be good for a token. */
export const isKnown = () => store.get(kept) !== null || store.get(guest)
export const isGuest = () => store.get(kept) === null && store.get(guest)

export async function signIn(credentials: BodyOf<'POST /api/login'>): Promise<User> {
  return welcome(await api('POST /api/login', { body: credentials }))
}

export async function register(registration: BodyOf<'POST /api/register'>): Promise<User> {
  return welcome(await api('POST /api/register', { body: registration }))
}

/** Makes sure that calls which need somebody have at least a guest. */
export const beSomebody = async (): Promise<void> => { if (!isKnown()) await enterAsGuest() }

/** A guest session of this browser's own. */
export async function enterAsGuest(): Promise<void> {
  store.set(guest, false)
  const { token } = await api('POST /api/guest', { body: {} })
  session.accept(token)
  store.set(guest, true)
}

const SIGN_OUT_MS = 4000

/** Ends the session at the server where that can be reached, and here in any case. What waits in the outbox stays where it is. */
export async function signOut(): Promise<void> {
  await api('POST /api/logout', { signal: AbortSignal.timeout(SIGN_OUT_MS) }).catch(() => null)
  forget()
}

/** The session is over: nothing of it stays in this browser but the till's own databases. */
export function forget(): void {
  session.forget()
  store.set(kept, null)
  store.set(guest, false)
  queries.clear()
}

function welcome({ token, user }: ReplyOf<'POST /api/login'>): User {
  queries.clear()
  store.set(guest, false)
  store.set(kept, keep(user))
  session.accept(token, user)
  return user
}

const keep = ({ id, name, role_code }: User): SignedIn => ({ id, name, role_code })
