import { addEntries, raiseBalances, type Entry } from '#api/ledger/ledger.ts'
import { takeFromCart } from '#api/carts/take-from-cart.ts'
import { giveBackUse, retakeUse } from '#api/coupons/coupon-uses.ts'
import { execute, select } from '#api/db/database.ts'
import { conflict } from '#api/errors.ts'
import { orderCancelled, orderConfirmed } from '#api/mail/order-letters.ts'
import type { LockedOrder } from '#api/orders/lock-order.ts'
import { noteEvent } from '#api/orders/order-events.ts'
import { writeToCustomer } from '#api/orders/write-to-customer.ts'
import { sumCedis } from '#sync/protocol/money.ts'
import { releaseHold, retakeHold, spendHold } from '#api/stored-value/holds.ts'
import { GIFT_CARDS } from '#api/stored-value/stored-values.ts'
import { lockVariations, moveStock, type Reason } from '#api/stock/stock.ts'

/**
 * `account_code`: where the money went, null if nothing is to pay. `till_id`: the till whose drawer holds it.
 * `user_id`: the member of staff who confirms payment; null for the provider.
 */
export interface Settlement {
  account_code: string | null
  till_id?: number | null
  user_id: number | null
  detail?: string
}

/**
 * Marks a locked order as paid, or what was due on delivery as collected: sells the reserved goods, enters the money,
 * empties the cart of them, and writes to the customer. If a stock count found fewer than it held, it is paid all the
 * same, and a manager is told.
 * @throws 409 if it does not wait for payment
 */
export async function payOrder(
  order: LockedOrder,
  { account_code, till_id = null, user_id, detail }: Settlement,
): Promise<void> {
  const paid = await execute(
    "UPDATE orders SET status_code = IF(status_code = 'UNPAID', 'PROCESSING', status_code), deposit = IF(due > 0, deposit, 0), due = 0, account_code = ?, reserved_until = NULL, paid_at = NOW(3), business_date = UTC_DATE() WHERE id = ? AND (status_code = 'UNPAID' OR due > 0)",
    [account_code, order.id],
  )
  if (paid === 0) throw conflict('This order is not waiting for payment.')
  const lines = await linesOf(order.id)
  const locked = await lockVariations(lines.map(({ product_variation_id }) => product_variation_id))
  await moveStock([...movementsOf(lines, 'RELEASE', user_id), ...movementsOf(lines, 'SALE', user_id)], locked)
  if (order.due > 0) await noteEvent({ order_id: order.id, code: 'COLLECTED', detail, user_id })
  else {
    await takeFromCart(order, order.id)
    await noteEvent({ order_id: order.id, code: user_id === null ? 'PAID' : 'CONFIRMED', detail, user_id })
    await writeToCustomer(order.id, 'confirmed', orderConfirmed)
  }
  const shared = { type_code: 'SALE', order_id: order.id, user_id, description: `Order ${order.id}` } as const
  // The deposit is no longer owed: it pays its part of the goods.
  const deposit = order.due > 0 ? order.deposit : 0
  if (order.gift > 0) await spendHold(order.id, user_id)
  const entries: Entry[] =
    account_code === null
      ? []
      : [
          { ...shared, account_code: 'DEPOSITS', amount: deposit },
          { ...shared, account_code: GIFT_CARDS, amount: order.gift },
          { ...shared, account_code, till_id, amount: sumCedis([order.total, -deposit, -order.gift]) },
        ]
  await addEntries(entries)
  await raiseBalances(entries)
}

/**
 * Holds an expired order's goods and coupon again, so that it can still be paid: all or nothing. False if something is
 * gone or a person cancelled it.
 */
export async function retakeOrder(order: LockedOrder): Promise<boolean> {
  if (order.status_code !== 'CANCELLED' || order.cancelled_by !== 'EXPIRY') return false
  const lines = await linesOf(order.id)
  if (order.coupon_id !== null && !(await retakeUse(order.id, order.coupon_id))) return false
  if (!(await areLeft(lines)) || (order.gift > 0 && !(await retakeHold(order.id)))) {
    await giveBackUse(order)
    return false
  }
  await moveStock(movementsOf(lines, 'RESERVATION', null))
  await execute(
    "UPDATE orders SET status_code = 'UNPAID', cancelled_by = NULL, cancel_reason = NULL, reserved_until = NOW(3) WHERE id = ?",
    [order.id],
  )
  return true
}

export interface Cancellation {
  by: 'EXPIRY' | 'PERSON'
  reason: string | null
  user_id: number | null
}

/**
 * Cancels a locked order that nobody has paid, and frees its goods and coupon. Writes to the customer if a person
 * cancelled it.
 * @throws 409 if it does not wait for payment
 */
export async function cancelOrder(order: LockedOrder, { by, reason, user_id }: Cancellation): Promise<void> {
  const cancelled = await execute(
    `UPDATE orders SET status_code = 'CANCELLED', cancelled_by = ?, cancel_reason = ?, reserved_until = NULL, due = 0
    WHERE id = ? AND (status_code = 'UNPAID' OR due > 0)`,
    [by, reason, order.id],
  )
  if (cancelled === 0) throw conflict('Only an order that is not paid can be cancelled.')
  await giveBackUse(order)
  const lines = await linesOf(order.id)
  await lockVariations(lines.map(({ product_variation_id }) => product_variation_id))
  await moveStock(movementsOf(lines, 'RELEASE', user_id))
  await releaseHold(order.id)
  await noteEvent({
    order_id: order.id,
    code: by === 'EXPIRY' ? 'EXPIRED' : 'CANCELLED',
    detail: reason ?? '',
    user_id,
  })
  if (by === 'PERSON') await writeToCustomer(order.id, 'cancelled', orderCancelled)
}

interface Line {
  order_id: number
  product_variation_id: number
  quantity: number
}

/** What a locked order holds or sells, as of now, whatever the transaction read before the lock. */
export const linesOf = (order_id: number) =>
  select<Line>(
    'SELECT order_id, product_variation_id, quantity FROM order_items WHERE order_id = ? ORDER BY product_variation_id FOR UPDATE',
    [order_id],
  )

/** Goods come back by a RELEASE, and leave by any other reason. */
export const movementsOf = (lines: readonly Line[], reason: Reason, user_id: number | null) =>
  lines.map(({ order_id, product_variation_id, quantity }) => ({
    product_variation_id,
    order_id,
    reason,
    quantity: reason === 'RELEASE' ? quantity : -quantity,
    user_id,
  }))

async function areLeft(lines: readonly Line[]): Promise<boolean> {
  const variations = await lockVariations(lines.map(({ product_variation_id }) => product_variation_id))
  return lines.every(({ product_variation_id, quantity }) => {
    const { on_hand, reserved } = variations.get(product_variation_id)!
    return on_hand - reserved >= quantity
  })
}
