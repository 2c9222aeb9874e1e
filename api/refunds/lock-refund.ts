import { select, selectOne } from '#api/db/database.ts'
import { notFound } from '#api/errors.ts'
import { lockOrder, type LockedOrder } from '#api/orders/lock-order.ts'
import type {
  Disposition,
  GoodsStatus,
  MoneyStatus,
  RefundAction,
  RefundReason,
  RefundStatus,
} from '#sync/protocol/shop/refund.ts'

/** `product_variation_id`: what goes back. That is what was sold, or with `given_by` what that item gave. */
export interface LockedItem {
  id: number
  order_item_id: number
  given_by: number | null
  product_variation_id: number
  quantity: number
  exchange_variation_id: number | null
  disposition: Disposition | null
  handed_over: 0 | 1
}
/** A refund locked until the transaction ends, with its order. `amount` in cedis. */
export interface LockedRefund {
  id: number
  order_id: number
  action: RefundAction
  reason: RefundReason
  status_code: RefundStatus
  money_status: MoneyStatus
  goods_status: GoodsStatus
  /** The provider's progress, in the words of payment_refunds; null if it was not asked. */
  provider_status: string | null
  amount: number
  /** What of the amount went back to the gift card that paid. */
  to_card: number
  account_code: string | null
  decision_note: string | null
  updated_at: Date
  order: LockedOrder
  items: LockedItem[]
}

/** Locks a refund after its order, as everything that moves an order's money or goods does. @throws 404 */
export async function lockRefund(id: number, lock = lockOrder): Promise<LockedRefund> {
  const named = await selectOne<{ order_id: number }>('SELECT order_id FROM refunds WHERE id = ?', [id])
  if (!named) throw notFound('Refund')
  const order = await lock(named.order_id)
  const refund = (await selectOne<Omit<LockedRefund, 'order' | 'items'>>(
    `SELECT id, order_id, action, reason, status_code, money_status, goods_status, amount, to_card, account_code,
      decision_note, updated_at,
      (SELECT p.status_code FROM payment_refunds p WHERE p.refund_id = refunds.id ORDER BY p.id DESC
        LIMIT 1) AS provider_status
    FROM refunds WHERE id = ? FOR UPDATE`,
    [id],
  ))!
  const items = await select<LockedItem>(
    `SELECT g.id, g.order_item_id, g.given_by,
      COALESCE(b.exchange_variation_id, i.product_variation_id) AS product_variation_id, g.quantity,
      g.exchange_variation_id, g.disposition,
      g.handed_over_at IS NOT NULL AS handed_over
    FROM refund_items g JOIN order_items i ON i.id = g.order_item_id LEFT JOIN refund_items b ON b.id = g.given_by
    WHERE g.refund_id = ? ORDER BY g.id`,
    [id],
  )
  return { ...refund, order, items }
}

/** What the change log records of a refund: nothing that could name the customer. */
export const tracesOf = ({ status_code, money_status, goods_status, amount, account_code, items }: LockedRefund) => ({
  status_code,
  money_status,
  goods_status,
  amount,
  account_code,
  dispositions: items.map(({ id, disposition }) => ({ id, disposition })),
})
