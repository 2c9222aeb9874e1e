import { addEntries, raiseBalances, type Entry } from '#api/ledger/ledger.ts'
import { findUsableCoupon, type CouponUser } from '#api/coupons/coupons.ts'
import { execute, insertRows, selectOne } from '#api/db/database.ts'
import { conflict, invalid } from '#api/errors.ts'
import type { LockedOrder } from '#api/orders/lock-order.ts'
import type * as placing from '#api/orders/place-order.ts'
import { linesOf, movementsOf, type Cancellation, type Settlement } from '#api/orders/settle-order.ts'
import { moveStock } from '#api/stock/stock.ts'
import type { Owner } from '#api/http/owner.ts'
import type { OrderSubmission } from '#sync/protocol/shop/checkout.ts'
import type { CheckoutCoupon } from '#sync/protocol/entities/coupon.ts'

/** Checks the stock and then takes it: sells the last piece twice, for the controls. */
export async function checkThenReserve(
  order_id: number,
  lines: readonly { product_variation_id: number; quantity: number }[],
): Promise<void> {
  for (const { product_variation_id: id, quantity } of lines) {
    const { left } = (await selectOne<{ left: number }>(
      'SELECT on_hand - reserved AS `left` FROM product_variations WHERE id = ?',
      [id],
    ))!
    if (left < quantity) throw invalid({ [`variation_${id}`]: [`${left} left.`] })
    await execute('UPDATE product_variations SET reserved = reserved + ? WHERE id = ?', [quantity, id])
  }
  await insertRows(
    'stock_movements',
    lines.map(({ product_variation_id, quantity }) => ({
      product_variation_id,
      order_id,
      reason: 'RESERVATION',
      quantity: -quantity,
    })),
  )
}

/**
 * Reads how often a coupon was used, by everybody and by this customer, and then adds one: lets too many use it, for
 * the controls.
 */
export async function readThenUse(code: string, customer: CouponUser): Promise<CheckoutCoupon> {
  const coupon = await findUsableCoupon(code, customer)
  await execute('UPDATE coupons SET current_usage = ? WHERE id = ?', [coupon.current_usage + 1, coupon.id])
  return coupon
}

/** Pays an order as it was read, without checking again: sells a cancelled order, for the controls. */
export async function payAsRead(
  { id, status_code, total }: LockedOrder,
  { account_code, user_id }: Settlement,
): Promise<void> {
  if (status_code !== 'UNPAID') throw conflict('This order is not waiting for payment.')
  await execute(
    "UPDATE orders SET status_code = 'PROCESSING', account_code = ?, reserved_until = NULL, paid_at = NOW(3) WHERE id = ?",
    [account_code, id],
  )
  const lines = await linesOf(id)
  await moveStock([...movementsOf(lines, 'RELEASE', user_id), ...movementsOf(lines, 'SALE', user_id)])
  const entries: Entry[] = [
    {
      account_code: account_code!,
      type_code: 'SALE',
      order_id: id,
      user_id,
      amount: total,
      description: `Order ${id}`,
    },
  ]
  await addEntries(entries)
  await raiseBalances(entries)
}

/** Cancels an order in the same way. */
export async function cancelAsRead({ id, status_code }: LockedOrder, { by, user_id }: Cancellation): Promise<void> {
  if (status_code !== 'UNPAID') throw conflict('Only an order that is not paid can be cancelled.')
  await execute("UPDATE orders SET status_code = 'CANCELLED', cancelled_by = ?, reserved_until = NULL WHERE id = ?", [
    by,
    id,
  ])
  await moveStock(movementsOf(await linesOf(id), 'RELEASE', user_id))
}

/** Places an order and believes the browser's totals, for the controls. */
export async function placeAsTold(
  placeOrder: typeof placing.placeOrder,
  owner: Owner,
  { subtotal, shipping_fee, discount, total, ...submission }: OrderSubmission,
): Promise<placing.PlacedOrder> {
  const placed = await placeOrder(owner, submission)
  for (const [column, amount] of Object.entries({ subtotal, shipping_fee, discount, total }))
    if (amount !== undefined) await execute(`UPDATE orders SET ${column} = ? WHERE id = ?`, [amount, placed.id])
  return placed
}
