import { execute, inTransaction, select, selectOne } from '#api/db/database.ts'
import { conflict, notFound } from '#api/errors.ts'
import { noteFactors, type FactorChange } from '#api/factors/note-factors.ts'
import { proveSession } from '#api/factors/answer.ts'
import { hasFactor, policyOf } from '#api/factors/ask.ts'
import { answerChallenge, openChallenge } from '#api/factors/challenges.ts'
import { keepPasskey, passkeysOf } from '#api/factors/passkeys.ts'
import { renewCodes } from '#api/factors/recovery-codes.ts'
import { relyingParty } from '#api/factors/relying-party.ts'
import { addressOf, newSecret, stepOf } from '#api/factors/totp.ts'
import type { UserSession } from '#api/http/access.ts'
import { readShop } from '#api/shop/read-shop.ts'
import type { NewPasskey, OwnFactors, PasskeyOptions } from '#sync/protocol/staff/second-factor.ts'
import type { RoleCode } from '#sync/protocol/roles.ts'

interface KeyRow {
  id: number
  name: string
  created_at: Date
  used_at: Date | null
}

/** What a person has set up, and whether they are asked for it. */
export async function findFactors({ id, role_code }: { id: number; role_code: RoleCode }): Promise<OwnFactors> {
  const passkeys = await select<KeyRow>(
    'SELECT id, name, created_at, used_at FROM passkeys WHERE user_id = ? ORDER BY id',
    [id],
  )
  const app = await selectOne<Omit<KeyRow, 'id' | 'name'>>(
    'SELECT created_at, used_at FROM authenticators WHERE user_id = ?',
    [id],
  )
  const codes = await selectOne<{ n: number }>(
    'SELECT COUNT(*) AS n FROM recovery_codes WHERE user_id = ? AND used_at IS NULL',
    [id],
  )
  const times = ({ created_at, used_at }: Omit<KeyRow, 'id' | 'name'>) => ({
    created_at: created_at.toJSON(),
    used_at: used_at?.toJSON() ?? null,
  })
  return {
    policy: await policyOf(role_code),
    passkeys: passkeys.map(({ id: key, name, ...at }) => ({ id: key, name, ...times(at) })),
    authenticator: app && times(app),
    recovery_codes_left: codes!.n,
  }
}

const MOST_PASSKEYS = 10

/** Starts to add a passkey. @throws 409 above the limit */
export async function beginPasskey({ id: session_id, user }: UserSession): Promise<PasskeyOptions> {
  const exclude = await passkeysOf(user.id)
  if (exclude.length >= MOST_PASSKEYS)
    throw conflict(`You have ${MOST_PASSKEYS} passkeys, the maximum. Remove one first.`)
  return {
    challenge: await openChallenge({ user_id: user.id, purpose: 'add-passkey', session_id }),
    exclude,
    rp: { id: relyingParty().id, name: (await readShop()).name },
    user: { id: Buffer.from(`user ${user.id}`).toString('base64url'), name: user.email, displayName: user.name },
  }
}

interface Added {
  factors: OwnFactors
  recovery_codes?: string[]
}

/**
 * Adds the passkey made for a challenge. The first factor comes with recovery codes, and proves this session.
 * @throws 422
 */
export async function addPasskey(
  session: UserSession,
  { challenge: token, name, answer }: { challenge: string; name: string; answer: NewPasskey },
): Promise<Added> {
  const shown = { token, purpose: 'add-passkey', session_id: session.id } as const
  const { recovery_codes } = await answerChallenge(
    shown,
    { field: 'answer', wrong: 'This passkey could not be added.' },
    ({ user_id }) => adding(session, 'add passkey', () => keepPasskey({ user_id, name }, answer, token)),
  )
  return { factors: await findFactors(session.user), ...(recovery_codes && { recovery_codes }) }
}

/** Starts to set up an authenticator app: shows its secret once. @throws 409 if there is one */
export async function beginAuthenticator({
  id: session_id,
  user,
}: UserSession): Promise<{ challenge: string; secret: string; uri: string }> {
  await refuseSecondApp(user.id)
  const secret = await newSecret()
  return {
    secret,
    uri: await addressOf(secret, { shop: (await readShop()).name, email: user.email }),
    challenge: await openChallenge({ user_id: user.id, purpose: 'add-authenticator', session_id, secret }),
  }
}

/** Adds the app by its first code, which is then spent. @throws 409 if there is one, 422 */
export async function addAuthenticator(
  session: UserSession,
  { challenge: token, code }: { challenge: string; code: string },
): Promise<Added> {
  const shown = { token, purpose: 'add-authenticator', session_id: session.id } as const
  const { recovery_codes } = await answerChallenge(
    shown,
    { field: 'code', wrong: 'The code is wrong. Enter the newest code from your app.' },
    async ({ user_id, secret }) => {
      await refuseSecondApp(user_id, 'FOR UPDATE')
      const last_step = secret && (await stepOf(secret, code))
      if (!last_step) return null
      return adding(session, 'add authenticator', async () => ({
        added: await execute('INSERT INTO authenticators (user_id, secret, last_step) VALUES (?, ?, ?)', [
          user_id,
          secret,
          last_step,
        ]),
      }))
    },
  )
  return { factors: await findFactors(session.user), ...(recovery_codes && { recovery_codes }) }
}

async function refuseSecondApp(user_id: number, lock = ''): Promise<void> {
  if (await selectOne(`SELECT user_id FROM authenticators WHERE user_id = ? ${lock}`, [user_id]))
    throw conflict('You have an authenticator app already. Remove it first.')
}

async function adding(
  { id: session_id, user }: UserSession,
  action: FactorChange,
  add: () => Promise<object | null>,
): Promise<{ recovery_codes: string[] | null } | null> {
  const isFirst = !(await hasFactor(user.id))
  if (!(await add())) return null
  await proveSession(session_id)
  await noteFactors(user.id, action)
  return { recovery_codes: isFirst ? await renewCodes(user.id) : null }
}

/** @throws 404, 409 for the last factor of a person who must have one */
export const removePasskey = ({ user }: UserSession, passkey_id: number): Promise<OwnFactors> =>
  removing(user, 'passkey', () => execute('DELETE FROM passkeys WHERE id = ? AND user_id = ?', [passkey_id, user.id]))

/** @throws as removePasskey */
export const removeAuthenticator = ({ user }: UserSession): Promise<OwnFactors> =>
  removing(user, 'authenticator', () => execute('DELETE FROM authenticators WHERE user_id = ?', [user.id]))

const removing = (
  user: { id: number; role_code: RoleCode },
  what: 'passkey' | 'authenticator',
  remove: () => Promise<number>,
): Promise<OwnFactors> =>
  inTransaction(async () => {
    await selectOne('SELECT id FROM users WHERE id = ? FOR UPDATE', [user.id])
    if ((await remove()) === 0) throw notFound(what === 'passkey' ? 'Passkey' : 'Authenticator app')
    if (!(await hasFactor(user.id))) {
      if ((await policyOf(user.role_code)) === 'REQUIRED')
        throw conflict('You need at least one. Add another before you remove this one.')
      await execute('DELETE FROM recovery_codes WHERE user_id = ?', [user.id])
    }
    await noteFactors(user.id, `remove ${what}`)
    return findFactors(user)
  })

/** Replaces the recovery codes by ten new ones. @throws 409 without a factor they could stand in for */
export const newRecoveryCodes = ({ user }: UserSession): Promise<string[]> =>
  inTransaction(async () => {
    await selectOne('SELECT id FROM users WHERE id = ? FOR UPDATE', [user.id])
    if (!(await hasFactor(user.id))) throw conflict('Add a passkey or an authenticator app first.')
    await noteFactors(user.id, 'renew recovery codes')
    return renewCodes(user.id)
  })

/** Removes everything a person has set up. Call inside a transaction. */
export async function resetFactors(user_id: number): Promise<void> {
  for (const table of ['passkeys', 'authenticators', 'recovery_codes', 'factor_challenges'])
    await execute(`DELETE FROM ${table} WHERE user_id = ?`, [user_id])
  await noteFactors(user_id, 'reset second factor')
}
