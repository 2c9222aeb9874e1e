import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { confirmPassword, refuseOtherPassword } from '#api/account/own-details.ts'
import { isConfirmed } from '#api/auth/confirm-email.ts'
import { hashPassword } from '#api/auth/passwords.ts'
import { execute, inTransaction, select, selectOne } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import { conflict, forbidden } from '#api/errors.ts'
import { lockOwner } from '#api/http/owner.ts'
import { removeLetters } from '#api/mail/kept-letters.ts'
import { erasedLetter } from '#api/mail/person-letters.ts'
import { queueMail } from '#api/mail/queue-mail.ts'
import { deleteUnshown } from '#api/reviews/remove-pictures.ts'
import { noteErased } from '#api/seal/seal-notes.ts'
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
  'DELETE FROM wishlist_links WHERE user_id = :id',
  'DELETE FROM cart_items WHERE user_id = :id',
  'DELETE FROM alert_contacts WHERE session_id IN (SELECT id FROM sessions WHERE user_id = :id)',
  'DELETE FROM alert_contacts WHERE email IN (:addresses)',
  'DELETE FROM alerts WHERE user_id = :id',
  'DELETE FROM newsletter_addresses WHERE email IN (:addresses)',
  'UPDATE gift_purchases SET buyer_name = NULL, buyer_email = NULL WHERE buyer_email IN (:addresses)',
  // One that is still to be sent keeps where to.
  `UPDATE gift_purchases SET recipient_name = NULL, recipient_email = NULL, message = NULL
    WHERE recipient_email IN (:addresses) AND (sent_at IS NOT NULL OR status_code = 'UNPAID')`,
  'DELETE FROM password_resets WHERE user_id = :id',
  `DELETE m FROM mails m JOIN email_confirmations c ON m.once_key = CONCAT('confirm-email-', c.id)
    WHERE c.user_id = :id`,
  'DELETE FROM email_confirmations WHERE user_id = :id',
  'DELETE FROM idempotency_keys WHERE user_id = :id',
  // Covers guest orders and returns from before the account, and notes between staff.
  `DELETE t FROM idempotency_keys t ${OF_THEIRS}`,
  'DELETE FROM mails WHERE recipient IN (:addresses)',
  // An order's letters may have gone to an address other than the account's.
  "UPDATE mails m JOIN orders o ON o.user_id = :id AND m.once_key LIKE CONCAT('order-', o.id, '-%') SET m.recipient = NULL, m.letter = NULL, m.due_at = NULL",
  `UPDATE refunds t ${OF_THEIRS} SET t.note = NULL, t.decision_note = NULL`,
  `UPDATE refund_events e JOIN refunds t ON t.id = e.refund_id ${OF_THEIRS} SET e.detail = ''`,
  `DELETE p FROM refund_photos p JOIN refunds t ON t.id = p.refund_id ${OF_THEIRS}`,
  `UPDATE staff_changes c JOIN reviews t ON t.id = c.subject_id ${OF_THEIRS} SET c.was = NULL, c.became = NULL
    WHERE c.subject = 'review'`,
  `UPDATE reviews t ${OF_THEIRS} SET t.user_id = NULL, t.writer = CONCAT('erased ', t.id), t.name = NULL,
    t.reason = NULL, t.reply = NULL`,
  `UPDATE order_events t ${OF_THEIRS} SET t.detail = '' WHERE t.user_id IS NOT NULL`,
  "UPDATE staff_changes t JOIN orders o ON o.id = t.subject_id AND o.user_id = :id SET t.was = NULL, t.became = NULL WHERE t.subject = 'order'",
  "UPDATE staff_changes SET was = NULL, became = NULL WHERE subject = 'user' AND subject_id = :id",
  `UPDATE payment_events e JOIN payment_attempts t ON t.reference = e.reference ${OF_THEIRS} SET e.body = ''
    WHERE e.settled_at IS NOT NULL`,
  `UPDATE payment_attempts t ${OF_THEIRS} SET t.phone = NULL`,
  `DELETE t FROM pay_links t ${OF_THEIRS}`,
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
  if (isStaff({ role_code }))
    throw forbidden(
      'Staff cannot delete their own account. Ask an administrator to change your role to customer first.',
    )
  const confirmed = await confirmPassword(id, { password })
  const password_hash = await nobodysPassword()
  const { name: shop } = await readShop()
  const gone = await inTransaction(async () => {
    await lockOwner({ user_id: id, session_id: null })
    await refuseOtherPassword(id, confirmed, 'password')
    await refuseWhileOpen(id)
    const erased = await eraseRows(id, { email, password_hash })
    await queueMail({ once_key: `erased-${id}`, to: email, letter: erasedLetter(shop) })
    return erased
  })
  await eraseFiles(gone)
}

/** Erases a customer whom a restore brought back. Returns whether they were there. */
export async function eraseAgain(id: number): Promise<boolean> {
  const password_hash = await nobodysPassword()
  const gone = await inTransaction(async () => {
    const person = await selectOne<{ email: string }>(
      "SELECT email FROM users WHERE id = ? AND email <> CONCAT('erased-', id, '@erased.invalid') FOR UPDATE",
      [id],
    )
    return person && eraseRows(id, { email: person.email, password_hash })
  })
  if (gone) await eraseFiles(gone)
  return gone !== null
}

/**
 * Deletes an account whose address nobody confirmed, with its row; one that was confirmed since, or has an order,
 * stays. Returns whether it is gone.
 */
export async function eraseUnconfirmed(id: number): Promise<boolean> {
  const gone = await inTransaction(async () => {
    const person = await selectOne<{ email: string }>(
      `SELECT email FROM users WHERE id = ? AND unconfirmed_since IS NOT NULL AND role_code = 'CUSTOMER' FOR UPDATE`,
      [id],
    )
    if (!person || (await selectOne('SELECT 1 FROM orders WHERE user_id = ? LIMIT 1', [id]))) return null
    const erased = await eraseRows(id, { email: person.email, password_hash: '' })
    await execute('DELETE FROM users WHERE id = ?', [id])
    return erased
  })
  if (gone) await eraseFiles(gone)
  return gone !== null
}

const nobodysPassword = () => hashPassword(randomBytes(32).toString('base64url'))

interface Erased {
  photos: { name: string }[]
  orders: number[]
  addresses: string[]
}

async function eraseRows(
  id: number,
  { email, password_hash }: { email: string; password_hash: string },
): Promise<Erased> {
  const photos = await select<{ name: string }>(
    `SELECT p.name FROM refund_photos p JOIN refunds t ON t.id = p.refund_id ${OF_THEIRS}`,
    { id },
  )
  const orders = (await select<{ id: number }>('SELECT id FROM orders WHERE user_id = :id', { id })).map(
    order => order.id,
  )
  const shown = await select<{ name: string }>(
    `SELECT p.name FROM review_pictures p JOIN reviews t ON t.id = p.review_id ${OF_THEIRS}`,
    { id },
  )
  await execute(`DELETE p FROM review_pictures p JOIN reviews t ON t.id = p.review_id ${OF_THEIRS}`, { id })
  await deleteUnshown(shown.map(({ name }) => name))
  const addresses = (await isConfirmed(id)) ? [email, ...(await formerAddresses(id))] : [addressOfErased(id)]
  await noteErased('orders', orders)
  await noteErased('staff_changes', await changesOf(id))
  for (const statement of GONE) await execute(statement, { id, addresses })
  await execute(
    "UPDATE users SET name = 'Erased customer', email = ?, phone = NULL, password_hash = ?, status_code = 'INACTIVE' WHERE id = ?",
    [addressOfErased(id), password_hash, id],
  )
  return { photos, orders, addresses }
}

async function eraseFiles({ photos, ...letters }: Erased): Promise<void> {
  for (const { name } of photos) await rm(join(env.uploadsDir, 'returns', `${name}.webp`), { force: true })
  // Finds an order's letters by its number: the address on them may belong to somebody else.
  await removeLetters(letters)
}

const addressOfErased = (id: number) => `erased-${id}@erased.invalid`

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

/** The log of what staff changed about them and their orders. */
const changesOf = async (user_id: number): Promise<number[]> =>
  (
    await select<{ id: number }>(
      `SELECT t.id FROM staff_changes t JOIN orders o ON o.id = t.subject_id AND o.user_id = :user_id
        WHERE t.subject = 'order' UNION SELECT t.id FROM staff_changes t JOIN reviews r ON r.id = t.subject_id
        JOIN orders o ON o.id = r.order_id AND o.user_id = :user_id WHERE t.subject = 'review'
        UNION SELECT id FROM staff_changes WHERE subject = 'user' AND subject_id = :user_id`,
      { user_id },
    )
  ).map(({ id }) => id)

async function refuseWhileOpen(user_id: number): Promise<void> {
  const order = await selectOne<{ id: number; status_code: string }>(
    "SELECT id, status_code FROM orders WHERE user_id = ? AND status_code NOT IN ('COMPLETED', 'CANCELLED') ORDER BY id LIMIT 1",
    [user_id],
  )
  if (order)
    throw conflict(
      order.status_code === 'UNPAID'
        ? `Order ${order.id} is not paid yet. You can delete your account once it is paid and handed over, or has expired.`
        : `Order ${order.id} is on its way to you. You can delete your account once you have received it.`,
    )
  const refund = await selectOne<{ order_id: number }>(
    "SELECT r.order_id FROM refunds r JOIN orders o ON o.id = r.order_id WHERE o.user_id = ? AND (r.status_code IN ('REQUESTED', 'APPROVED') OR r.money_status IN ('PROCESSING', 'NEEDS_ATTENTION')) LIMIT 1",
    [user_id],
  )
  if (refund)
    throw conflict(
      `Your return for order ${refund.order_id} is not settled yet. You can delete your account once it is.`,
    )
}
