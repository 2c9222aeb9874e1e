import { recordChange } from '#api/audit/record-change.ts'
import { giveBackUse } from '#api/coupons/coupon-uses.ts'
import { execute } from '#api/db/database.ts'
import type { LockedOrder } from '#api/orders/lock-order.ts'
import { noteEvent } from '#api/orders/order-events.ts'
import { TO_HAND_OVER } from '#sync/protocol/shop/order.ts'

/** Whether all goods of an order `o`, exchange goods included, came back by completed returns. */
const ALL_IS_BACK = `(SELECT SUM(i.quantity) FROM order_items i WHERE i.order_id = o.id)
  + (SELECT COALESCE(SUM(g.quantity), 0) FROM refund_items g JOIN refunds r ON r.id = g.refund_id
    WHERE r.order_id = o.id AND g.handed_over_at IS NOT NULL)
  = (SELECT COALESCE(SUM(g.quantity), 0) FROM refund_items g JOIN refunds r ON r.id = g.refund_id
    WHERE r.order_id = o.id AND r.status_code = 'COMPLETED' AND g.disposition IS NOT NULL)`

const REASON = 'All items were returned before it was handed over.'

/**
 * Cancels a locked order that has nothing left to hand over. Its money and goods went back by its returns and stay as
 * they are; its coupon may be used again, as for every cancelled order.
 */
export async function endReturnedOrder(
  { id, status_code, coupon_id }: Pick<LockedOrder, 'id' | 'status_code' | 'coupon_id'>,
  user_id: number | null,
): Promise<void> {
  const ended = await execute(
    `UPDATE orders o SET o.status_code = 'CANCELLED', o.cancelled_by = 'RETURN', o.cancel_reason = :reason
      WHERE o.id = :id AND o.status_code IN (:open) AND ${ALL_IS_BACK}`,
    { id, reason: REASON, open: TO_HAND_OVER },
  )
  if (ended === 0) return
  await giveBackUse({ id, coupon_id })
  await noteEvent({ order_id: id, code: 'CANCELLED', detail: REASON, user_id })
  if (user_id !== null)
    await recordChange({
      subject: 'order',
      subject_id: id,
      action: 'step',
      was: { status_code },
      became: { status_code: 'CANCELLED', reason: REASON },
    })
}
