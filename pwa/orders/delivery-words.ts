import { formatDay } from '#pwa/lib/format.ts'
import { formatCedis } from '#sync/protocol/money.ts'
import type { DeliveryMethod } from '#sync/protocol/shop/order.ts'
import type { Totals } from '#sync/protocol/pricing.ts'
import { areDeliveriesAhead, type ShopInfo } from '#sync/protocol/shop/shop.ts'
import { noFeeWords, type Destination } from '#sync/protocol/shipping.ts'

/** The delivery of an order, and its totals. */

export const delivery = 'Delivery'
export const methods: Record<DeliveryMethod, string> = { self_pick_up: 'Walk In', delivery }

/** In the order of calculation. */
export const amounts: Record<keyof Totals, string> = {
  subtotal: 'Subtotal',
  shipping_fee: 'Delivery Fee',
  discount: 'Code Discount',
  total: 'Total',
}
export const chooseZone = 'Choose your zone'

/** The delivery fee: in Greater Accra the customer agrees it with the rider, so it is never shown as an amount. */
export const feeOf = (destination: Destination, fee: number): string => noFeeWords(destination, fee) ?? formatCedis(fee)
export const paidToRider = 'You agree the delivery fee with the rider and pay them directly.'

/** The first day of deliveries, until it arrives. */
export const startOf = (shop: Pick<ShopInfo, 'delivery_start'>, now = new Date()): string =>
  areDeliveriesAhead(shop, now) ? `Deliveries start on ${formatDay(`${shop.delivery_start}T12:00:00`)}.` : ''

export const giftCard = 'Gift card'
