import { toPesewas } from './money.ts'
import type { DeliveryMethod } from './shop/order.ts'
import type { Order } from './shop/order-view.ts'

/** Greater Accra: the rider agrees the fee with the customer and is paid by them. */
export const RIDER_REGION = 'GH-AA'

/** Where an order goes: of the zone its region and cost, in cedis. */
export interface Destination {
  delivery_method_code: DeliveryMethod
  region_code?: string | null
  zone?: { region_code: string; cost: number } | null
}
/**
 * What may make its delivery free; `over` in cedis, null where no subtotal does. `subtotal` in pesewas, before any
 * discount.
 */
export interface FreeDelivery {
  subtotal: number
  over: number | null
  byCoupon: boolean
}

/** Whether the fee is agreed with the rider: it is then shown in those words, never as 0. */
export const isAgreedWithRider = ({ delivery_method_code, region_code }: Destination) =>
  delivery_method_code === 'delivery' && region_code === RIDER_REGION

/** Whether it cannot be delivered before a zone of its region is chosen. */
export const needsZone = (destination: Destination) =>
  destination.delivery_method_code === 'delivery' && !isAgreedWithRider(destination)

/** Where an order goes, as far as its fee is concerned. */
export const destinationOf = ({
  delivery_method_code,
  shipping_region_code,
}: Pick<Order, 'delivery_method_code' | 'shipping_region_code'>): Destination => ({
  delivery_method_code,
  region_code: shipping_region_code,
})

/** What is said of delivery where it costs nothing at the shop; null where it has a fee. `fee` in cedis. */
export function noFeeWords(destination: Destination, fee: number): string | null {
  if (destination.delivery_method_code === 'self_pick_up') return 'Free: you pick it up'
  if (isAgreedWithRider(destination)) return 'Agreed with the rider'
  return fee > 0 ? null : 'Free'
}

/**
 * What the shop charges for delivery, in pesewas. While a zone is still to be chosen, or is another region's, nothing.
 */
export function shippingFee(destination: Destination, { subtotal, over, byCoupon }: FreeDelivery): number {
  const { region_code, zone } = destination
  if (!needsZone(destination) || !zone || zone.region_code !== region_code) return 0
  if (byCoupon || (over !== null && subtotal > toPesewas(over))) return 0
  return toPesewas(zone.cost)
}
