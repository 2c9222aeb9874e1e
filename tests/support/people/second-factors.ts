import { generate } from 'otplib'
import { execute, insertRow, inTransaction } from '#api/db/database.ts'
import { openChallenge, type Purpose } from '#api/factors/challenges.ts'
import { keepPasskey } from '#api/factors/passkeys.ts'
import { renewCodes } from '#api/factors/recovery-codes.ts'
import { relyingParty } from '#api/factors/relying-party.ts'
import { newSecret } from '#api/factors/totp.ts'
import { policySettingOf, type FactorPolicy } from '#sync/protocol/staff/second-factor.ts'
import { aPasskey, type Passkey } from '#tests/support/people/passkey.ts'

/** Sets the policy for all staff. */
export async function askStaff(policy: FactorPolicy): Promise<void> {
  for (const role of ['MANAGER', 'ADMINISTRATOR', 'SUPER_ADMINISTRATOR'] as const)
    await execute('UPDATE settings SET value = ? WHERE name = ?', [policy, policySettingOf(role)])
}

/** The code of an app: now, or `later` times 30 seconds later. */
export const codeOf = (secret: string, later = 0): Promise<string> =>
  generate({ secret, epoch: Math.floor(Date.now() / 1000) + later * 30 })

/** Sets up a user's authenticator app. Returns its secret. */
export async function anApp(user_id: number): Promise<string> {
  const secret = await newSecret()
  await execute('DELETE FROM authenticators WHERE user_id = ?', [user_id])
  await insertRow('authenticators', { user_id, secret, last_step: 1 })
  return secret
}

/** Creates a user's recovery codes. */
export const codesOf = (user_id: number): Promise<string[]> => inTransaction(() => renewCodes(user_id))

const page = () => ({ origin: relyingParty().origins[0]!, rp_id: relyingParty().id })

/** A new, unused authenticator. */
export const aFreshPasskey = (): Passkey => aPasskey(page())

/** Adds a passkey to a user. */
export async function aPasskeyOf(user_id: number): Promise<Passkey> {
  const passkey = aFreshPasskey()
  await inTransaction(() => keepPasskey({ user_id, name: 'Phone' }, passkey.make('challenge'), 'challenge'))
  return passkey
}

/** A second-factor challenge for a user. */
export const aChallenge = (
  user_id: number,
  purpose: Purpose,
  more: { session_id?: string; secret?: string } = {},
): Promise<string> => openChallenge({ user_id, purpose, ...more })
