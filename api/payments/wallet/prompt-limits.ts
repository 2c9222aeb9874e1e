import { selectOne } from '#api/db/database.ts'
import { tooMany } from '#api/errors.ts'
import { addressGroup } from '#api/http/address-group.ts'
import { allowTry, type Try } from '#api/http/tries.ts'
import { passGates } from '#api/orders/unpaid-limits.ts'

/** How many prompts one phone gets, and one order sends: each makes a phone ring, and anybody can name any phone. */
const SHORT = { minutes: 10, phone: 4, order: 8 }
const DAY = { minutes: 24 * 60, phone: 15, order: 40 }
/** Most prompts a minute from one internet address, which many shoppers may share. */
const ADDRESS = 30

/** Counts a prompt against the address that asks for it; `succeeded` takes it back. @throws 429 */
export const countAddress = (ip: string): Promise<Try> =>
  allowTry([{ key: `prompt ${addressGroup(ip)}`, failures: ADDRESS, grows: false }])

/**
 * Refuses a prompt too many for this phone or order. Call in the transaction that stores the attempt: prompts of one
 * phone queue from here on.
 * @throws 429
 */
export async function refuseTooManyPrompts(phone: string, order_id: number): Promise<void> {
  await passGates({ phone, address: null })
  for (const { minutes, ...most } of [SHORT, DAY]) {
    const sent = (await selectOne<{ phone: number; orders: number }>(
      `SELECT (SELECT COUNT(*) FROM payment_attempts WHERE phone = :phone
          AND created_at > NOW(3) - INTERVAL ${minutes} MINUTE) AS phone,
        (SELECT COUNT(*) FROM payment_attempts WHERE order_id = :order_id AND network IS NOT NULL
          AND created_at > NOW(3) - INTERVAL ${minutes} MINUTE) AS orders`,
      { phone, order_id },
    ))!
    if (sent.phone >= most.phone || sent.orders >= most.order) throw tooMany(minutes * 60)
  }
}
