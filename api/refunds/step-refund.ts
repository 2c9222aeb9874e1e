import { addEntries, raiseBalances, type Entry } from '#api/ledger/ledger.ts'
import { recordChange } from '#api/audit/record-change.ts'
import { execute, inTransaction } from '#api/db/database.ts'
import { noteEvent } from '#api/orders/order-events.ts'
import type { lockOrder } from '#api/orders/lock-order.ts'
import { endReturnedOrder } from '#api/refunds/end-returned-order.ts'
import { lockRefund, tracesOf, type LockedRefund } from '#api/refunds/lock-refund.ts'
import { noteRefund } from '#api/refunds/refund-events.ts'

export interface Step {
  /** A verb in the infinitive, such as 'approve'. */
  action: string
  user_id: number | null
  lock?: typeof lockOrder
}

/**
 * Runs a step on a locked refund, completes it if nothing is left to do, and records the change. `work` returns the
 * ledger entries, which come last because every sale needs the balances.
 */
export const stepRefund = (
  id: number,
  { action, user_id, lock }: Step,
  work: (refund: LockedRefund) => Promise<readonly Entry[]>,
): Promise<void> =>
  inTransaction(async () => {
    const refund = await lockRefund(id, lock)
    const entries = await work(refund)
    await completeIfThrough(refund, user_id)
    await recordChange({
      subject: 'refund',
      subject_id: id,
      action,
      was: tracesOf(refund),
      became: tracesOf(await lockRefund(id, lock)),
    })
    await addEntries(entries)
    await raiseBalances(entries)
  })

/**
 * Completes an approved refund once its goods are booked and its money is paid or accepted by the provider; ends the
 * order too if nothing is left to hand over.
 */
export async function completeIfThrough(
  { id, order_id, order }: Pick<LockedRefund, 'id' | 'order_id' | 'order'>,
  user_id: number | null,
): Promise<void> {
  const completed = await execute(
    `UPDATE refunds SET status_code = 'COMPLETED'
      WHERE id = ? AND status_code = 'APPROVED' AND goods_status <> 'AWAITED'
    AND (money_status IN ('NONE', 'DONE') OR EXISTS (SELECT 1 FROM payment_refunds p
      WHERE p.refund_id = refunds.id AND p.booked = 1))`,
    [id],
  )
  if (completed === 0) return
  await noteRefund({ refund_id: id, code: 'COMPLETED', user_id })
  await noteEvent({ order_id, code: 'REFUND_COMPLETED', user_id })
  await endReturnedOrder(order, user_id)
}
