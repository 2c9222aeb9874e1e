import { inTransaction, select, selectOne } from '#api/db/database.ts'
import { log } from '#api/http/log.ts'
import { lockOrder } from '#api/orders/lock-order.ts'
import { cancelOrder } from '#api/orders/settle-order.ts'

/**
 * Asks the provider about every open payment attempt of an order, and settles paid ones. Call outside any transaction.
 */
export type SettleAttempts = (order_id: number) => Promise<Settled>
type Settled = 'paid' | 'unpaid' | 'no_answer'

const AT_ONCE = 100
/** How long an expired order is kept while the provider does not answer. */
const GRACE_MINUTES = 10

/**
 * Somebody was asked to approve the payment on a phone in time, and still can. No phone is asked once the time is over,
 * so this ends by itself.
 */
const IS_ASKED = `EXISTS (SELECT 1 FROM payment_attempts a
  WHERE a.order_id = orders.id AND a.ends_at > NOW(3) AND a.status_code IN ('OPENED', 'PENDING'))`

interface Due {
  id: number
  waited_enough: number
}

/**
 * Cancels expired orders after the provider says that each is unpaid. Safe in several processes at once, and beside
 * payments. Returns how many it cancelled.
 */
export async function expireOrders(settleAttempts: SettleAttempts): Promise<number> {
  const due = await select<Due>(`SELECT id, reserved_until < NOW(3) - INTERVAL ${GRACE_MINUTES} MINUTE AS waited_enough
      FROM orders
    WHERE status_code = 'UNPAID' AND reserved_until < NOW(3) AND NOT ${IS_ASKED}
    ORDER BY reserved_until LIMIT ${AT_ONCE}`)
  let cancelled = 0
  let silent = false
  for (const { id, waited_enough } of due) {
    try {
      // If the provider is silent for one order, do not keep the rest waiting.
      const settled: Settled = silent ? 'no_answer' : await settleAttempts(id)
      silent = settled === 'no_answer'
      if (settled === 'unpaid' || (silent && waited_enough)) cancelled += await expire(id)
    } catch (error) {
      log.error({ order: id, error: { name: (error as Error).name } }, 'order does not expire')
    }
  }
  return cancelled
}

/** Its owner may have ordered again or paid since it was read. */
const expire = (id: number): Promise<0 | 1> =>
  inTransaction(async () => {
    const order = await lockOrder(id)
    const stillDue = await selectOne(
      "SELECT id FROM orders WHERE id = ? AND status_code = 'UNPAID' AND reserved_until < NOW(3) FOR UPDATE",
      [id],
    )
    if (!stillDue) return 0
    await cancelOrder(order, { by: 'EXPIRY', reason: null, user_id: null })
    return 1
  })
