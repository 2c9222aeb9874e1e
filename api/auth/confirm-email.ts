import { randomBytes } from 'node:crypto'
import { hashToken } from '#api/auth/tokens.ts'
import { execute, insertRow, selectOne } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import { conflict, notFound } from '#api/errors.ts'
import { confirmEmailLetter } from '#api/mail/person-letters.ts'
import { queueMail } from '#api/mail/queue-mail.ts'
import { readShop } from '#api/shop/read-shop.ts'

/** How long an account waits for its address to be confirmed. */
export const CONFIRM_DAYS = 30

/** When an account is deleted that is not confirmed before. */
export const deletedAt = (unconfirmed_since: Date): Date =>
  new Date(unconfirmed_since.getTime() + CONFIRM_DAYS * 86_400_000)

interface Asked {
  id: number
  name: string
  email: string
  unconfirmed_since: Date | null
}

/** Sends a person a link that confirms their address. Call inside a transaction. @throws 409 if it is confirmed */
export async function askToConfirm(user_id: number): Promise<{ email: string }> {
  const asked = (await selectOne<Asked>(
    'SELECT id, name, email, unconfirmed_since FROM users WHERE id = ? FOR UPDATE',
    [user_id],
  ))!
  const { name, email, unconfirmed_since } = asked
  if (!unconfirmed_since) throw conflict('Your email address is confirmed.')
  const token = randomBytes(32).toString('base64url')
  const id = await insertRow('email_confirmations', { user_id, email, token_hash: hashToken(token) })
  const { name: shop } = await readShop()
  const address = `${env.shopUrl}/confirm-email?confirm=${token}`
  await queueMail({
    once_key: `confirm-email-${id}`,
    to: email,
    letter: confirmEmailLetter({ shop, name, address, until: deletedAt(unconfirmed_since) }),
  })
  return { email }
}

/** Confirms the address that a letter went to, as often as its link is opened. @throws 404 */
export async function confirmEmail(token: string): Promise<void> {
  const found = await selectOne<{ user_id: number }>(
    `SELECT c.user_id FROM email_confirmations c JOIN users u ON u.id = c.user_id AND u.email = c.email
      WHERE c.token_hash = ?`,
    [hashToken(token)],
  )
  if (!found) throw notFound('Link')
  await noteConfirmed(found.user_id)
}

/**
 * Whether what came under a person's address is theirs. Anybody may have registered with an address that nobody
 * confirmed.
 */
export const isConfirmed = async (user_id: number): Promise<boolean> =>
  (await selectOne('SELECT 1 FROM users WHERE id = ? AND unconfirmed_since IS NULL', [user_id])) !== null

/** Notes that a person reads what comes to their address. */
export const noteConfirmed = (user_id: number): Promise<number> =>
  execute('UPDATE users SET unconfirmed_since = NULL, updated_at = updated_at WHERE id = ?', [user_id])
