import { TO_HAND_OVER } from '#sync/protocol/shop/order.ts'
import type { Order, OrderItem } from '#sync/protocol/shop/order-view.ts'
import type { Refund, RefundItem } from '#sync/protocol/shop/refund.ts'

/** Goods of a line of an order (`id`): as ordered, or those that the item `given_by` gives in exchange. */
export interface Packed extends Pick<OrderItem, 'id' | 'quantity' | 'product_variation'> {
  given_by: number | null
}

/**
 * The contents of an order's parcel: until it is handed over, less goods already returned, and with those given in
 * exchange.
 */
export function toPack(
  { status_code, items }: Pick<Order, 'status_code' | 'items'>,
  refunds: readonly Pick<Refund, 'status_code' | 'items'>[],
): Packed[] {
  const ordered = items.map(({ id, quantity, product_variation }): Packed => ({
    id,
    given_by: null,
    quantity,
    product_variation,
  }))
  if (!TO_HAND_OVER.includes(status_code)) return ordered
  const given = refunds
    .filter(refund => refund.status_code === 'APPROVED' || refund.status_code === 'COMPLETED')
    .flatMap(refund => refund.items)
    .flatMap(givenBy)
  const gone = refunds.flatMap(refund =>
    refund.items.filter(({ disposition }) => refund.status_code === 'APPROVED' || disposition !== null),
  )
  return [...ordered, ...given]
    .map(goods => ({ ...goods, quantity: goods.quantity - returnedPieces(goods, gone) }))
    .filter(({ quantity }) => quantity > 0)
}

const givenBy = ({ id, order_item_id, quantity, exchange_variation }: RefundItem): Packed[] =>
  exchange_variation ? [{ id: order_item_id, given_by: id, quantity, product_variation: exchange_variation }] : []

const returnedPieces = ({ id, given_by }: Packed, gone: readonly RefundItem[]) =>
  gone
    .filter(item => item.order_item_id === id && item.given_by === given_by)
    .reduce((sum, { quantity }) => sum + quantity, 0)
