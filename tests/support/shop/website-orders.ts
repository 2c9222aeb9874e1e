import { addToCart } from '#api/carts/change-cart.ts'
import { inTransaction, selectOne } from '#api/db/database.ts'
import type { Owner } from '#api/http/owner.ts'
import { lockOrder } from '#api/orders/lock-order.ts'
import { findOwnOrder } from '#api/orders/own-orders.ts'
import { placeOrder } from '#api/orders/place-order.ts'
import { payOrder } from '#api/orders/settle-order.ts'
import type { OrderSubmission } from '#sync/protocol/shop/checkout.ts'
import type { OwnOrder } from '#sync/protocol/shop/order-view.ts'
import { aUser } from '#tests/support/server/api.ts'
import { aGuest } from '#tests/support/shop/shoppers.ts'
import { aSubmission } from '#tests/support/server/submission.ts'

export const aGuestOwner = async (): Promise<Owner> => ({ user_id: null, session_id: (await aGuest()).session_id })
export const aCustomerOwner = async (): Promise<Owner> => ({ user_id: (await aUser('CUSTOMER')).id, session_id: null })

/** Fills a cart, by variation and quantity. */
export async function fillCart(owner: Owner, goods: Record<number, number>): Promise<void> {
  for (const [id, quantity] of Object.entries(goods))
    await addToCart(owner, { product_variation_id: Number(id), quantity })
}

/** Orders a cart, and reads the order in the same transaction. */
export const orderCart = (owner: Owner, submission: OrderSubmission): Promise<OwnOrder> =>
  inTransaction(async () => findOwnOrder(owner, (await placeOrder(owner, submission)).id))

/** An order of these goods by a new customer, or by `owner`. */
export async function anOrderOf(
  goods: Record<number, number>,
  { owner, ...overrides }: Partial<OrderSubmission> & { owner?: Owner } = {},
): Promise<OwnOrder> {
  const who = owner ?? (await aGuestOwner())
  await fillCart(who, goods)
  return orderCart(who, aSubmission(overrides))
}

/** The same, paid by bank. */
export async function aPaidOrderOf(goods: Record<number, number>, owner: Owner): Promise<OwnOrder> {
  const order = await anOrderOf(goods, { owner })
  await inTransaction(async () => payOrder(await lockOrder(order.id), { account_code: 'BANK', user_id: 7 }))
  return order
}

/** An order to an address in Greater Accra, paid by bank. */
export async function aPaidDelivery(
  product_variation_id: number,
  overrides: Partial<OrderSubmission> = {},
): Promise<OwnOrder> {
  const order = await anOrderOf(
    { [product_variation_id]: 1 },
    {
      delivery_method_code: 'delivery',
      shipping_country_code: 'GH',
      shipping_region_code: 'GH-AA',
      shipping_address: 'Behind the bank, Osu',
      ...overrides,
    },
  )
  await inTransaction(async () => payOrder(await lockOrder(order.id), { account_code: 'BANK', user_id: 7 }))
  return order
}

/** Stock on hand and reserved of a variation. */
export const stockOf = async (id: number) =>
  (await selectOne<{ on_hand: number; reserved: number }>(
    'SELECT on_hand, reserved FROM product_variations WHERE id = ?',
    [id],
  ))!

export const statusOf = async (order_id: number) =>
  (await selectOne<{ status_code: string }>('SELECT status_code FROM orders WHERE id = ?', [order_id]))!.status_code

/** A coupon's own count of its uses. */
export const usesOf = async (coupon_id: number) =>
  (await selectOne<{ current_usage: number }>('SELECT current_usage FROM coupons WHERE id = ?', [coupon_id]))!
    .current_usage

/** The token in an order's tracking link. */
export const tokenOf = ({ tracking_url }: OwnOrder) => tracking_url!.split('/').at(-1)!
