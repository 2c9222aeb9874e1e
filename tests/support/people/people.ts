import { randomBytes } from 'node:crypto'
import { addAddress } from '#api/account/addresses.ts'
import { openSession } from '#api/auth/sessions.ts'
import { hashToken } from '#api/auth/tokens.ts'
import { execute, insertRow, selectOne, sqlTime } from '#api/db/database.ts'
import type { AddressInput } from '#sync/protocol/shop/account.ts'
import { aUser } from '#tests/support/server/api.ts'
import { ownerBehind } from '#tests/support/browser/gathered.ts'

/** An address in Osu; override what the test is about. */
export const anAddress = (overrides: Partial<AddressInput> = {}): AddressInput => ({
  first_name: 'Ama',
  last_name: 'Mensah',
  phone: '024 412 3456',
  country_code: 'GH',
  region_code: 'GH-AA',
  address: '7 Ring Road, opposite the chapel',
  ...overrides,
})

/** A password reset that expires in `minutes`. */
export async function aReset({ minutes = 60, email = '' } = {}): Promise<{ token: string; email: string }> {
  const user = await aUser('CUSTOMER', email ? { email } : {})
  const token = randomBytes(32).toString('base64url')
  await insertRow('password_resets', {
    user_id: user.id,
    token_hash: hashToken(token),
    expires_at: sqlTime(Date.now() + minutes * 60_000),
  })
  return { token, email: user.email }
}

type Headers = Record<string, string> | undefined

/** The user of a request; the shop's owner if it comes from a guest or has no session. */
const userBehind = async (headers: Headers): Promise<number> => {
  const { user_id } = await ownerBehind(headers)
  return user_id ?? (await ownerBehind()).user_id!
}

/** Adds an address of the caller. Returns its id. */
export const anAddressOf = async (headers: Headers) => (await addAddress(await userBehind(headers), anAddress())).id

/** Another signed-in device of the caller. */
export const aSessionOf = async (headers: Headers) =>
  (await openSession(await userBehind(headers), 'Chrome on Android')).session_id

/** Gives the caller's orders to another user, so that none blocks a deletion. */
export const handOverOrders = async (headers: Headers, to: number) =>
  execute('UPDATE orders SET user_id = ? WHERE user_id = ?', [to, await userBehind(headers)])

/** A link's token that confirms the address of a user, who has not confirmed it. */
export async function aConfirmation(user_id: number): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const { email } = (await selectOne<{ email: string }>('SELECT email FROM users WHERE id = ?', [user_id]))!
  await execute('UPDATE users SET unconfirmed_since = NOW(3) WHERE id = ?', [user_id])
  await insertRow('email_confirmations', { user_id, email, token_hash: hashToken(token) })
  return token
}

/** Lets the caller's address wait for its confirmation. */
export const unconfirm = async (headers: Headers) =>
  execute('UPDATE users SET unconfirmed_since = NOW(3) WHERE id = ?', [await userBehind(headers)])
