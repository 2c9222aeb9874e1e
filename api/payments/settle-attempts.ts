import { execute, select, selectOne } from '#api/db/database.ts'
import { log } from '#api/http/log.ts'
import { OPEN, openAttemptsOf } from '#api/payments/attempts.ts'
import { confirm } from '#api/payments/confirm.ts'
import { isSilence } from '#api/payments/provider.ts'
import { PaymentDeclined } from '#api/payments/provider-errors.ts'
import type { OrderStatus } from '#sync/protocol/shop/order.ts'

/** Whether an order is paid, unpaid, or unknown because the provider did not answer about an open attempt. */
export type Settled = 'paid' | 'unpaid' | 'no_answer'

/** Asks the provider about every open payment attempt of an order. Call outside any transaction. */
export async function settleAttempts(order_id: number, ask: typeof confirm = confirm): Promise<Settled> {
  let silent = false
  for (const { reference } of await openAttemptsOf(order_id)) silent = !(await answered(reference, ask)) || silent
  const order = await selectOne<{ status_code: OrderStatus; due: number }>(
    'SELECT status_code, due FROM orders WHERE id = ?',
    [order_id],
  )
  if (order && order.status_code !== 'UNPAID' && order.status_code !== 'CANCELLED' && order.due === 0) return 'paid'
  return silent ? 'no_answer' : 'unpaid'
}

const AT_ONCE = 50
/** How many days an attempt is checked by itself. Later payments turn up in the provider's list. */
const DAYS = 4
/** A young attempt is checked every minute, an older one after a sixtieth of its age. */
const DUE = `${OPEN} AND created_at > NOW(3) - INTERVAL ${DAYS} DAY
  AND COALESCE(checked_at, created_at) < NOW(3) - INTERVAL GREATEST(50,
  TIMESTAMPDIFF(SECOND, created_at, NOW(3)) / 60) SECOND`

/** Checks every open attempt that is due, whatever became of its order. Stops at the first call without an answer. */
export async function settleOpenAttempts(ask: typeof confirm = confirm): Promise<void> {
  const due = await select<{ id: number; reference: string }>(
    `SELECT id, reference FROM payment_attempts WHERE ${DUE} ORDER BY COALESCE(checked_at, created_at)
      LIMIT ${AT_ONCE}`,
  )
  for (const { id, reference } of due) {
    // Another process may have come first.
    const claimed = await execute(`UPDATE payment_attempts SET checked_at = NOW(3) WHERE id = ? AND ${DUE}`, [id])
    if (claimed === 1 && !(await answered(reference, ask))) return
  }
}

async function answered(reference: string, ask: typeof confirm): Promise<boolean> {
  try {
    await ask(reference)
    return true
  } catch (error) {
    if (!isSilence(error) && !(error instanceof PaymentDeclined)) throw error
    log.warn({ reference, error: { name: error.name } }, 'the provider does not say what became of a payment')
    return false
  }
}
