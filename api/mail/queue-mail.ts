import { db } from '#api/db/database.ts'
import type { Letter } from '#api/mail/letter.ts'

export interface Mail {
  /** The event, in small letters, digits and hyphens: 'order-5-confirmed'. An event gets one letter. */
  once_key: string
  /** One email address; null writes a row that goes to nobody, so that timing reveals nothing. */
  to: string | null
  letter: Letter
}

/**
 * Queues a letter. Call inside the service's transaction: the letter is stored with its event, or not at all, and goes
 * out within seconds after COMMIT. Calling it again with the same `once_key`, in a retry or for the same event, changes
 * nothing.
 *
 * await queueMail({ once_key: `order-${order.id}-confirmed`, to: order.shipping_address.email, letter:
 * orderConfirmed(order, { shop, link }) })
 */
export async function queueMail({ once_key, to, letter }: Mail): Promise<void> {
  if (!/^[a-z0-9-]{1,120}$/.test(once_key)) throw new Error(`'${once_key}' is not a key of a mail.`)
  await db.query(
    'INSERT INTO mails (once_key, recipient, letter, due_at) VALUES (:once_key, :to, :letter, IF(:to IS NULL, NULL, NOW(3))) ON DUPLICATE KEY UPDATE once_key = once_key',
    { replacements: { once_key, to, letter: to === null ? null : JSON.stringify(letter) } },
  )
}
