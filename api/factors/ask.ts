import { selectOne } from '#api/db/database.ts'
import { openChallenge, type Question } from '#api/factors/challenges.ts'
import { passkeysOf } from '#api/factors/passkeys.ts'
import { relyingParty } from '#api/factors/relying-party.ts'
import { MOST_WRONG_CODES } from '#api/factors/totp.ts'
import { readPolicy, type FactorAsked, type FactorPolicy } from '#sync/protocol/staff/second-factor.ts'
import { isStaff, type RoleCode } from '#sync/protocol/roles.ts'

/** The setting of a role; customers are never asked. */
export async function policyOf(role_code: RoleCode): Promise<FactorPolicy> {
  if (!isStaff({ role_code })) return 'OFF'
  const setting = await selectOne<{ value: string | null }>(
    "SELECT value FROM settings WHERE name = CONCAT('second_factor_', LOWER(?))",
    [role_code],
  )
  return readPolicy(setting?.value)
}

/** Whether a person has set up a passkey or an app; recovery codes alone do not count. */
export const hasFactor = async (user_id: number): Promise<boolean> =>
  Boolean(
    await selectOne(
      'SELECT user_id FROM passkeys WHERE user_id = :user_id UNION SELECT user_id FROM authenticators WHERE user_id = :user_id LIMIT 1',
      { user_id },
    ),
  )

/** Asks a person for one of their second factors, except a locked app. */
export async function askSecondFactor(question: Question): Promise<FactorAsked> {
  const { user_id } = question
  const passkeys = await passkeysOf(user_id)
  const other = (await selectOne<{ app: 0 | 1; codes: 0 | 1 }>(
    `SELECT EXISTS (SELECT 1 FROM authenticators WHERE user_id = :user_id AND wrong_codes < :most) AS app,
    EXISTS (SELECT 1 FROM recovery_codes WHERE user_id = :user_id AND used_at IS NULL) AS codes`,
    { user_id, most: MOST_WRONG_CODES },
  ))!
  return {
    methods: [
      ...(passkeys.length > 0 ? ['passkey' as const] : []),
      ...(other.app ? ['totp' as const] : []),
      ...(other.codes ? ['recovery' as const] : []),
    ],
    challenge: await openChallenge(question),
    rp_id: relyingParty().id,
    passkeys,
  }
}

/** What a sign-in with the right password still needs: an answer, a setup, or nothing. */
export async function dueAtSignIn(
  { id, role_code }: { id: number; role_code: RoleCode },
  begun: { device_name: string | null; basis: string },
): Promise<FactorAsked | 'set up' | null> {
  const policy = await policyOf(role_code)
  if (policy === 'OFF') return null
  if (await hasFactor(id)) return askSecondFactor({ user_id: id, purpose: 'sign-in', ...begun })
  return policy === 'REQUIRED' ? 'set up' : null
}
