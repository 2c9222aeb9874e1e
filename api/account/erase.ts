import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { confirmPassword } from '#api/account/own-details.ts'
import { hashPassword } from '#api/auth/passwords.ts'
import { execute, inTransaction, select, selectOne } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import { conflict, forbidden } from '#api/errors.ts'
import { lockOwner } from '#api/http/owner.ts'
import { removeLetters } from '#api/mail/kept-letters.ts'
import { erasedLetter } from '#api/mail/person-letters.ts'
import { queueMail } from '#api/mail/queue-mail.ts'
import { readShop } from '#api/shop/read-shop.ts'
import type { User } from '#sync/protocol/staff/person.ts'
import { isStaff } from '#sync/protocol/roles.ts'

const OF_THEIRS = 'JOIN orders o ON o.id = t.order_id AND o.user_id = :id'

/**
 * What is deleted, and what is blanked in the rows that stay. An order keeps what was sold, the region, and the
 * amounts.
 */
const GONE = [
  'DELETE FROM addresses WHERE user_id = :id',
  'DELETE FROM wishlist_items WHERE user_id = :id',
  'DELETE FROM cart_items WHERE user_id = :id',
  'DELETE FROM password_resets WHERE user_id = :id',
  'DELETE FROM idempotency_keys WHERE user_id = :id',
  // Covers guest orders and returns from before the account, and notes between staff.
  `DELETE t FROM idempotency_keys t ${OF_THEIRS}`,
  'DELETE FROM mails WHERE recipient IN (:addresses)',
  // An order's letters may have gone to an address other than the account's.
  "UPDATE mails m JOIN orders o ON o.user_id = :id AND m.once_key LIKE CONCAT('order-', o.id, '-%') SET m.recipient = NULL, m.letter = NULL, m.due_at = NULL",
  `UPDATE refunds t ${OF_THEIRS} SET t.note = NULL, t.decision_note = NULL`,
  `UPDATE refund_events e JOIN refunds t ON t.id = e.refund_id ${OF_THEIRS} SET e.detail = ''`,
  `DELETE p FROM refund_photos p JOIN refunds t ON t.id = p.refund_id ${OF_THEIRS}`,
  `UPDATE order_events t ${OF_THEIRS} SET t.detail = '' WHERE t.user_id IS NOT NULL`,
  "UPDATE staff_changes t JOIN orders o ON o.id = t.subject_id AND o.user_id = :id SET t.was = NULL, t.became = NULL WHERE t.subject = 'order'",
  "UPDATE staff_changes SET was = NULL, became = NULL WHERE subject = 'user' AND subject_id = :id",
  `UPDATE payment_events e JOIN payment_attempts t ON t.reference = e.reference ${OF_THEIRS} SET e.body = ''
    WHERE e.settled_at IS NOT NULL`,
  `UPDATE orders SET shipping_address = NULL, shipping_additional_details = NULL, customer_name = NULL,
    customer_phone = NULL, cancel_reason = NULL, staff_note = NULL,
    tracking_token = NULL, session_id = NULL WHERE user_id = :id`,
  ...['passkeys', 'authenticators', 'recovery_codes', 'factor_challenges'].map(
    table => `DELETE FROM ${table} WHERE user_id = :id`,
  ),
  'DELETE FROM sessions WHERE user_id = :id',
]

/**
 * Erases a customer for good. Orders stay without the person, under an empty INACTIVE user. The email address is free
 * again and gets one last letter.
 * @throws 403 for staff, 409 while an order or a return is open, 422 for a wrong password
 */
export async function eraseOwn({ id, email, role_code }: User, password: string): Promise<void> {
  if (isStaff({ role_code })) throw forbidden('You work here. Ask an administrator to make you a customer first.')
  await confirmPassword(id, { password })
  const nobodysPassword = await hashPassword(randomBytes(32).toString('base64url'))
  const { name: shop } = await readShop()
  const { photos, ...letters } = await inTransaction(async () => {
    await lockOwner({ user_id: id, session_id: null })
    await refuseWhileOpen(id)
    const names = await select<{ name: string }>(
      `SELECT p.name FROM refund_photos p JOIN refunds t ON t.id = p.refund_id ${OF_THEIRS}`,
      { id },
    )
    const orders = (await select<{ id: number }>('SELECT id FROM orders WHERE user_id = :id', { id })).map(
      order => order.id,
    )
    const addresses = [email, ...(await formerAddresses(id))]
    for (const statement of GONE) await execute(statement, { id, addresses })
    await execute(
      "UPDATE users SET name = 'Erased customer', email = CONCAT('erased-', id, '@erased.invalid'), phone = NULL, password_hash = ?, status_code = 'INACTIVE' WHERE id = ?",
      [nobodysPassword, id],
    )
    await queueMail({ once_key: `erased-${id}`, to: email, letter: erasedLetter(shop) })
    return { photos: names, orders, addresses }
  })
  for (const { name } of photos) await rm(join(env.uploadsDir, 'returns', `${name}.webp`), { force: true })
  // Finds an order's letters by its number: the address on them may belong to somebody else.
  await removeLetters(letters)
}

/** Addresses that staff changed away from, unless somebody else has them now. */
async function formerAddresses(user_id: number): Promise<string[]> {
  const rows = await select<{ email: string | null }>(
    "SELECT JSON_VALUE(was, '$.email') AS email FROM staff_changes WHERE subject = 'user' AND subject_id = :user_id",
    { user_id },
  )
  const former = rows.flatMap(({ email }) => email?.toLowerCase() ?? [])
  if (former.length === 0) return []
  const taken = await select<{ email: string }>('SELECT email FROM users WHERE email IN (:former) AND id <> :user_id', {
    former,
    user_id,
  })
  return former.filter(email => !taken.some(other => other.email === email))
}

async function refuseWhileOpen(user_id: number): Promise<void> {
  const order = await selectOne<{ id: number; status_code: string }>(
    "SELECT id, status_code FROM orders WHERE user_id = ? AND status_code NOT IN ('COMPLETED', 'CANCELLED') ORDER BY id LIMIT 1",
    [user_id],
  )
  if (order)
    throw conflict(
      order.status_code === 'UNPAID'
        ? `Order ${order.id} is not paid yet. Once it is paid and handed over, or has run out, you can erase your account.`
        : `Order ${order.id} is on its way to you. Once you have it you can erase your account.`,
    )
  const refund = await selectOne<{ order_id: number }>(
    "SELECT r.order_id FROM refunds r JOIN orders o ON o.id = r.order_id WHERE o.user_id = ? AND (r.status_code IN ('REQUESTED', 'APPROVED') OR r.money_status IN ('PROCESSING', 'NEEDS_ATTENTION')) LIMIT 1",
    [user_id],
  )
  if (refund)
    throw conflict(
      `What you send back of order ${refund.order_id} is not settled yet. Once it is you can erase your account.`,
    )
}
