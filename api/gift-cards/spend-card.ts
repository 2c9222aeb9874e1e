import { execute } from '#api/db/database.ts'
import { invalid } from '#api/errors.ts'
import { lockOrder } from '#api/orders/lock-order.ts'
import { noteEvent } from '#api/orders/order-events.ts'
import { linesOf, payOrder } from '#api/orders/settle-order.ts'
import { lockToPay } from '#api/payments/start-payment.ts'
import { lockVariations } from '#api/stock/stock.ts'
import { holdValue, releaseHold } from '#api/stored-value/holds.ts'
import { availableOf, GIFT_CARDS, lockValue, whyNot, type LockedValue } from '#api/stored-value/stored-values.ts'
import { formatCedis, sumCedis } from '#sync/protocol/money.ts'
import { LEAST_PAID_ONLINE } from '#sync/protocol/shop/checkout.ts'

/**
 * Lets a gift card pay an unpaid order, or as much of it as is on the card: that is held until the rest is paid. One
 * card an order; another one takes the place of the first. Call inside a transaction.
 * @throws 404, 409 if the order does not wait for payment, 422 on `code` if nothing can be spent
 */
export async function spendCard(order_id: number, stored_value_id: number): Promise<void> {
  await lockToPay(order_id)
  // Goods are locked before cards, and the order may be paid whole.
  await lockVariations((await linesOf(order_id)).map(({ product_variation_id }) => product_variation_id))
  await releaseHold(order_id)
  const card = await lockValue(stored_value_id)
  const { total } = await lockOrder(order_id)
  const amount = partOf(card, total)
  await holdValue(order_id, stored_value_id, amount)
  await execute('UPDATE orders SET gift = ?, deposit = 0 WHERE id = ?', [amount, order_id])
  const detail = `${formatCedis(amount)}, card ending in ${card.code_end}`
  await noteEvent({ order_id, code: 'GIFT_CARD', detail })
  if (amount === total) await payOrder(await lockOrder(order_id), { account_code: GIFT_CARDS, user_id: null, detail })
}

/** Takes the gift card off an unpaid order. Call inside a transaction. @throws 404, 409 */
export async function takeCardOff(order_id: number): Promise<void> {
  await lockToPay(order_id)
  await releaseHold(order_id)
  const changed = await execute('UPDATE orders SET gift = 0, deposit = 0 WHERE id = ? AND gift > 0', [order_id])
  if (changed > 0) await noteEvent({ order_id, code: 'GIFT_CARD_OFF' })
}

/** What a card pays of a total: all that it can, but the rest is never too little to be paid online. */
function partOf(card: LockedValue, total: number): number {
  const available = availableOf(card)
  const most = sumCedis([total, -LEAST_PAID_ONLINE])
  const amount = available >= total ? total : Math.min(available, most)
  if (amount > 0) return amount
  throw invalid({ code: [whyNot(card)] })
}
