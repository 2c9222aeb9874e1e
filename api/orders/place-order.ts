import { randomBytes } from 'node:crypto'
import { giveBackUseFor, noteUse, takeUse } from '#api/coupons/coupon-uses.ts'
import { findDestination } from '#api/delivery/find-destination.ts'
import { asSql, execute, inTransaction, insertRow, insertRows, selectOne, sqlTime } from '#api/db/database.ts'
import { conflict, invalid, staleTotal } from '#api/errors.ts'
import { lockOwner, ownedBy, type Owner } from '#api/http/owner.ts'
import { lockOrder } from '#api/orders/lock-order.ts'
import { noteEvent } from '#api/orders/order-events.ts'
import { findGoodsInCart, type OrderedGoods } from '#api/orders/ordered-goods.ts'
import { linesOf, movementsOf, payOrder } from '#api/orders/settle-order.ts'
import { noteAddress, refuseTooMuchUnpaid } from '#api/orders/unpaid-limits.ts'
import { orderTerms } from '#api/shop/settings.ts'
import { releaseHold } from '#api/stored-value/holds.ts'
import { lockVariations, moveStock, reserveStock } from '#api/stock/stock.ts'
import { LEAST_PAID_ONLINE, type OrderSubmission } from '#sync/protocol/shop/checkout.ts'
import type { CheckoutCoupon } from '#sync/protocol/entities/coupon.ts'
import { formatCedis } from '#sync/protocol/money.ts'
import { holdsFor, isSamePrice, websiteTotals, whyCouponRests, type Totals } from '#sync/protocol/pricing.ts'
import { MOST_OF_A_SALE } from '#sync/protocol/sale.ts'

/**
 * Places an order for a cart at the shop's own prices. Holds its goods and coupon until it is paid or expires. If the
 * owner has an unpaid order, changes that one instead. A free order is PROCESSING at once. Locks the goods as late as
 * possible, because other orders want them too. Sent again, it holds them for twice the usual time in all. `address` is
 * the request's internet address.
 * @throws 409 for an order that has held its goods as long as it may; 409 stale_total with the right `totals`; 422 on the
 * field, for example if the total is too low to pay online, or on `variation_41` with the stock left in words
 */
export const placeOrder = (
  owner: Owner,
  submission: OrderSubmission,
  address: string | null = null,
): Promise<PlacedOrder> =>
  inTransaction(async () => {
    const holder = { user_id: owner.user_id, phone: submission.phone, address }
    await lockOwner(owner)
    const goods = await findGoodsInCart(owner)
    const { destination, columns, address: place } = await findDestination(submission)
    const { free_delivery_over, reservation_minutes } = await orderTerms()
    const previous = await waitingOrder(owner, reservation_minutes)
    if (previous) refuseLongHold(previous, reservation_minutes)
    if (previous) await giveBackUseFor(previous, submission.coupon_code || null)
    const coupon = submission.coupon_code
      ? await takeUse(submission.coupon_code, { user_id: owner.user_id, phone: submission.phone })
      : null
    if (submission.coupon_id && submission.coupon_id !== coupon?.id)
      throw invalid({ coupon_code: ['Please enter the code again.'] })
    if (coupon) refuseResting(coupon, goods)
    const totals = websiteTotals({ lines: goods, coupon, free_delivery_over, ...destination })
    if (Math.max(totals.subtotal, totals.total) > MOST_OF_A_SALE) throw invalid({ cart: ['This order is too large.'] })
    refuseOthers(submission, totals)
    refuseTooLittle(totals, coupon)
    if (totals.total > 0)
      await refuseTooMuchUnpaid(holder, {
        pieces: countPieces(goods),
        value: totals.subtotal,
        previous: previous?.id ?? null,
        minutes: reservation_minutes,
      })

    const row = {
      ...totals,
      ...columns,
      coupon_id: coupon?.id ?? null,
      ...customerOf(submission, place),
      deposit: 0,
      gift: 0,
      reserved_until: holdUntil(reservation_minutes, previous !== null),
    }
    const order_id = previous ? await changeOrder(previous.id, row, goods) : await openOrder(owner, row)
    if (coupon) await noteUse(order_id, coupon.id)
    await noteEvent({ order_id, code: previous ? 'CHANGED' : 'PLACED' })
    await holdGoods(order_id, goods, coupon)
    if (previous) await releaseHold(order_id)
    await noteAddress(order_id, holder)
    if (totals.total === 0)
      await payOrder(await lockOrder(order_id), { account_code: null, user_id: null, detail: 'Nothing to pay.' })
    return { id: order_id, total: totals.total }
  })

/** `total` in cedis; at 0 nothing waits for payment. */
export interface PlacedOrder {
  id: number
  total: number
}

/** This owner's unpaid order whose goods are still held. A guest who signs in may have two until one expires. */
const waitingOrder = (owner: Owner, minutes: number) =>
  selectOne<{ id: number; coupon_id: number | null; is_over: 0 | 1 }>(
    `SELECT id, coupon_id, ${lastHold(minutes)} <= NOW(3) AS is_over FROM orders WHERE ${ownedBy(owner)} AND type_code = 'WEBSITE' AND status_code = 'UNPAID'
      ORDER BY id DESC LIMIT 1 FOR UPDATE`,
    { ...owner },
  )

/** How many times as long as once an order that is sent again and again may hold its goods, from the first time on. */
const MOST_HOLDS = 2

/** Until when an unpaid order may hold its goods at most, as SQL; one that was given longer keeps that. */
const lastHold = (minutes: number) =>
  `GREATEST(reserved_until, created_at + INTERVAL ${Number(MOST_HOLDS * minutes)} MINUTE)`

function holdUntil(minutes: number, isAgain: boolean) {
  const once = `NOW(3) + INTERVAL ${Number(minutes)} MINUTE`
  return asSql(isAgain ? `LEAST(${once}, ${lastHold(minutes)})` : once)
}

/** @throws 409 once an unpaid order has held its goods for as long as it may: it is about to expire */
function refuseLongHold({ is_over }: { is_over: 0 | 1 }, minutes: number): void {
  if (is_over)
    throw conflict(
      `These items were held for ${MOST_HOLDS * minutes} minutes and go back on sale now. Order again in a few minutes if they are still in stock.`,
    )
}

const countPieces = (goods: readonly OrderedGoods[]) => goods.reduce((sum, { quantity }) => sum + quantity, 0)

/** Refuses if the shopper was shown different amounts. */
function refuseOthers(shown: Partial<Totals>, totals: Totals): void {
  const names = Object.keys(totals) as (keyof Totals)[]
  if (names.some(name => shown[name] !== undefined && !isSamePrice(shown[name], totals[name]))) throw staleTotal(totals)
}

/** A total above zero but below the least online payment could never be paid. */
function refuseTooLittle({ total }: Totals, coupon: CheckoutCoupon | null): void {
  if (total === 0 || total >= LEAST_PAID_ONLINE) return
  const least = `the minimum online payment is ${formatCedis(LEAST_PAID_ONLINE)}`
  throw invalid(
    coupon
      ? { coupon_code: [`With this code you would pay ${formatCedis(total)}, but ${least}.`] }
      : { cart: [`This comes to ${formatCedis(total)}, but ${least}.`] },
  )
}

/** A code that takes nothing off these goods is not used up. */
function refuseResting(coupon: CheckoutCoupon, goods: readonly OrderedGoods[]): void {
  const why = whyCouponRests(coupon, goods)
  if (why === 'goods') throw invalid({ coupon_code: ['This code is not valid for these items.'] })
  if (why === 'subtotal')
    throw invalid({ coupon_code: [`This code is for orders of ${formatCedis(coupon.minimum_subtotal!)} or more.`] })
}

/** The customer and destination, as the row stores them. */
const customerOf = (
  { delivery_method_code, first_name, last_name, email, phone, shipping_additional_details }: OrderSubmission,
  address: string | null,
) => ({
  delivery_method_code,
  customer_name: `${first_name} ${last_name}`.slice(0, 120),
  customer_phone: phone,
  shipping_address: JSON.stringify({ first_name, last_name, email, phone, address }),
  shipping_additional_details: shipping_additional_details || null,
})

/** A guest has no account to find the order in, so they get a link that cannot be guessed. */
const openOrder = (owner: Owner, row: Record<string, unknown>): Promise<number> =>
  insertRow('orders', {
    ...row,
    ...owner,
    type_code: 'WEBSITE',
    status_code: 'UNPAID',
    business_date: sqlTime(Date.now()).slice(0, 10),
    tracking_token: owner.user_id === null ? randomBytes(24).toString('base64url') : null,
  })

/** Overwrites an unpaid order and frees what it held. */
async function changeOrder(id: number, row: Record<string, unknown>, goods: readonly OrderedGoods[]): Promise<number> {
  await execute(
    `UPDATE orders SET ${Object.keys(row)
      .map(column => `${column} = :${column}`)
      .join(', ')} WHERE id = :id`,
    { ...row, id },
  )
  const lines = await linesOf(id)
  await lockVariations([...lines, ...goods].map(({ product_variation_id }) => product_variation_id))
  await moveStock(movementsOf(lines, 'RELEASE', null))
  await execute('DELETE FROM order_items WHERE order_id = ?', [id])
  return id
}

/** Lock the goods before writing the lines: each line would take a lock on its variation that deadlocks. */
async function holdGoods(
  order_id: number,
  goods: readonly OrderedGoods[],
  coupon: CheckoutCoupon | null,
): Promise<void> {
  await reserveStock(order_id, goods)
  await insertRows(
    'order_items',
    goods.map(line => {
      const { product_variation_id, quantity, price } = line
      return {
        order_id,
        product_variation_id,
        quantity,
        price,
        discounted: Number(coupon === null || holdsFor(coupon, line)),
      }
    }),
  )
}
