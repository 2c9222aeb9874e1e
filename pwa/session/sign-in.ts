import type { BodyOf, ReplyOf } from '#sync/protocol/endpoints.ts'
import type { User } from '#sync/protocol/staff/person.ts'
import type { FactorAnswer, FactorAsked } from '#sync/protocol/staff/second-factor.ts'
import { api, enterAsGuest } from '../lib/api.ts'
import * as words from '../lib/call-words.ts'
import { say } from '../lib/notice.ts'
import { forget, isKnown, noteSignIn, welcome } from './session.ts'

/** What the shop still requires after the right password: a second factor, setting one up, or nothing. */
export type StillDue = FactorAsked | 'set up' | null

export async function signIn(credentials: BodyOf<'POST /api/login'>): Promise<StillDue> {
  const reply = await api('POST /api/login', { body: credentials })
  if ('second_factor' in reply) return reply.second_factor
  await greet(reply)
  return reply.set_up_second_factor ? 'set up' : null
}

export async function answerSecondFactor(answer: FactorAnswer): Promise<User> {
  return greet(await api('POST /api/login/second-factor', { body: answer }))
}

export async function register(registration: BodyOf<'POST /api/register'>): Promise<User> {
  const reply = await api('POST /api/register', { body: registration })
  if (!reply.cut) say({ kind: 'info', words: words.confirmByLink(reply.user.email) })
  return greet(reply)
}

async function greet({ token, user, message, cut }: ReplyOf<'POST /api/register'>): Promise<User> {
  await noteSignIn(user)
  welcome(token, user)
  if (cut) say({ kind: 'info', words: message, link: { to: '/cart', words: words.yourBag } })
  return user
}

/** Makes sure that there is at least a guest session, for calls that need one. */
export const beSomebody = async (): Promise<void> => {
  if (!isKnown()) await enterAsGuest()
}

const SIGN_OUT_MS = 4000

/** Ends the session on the server if it can be reached, and here in any case. Entries in the outbox stay. */
export async function signOut(): Promise<void> {
  await api('POST /api/logout', { signal: AbortSignal.timeout(SIGN_OUT_MS) }).catch(() => null)
  forget()
}
