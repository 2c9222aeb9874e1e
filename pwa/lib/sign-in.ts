import type { BodyOf, User } from '#sync/protocol/endpoints.ts'
import { api, enterAsGuest } from './api.ts'
import { forget, isKnown, welcome } from './session.ts'

export async function signIn(credentials: BodyOf<'POST /api/login'>): Promise<User> {
  const { token, user } = await api('POST /api/login', { body: credentials })
  welcome(token, user)
  return user
}

export async function register(registration: BodyOf<'POST /api/register'>): Promise<User> {
  const { token, user } = await api('POST /api/register', { body: registration })
  welcome(token, user)
  return user
}

/** Makes sure that calls which need somebody have at least a guest. */
export const beSomebody = async (): Promise<void> => { if (!isKnown()) await enterAsGuest() }

const SIGN_OUT_MS = 4000

/** Ends the session at the server where that can be reached, and here in any case. What waits in the outbox stays where it is. */
export async function signOut(): Promise<void> {
  await api('POST /api/logout', { signal: AbortSignal.timeout(SIGN_OUT_MS) }).catch(() => null)
  forget()
}
