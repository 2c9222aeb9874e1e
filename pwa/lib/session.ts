import { atom, getDefaultStore } from 'jotai'
import { atomWithStorage } from 'jotai/utils'
import type { BodyOf, User } from '#sync/protocol/endpoints.ts'
import type { RoleCode } from '#sync/protocol/roles.ts'
import { createSession } from '#sync/till/session.ts'
import { api } from './api.ts'
import { queries } from './queries.ts'

/** Who is signed in at this browser. Kept through reloads and while offline, since an expired session never stops selling. */
export interface SignedIn { id: number; name: string; role_code: RoleCode }

const kept = atomWithStorage<SignedIn | null>('signed_in', null, undefined, { getOnInit: true })
const guest = atomWithStorage('guest', false, undefined, { getOnInit: true })

/** Reads who is signed in; only the calls below change it. */
export const signedIn = atom(get => get(kept))

const store = getDefaultStore()
const cookie = createSession()
let refreshing: Promise<boolean> | null = null

/** The one session of this page. Its token lives in memory only and comes by the httpOnly refresh cookie. */
export const session = {
  token: () => cookie.token(),
  isKnown: () => store.get(kept) !== null || store.get(guest),
  isGuest: () => store.get(kept) === null && store.get(guest),
  /** False where the server no longer believes the cookie, or could not be asked. Callers at the same time share one request. */
  refresh: () => refreshing ??= cookie.refresh().finally(() => { refreshing = null }),
}

export async function signIn(credentials: BodyOf<'POST /api/login'>): Promise<User> {
  const { token, user } = await api('POST /api/login', { body: credentials })
  return welcome(token, user)
}

export async function register(registration: BodyOf<'POST /api/register'>): Promise<User> {
  const { token, user } = await api('POST /api/register', { body: registration })
  return welcome(token, user)
}

/** Makes sure that calls which need somebody have at least a guest. */
export const beSomebody = async (): Promise<void> => { if (!session.isKnown()) await enterAsGuest() }

/** A guest session of this browser's own. False where none was to be had. */
export async function enterAsGuest(): Promise<boolean> {
  const reply = await fetch('/api/guest', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }).catch(() => null)
  const { token } = reply?.ok ? await reply.json() as { token: string } : { token: null }
  cookie.adopt(token)
  store.set(guest, token !== null)
  return token !== null
}

/** Ends the session here at once, and at the server when it can be reached. What waits in the outbox stays where it is. */
export async function signOut(): Promise<void> {
  const ended = api('POST /api/logout').catch(() => null)
  await Promise.race([ended, new Promise(resolve => setTimeout(resolve, 3000))])
  forget()
}

/** The session is over: nothing of it stays but the till's own databases. */
export function forget(): void {
  cookie.adopt(null)
  store.set(kept, null)
  store.set(guest, false)
  queries.clear()
}

function welcome(token: string, user: User): User {
  queries.clear()
  cookie.adopt(token)
  store.set(guest, false)
  store.set(kept, { id: user.id, name: user.name, role_code: user.role_code })
  return user
}
