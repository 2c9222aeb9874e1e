import sharp from 'sharp'
import { execute, inTransaction } from '#api/db/database.ts'
import { lockOrder } from '#api/orders/lock-order.ts'
import { noteEvent } from '#api/orders/order-events.ts'
import { payOrder } from '#api/orders/settle-order.ts'
import { approveRefund } from '#api/refunds/decide-refund.ts'
import { findRefund } from '#api/refunds/find-refunds.ts'
import { requestRefund } from '#api/refunds/request-refund.ts'
import type { OrderSubmission } from '#sync/protocol/shop/checkout.ts'
import type { Owner } from '#api/http/owner.ts'
import type { OwnOrder } from '#sync/protocol/shop/order-view.ts'
import type { Refund } from '#sync/protocol/shop/refund.ts'
import { ownerBehind } from '#tests/support/browser/gathered.ts'
import { anOrderOf } from '#tests/support/shop/website-orders.ts'

/** An order paid at the counter and handed over `daysAgo`. */
export async function aCompletedOrder(
  goods: Record<number, number>,
  { daysAgo = 0, ...who }: Partial<OrderSubmission> & { owner?: Owner; daysAgo?: number } = {},
): Promise<OwnOrder> {
  const order = await anOrderOf(goods, who)
  await inTransaction(async () => {
    await payOrder(await lockOrder(order.id), {
      account_code: order.total === 0 ? null : 'CASH',
      user_id: null,
      detail: 'Paid at the counter.',
    })
    await execute(
      "UPDATE orders SET status_code = 'COMPLETED', completed_at = NOW(3) - INTERVAL ? MINUTE WHERE id = ?",
      [Math.round(daysAgo * 24 * 60), order.id],
    )
    await noteEvent({ order_id: order.id, code: 'COMPLETED' })
  })
  return order
}

/** Requests the return of one piece of an order's first line. Returns its id. */
export const aRefundOf = async ({ id, items }: OwnOrder, user_id: number | null = null) =>
  (
    await requestRefund(
      { order_id: id, action: 'REFUND', reason: 'MISFIT', items: [{ order_item_id: items[0]!.id, quantity: 1 }] },
      user_id,
    )
  ).id

/** The same, approved: one piece of a new order. */
export async function anApprovedReturn(variation: number): Promise<Refund> {
  const id = await aRefundOf(await aCompletedOrder({ [variation]: 1 }))
  await approveRefund(id, { user_id: 7 })
  return findRefund(id)
}

/** One piece just handed over to the caller. */
export const aReturnable = async (variation: number, headers: Record<string, string> | undefined) =>
  aCompletedOrder({ [variation]: 1 }, { owner: await ownerBehind(headers) })

/** The body of a refund request for one piece of an order's first line. */
export const aWish = ({ items }: OwnOrder) => ({
  action: 'REFUND',
  reason: 'MISFIT',
  items: [{ order_item_id: items[0]!.id, quantity: 1 }],
})

/** A form with a small photo. */
export async function aPhoto(): Promise<FormData> {
  const form = new FormData()
  const jpeg = await sharp({ create: { width: 8, height: 10, channels: 3, background: '#23407f' } })
    .jpeg()
    .toBuffer()
  form.set('photo', new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' }), 'photo.jpg')
  return form
}
