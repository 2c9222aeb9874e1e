import { answerChallenge, askedUser, type Challenge, type Purpose } from '#api/factors/challenges.ts'
import { takePasskey } from '#api/factors/passkeys.ts'
import { spendCode } from '#api/factors/recovery-codes.ts'
import { takeCode } from '#api/factors/totp.ts'
import { execute } from '#api/db/database.ts'
import { addressGroup } from '#api/http/address-group.ts'
import { allowTry } from '#api/http/tries.ts'
import type { FactorAnswer, FactorMethod } from '#sync/protocol/staff/second-factor.ts'

interface Asked {
  purpose: Purpose & ('sign-in' | 'step-up')
  session_id?: string
  ip: string
}

const WRONG: Record<FactorMethod, string> = {
  passkey: 'This passkey was not accepted.',
  totp: 'The code is wrong or was used. Enter the newest code from your app.',
  recovery: 'The recovery code is wrong or was used.',
}

/**
 * Checks a second factor. Counts tries by person, over all challenges, and by address.
 * @throws 422 if the challenge is over or the answer wrong, 429
 */
export async function takeSecondFactor(
  { challenge: token, method, answer }: FactorAnswer,
  { ip, ...asked }: Asked,
): Promise<Challenge> {
  const user_id = await askedUser({ token, ...asked })
  const trying = await allowTry([
    ...(user_id === null ? [] : [{ key: `second factor user ${user_id}`, failures: 5 }]),
    { key: `second factor address ${addressGroup(ip)}`, failures: 50 },
  ])
  const taken = await answerChallenge({ token, ...asked }, { field: 'answer', wrong: WRONG[method] }, async challenge =>
    (await isRight(challenge.user_id, { challenge: token, method, answer })) ? {} : null,
  )
  await trying.succeeded()
  return taken
}

async function isRight(user_id: number, { challenge, method, answer }: FactorAnswer): Promise<boolean> {
  if (method === 'passkey') return typeof answer === 'object' && takePasskey(user_id, answer, challenge)
  if (typeof answer !== 'string') return false
  return method === 'totp' ? takeCode(user_id, answer) : spendCode(user_id, answer)
}

/** Marks this session as having shown a second factor. */
export const proveSession = (session_id: string) =>
  execute('UPDATE sessions SET second_factor_at = NOW(3) WHERE id = ?', [session_id])
