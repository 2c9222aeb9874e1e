import { randomBytes, randomUUID } from 'node:crypto'
import { noteConfirmed } from '#api/auth/confirm-email.ts'
import { hashPassword } from '#api/auth/passwords.ts'
import { endSessionsOf } from '#api/auth/sessions.ts'
import { hashToken } from '#api/auth/tokens.ts'
import { execute, inTransaction, insertRow, selectOne, sqlTime } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import { invalid } from '#api/errors.ts'
import { emailChangedLetter, inviteLetter, passwordChangedLetter, resetLetter } from '#api/mail/person-letters.ts'
import { queueMail } from '#api/mail/queue-mail.ts'
import { readShop } from '#api/shop/read-shop.ts'
import type { BodyOf } from '#sync/protocol/endpoints.ts'

const LIFETIME_MS = 60 * 60_000
/** An invited person may open the letter days later, unlike one who asked for a reset. */
const INVITATION_MS = 7 * 24 * 60 * 60_000

interface Known {
  id: number
  name: string
}

/** Sends an active user a link to set a new password. Takes as long for an unknown email, and sends nothing. */
export const offerReset = (email: string): Promise<void> =>
  inTransaction(async () => {
    const user = await selectOne<Known & { email: string }>(
      "SELECT id, name, email FROM users WHERE email = ? AND status_code = 'ACTIVE'",
      [email],
    )
    const { id, address } = await keepToken({
      user_id: user?.id ?? null,
      email: user?.email ?? email,
      invites: 0,
      lifetime_ms: LIFETIME_MS,
    })
    // Goes to the stored address, not the typed one.
    await queueMail({
      once_key: `reset-${id}`,
      to: user && user.email,
      letter: resetLetter((await readShop()).name, user?.name ?? '', address),
    })
  })

/** Sends a person whom staff added a link to choose a password. Call inside a transaction. */
export async function invite({ id: user_id, name, email }: Known & { email: string }): Promise<void> {
  const { id, address } = await keepToken({ user_id, email, invites: 1, lifetime_ms: INVITATION_MS })
  await queueMail({ once_key: `invite-${id}`, to: email, letter: inviteLetter((await readShop()).name, name, address) })
}

/** A password nobody knows, until the invited person chooses their own. */
export const unknownPassword = (): Promise<string> => hashPassword(randomBytes(32).toString('base64url'))

interface Offer {
  user_id: number | null
  email: string
  invites: 0 | 1
  lifetime_ms: number
}

/** Stores only the token's hash; the token itself is in the link alone. */
async function keepToken({ user_id, email, invites, lifetime_ms }: Offer): Promise<{ id: number; address: string }> {
  const token = randomBytes(32).toString('base64url')
  const id = await insertRow('password_resets', {
    user_id,
    token_hash: hashToken(token),
    invites,
    expires_at: sqlTime(Date.now() + lifetime_ms),
  })
  return { id, address: `${env.shopUrl}/reset-password?${new URLSearchParams({ token, email })}` }
}

type Wanted = Pick<BodyOf<'POST /api/reset-password'>, 'token' | 'email' | 'password'>

/**
 * Sets a new password with the token from a letter. Spends all of the person's tokens and ends all their sessions.
 * Returns the user.
 * @throws 422 for a token that is spent, expired or for another email
 */
export async function resetPassword({ token, email, password }: Wanted): Promise<number> {
  if (!(await findReset(token, email))) throw spent()
  const password_hash = await hashPassword(password)
  return inTransaction(async () => {
    const found = await findReset(token, email, 'FOR UPDATE')
    if (!found) throw spent()
    if (found.invites) await storePassword(found.id, password_hash)
    else await changePassword(found, password_hash)
    await noteConfirmed(found.id)
    return found.id
  })
}

/** Whether a link still works. */
export const isOpenLink = async ({ token, email }: Wanted): Promise<boolean> => (await findReset(token, email)) !== null

const findReset = (token: string, email: string, lock = '') =>
  selectOne<Known & { email: string; invites: 0 | 1 }>(
    `SELECT u.id, u.name, u.email, r.invites FROM password_resets r JOIN users u ON u.id = r.user_id
  WHERE r.token_hash = ? AND r.used_at IS NULL AND r.expires_at > NOW(3) AND u.email = ?
    AND u.status_code = 'ACTIVE' ${lock}`,
    [hashToken(token), email],
  )

const spent = () => invalid({ token: ['This link has been used or has expired. Please ask for a new one.'] })

/** A person with their address from before a change. */
type Told = Known & { email: string }

/**
 * Stores the hash of a new password, ends the user's other sessions, and tells them by letter. Call inside a
 * transaction.
 */
export async function changePassword(user: Told, password_hash: string, except?: string): Promise<void> {
  await storePassword(user.id, password_hash, except)
  await tellOfPassword(user)
}

async function storePassword(id: number, password_hash: string, except?: string): Promise<void> {
  await execute('UPDATE users SET password_hash = ? WHERE id = ?', [password_hash, id])
  await endLinksOf(id)
  await endSessionsOf(id, except)
}

/**
 * Ends a person's open reset links and invitations when their password or email changes. Call inside that transaction.
 */
export const endLinksOf = (user_id: number) =>
  execute('UPDATE password_resets SET used_at = NOW(3) WHERE user_id = ? AND used_at IS NULL', [user_id])

/** Tells a person by letter that their password changed. Call inside that transaction. */
export const tellOfPassword = async ({ name, email }: Told): Promise<void> =>
  queueMail({
    once_key: `password-${randomUUID()}`,
    to: email,
    letter: passwordChangedLetter((await readShop()).name, name, `${env.shopUrl}/forgot-passwrd`),
  })

/** Tells the old address that the email changed. Call inside that transaction. */
export const tellOfEmail = async ({ name, email }: Told): Promise<void> =>
  queueMail({ once_key: `email-${randomUUID()}`, to: email, letter: emailChangedLetter((await readShop()).name, name) })
