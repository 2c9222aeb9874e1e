import { eraseUnconfirmed } from '#api/account/erase.ts'
import { CONFIRM_DAYS } from '#api/auth/confirm-email.ts'
import { select } from '#api/db/database.ts'

/** Accounts of one round. */
const MOST_A_ROUND = 2_000

/**
 * Deletes accounts of customers whose address nobody confirmed in time. One that has an order stays, because the shop
 * needs to know who bought. Returns how many.
 */
export async function sweepUnconfirmed(): Promise<number> {
  const late = await select<{ id: number }>(
    `SELECT u.id FROM users u WHERE u.unconfirmed_since < NOW(3) - INTERVAL ${CONFIRM_DAYS} DAY
      AND u.role_code = 'CUSTOMER' AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.user_id = u.id)
      ORDER BY u.unconfirmed_since LIMIT ${MOST_A_ROUND}`,
  )
  let gone = 0
  for (const { id } of late) if (await eraseUnconfirmed(id)) gone += 1
  return gone
}
