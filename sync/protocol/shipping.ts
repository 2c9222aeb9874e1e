import { toCedis, toPesewas } from './money.ts'
import type { DeliveryMethod } from './shop/order.ts'
import type { Order } from './shop/order-view.ts'

/** Greater Accra: the customer agrees the fee with the rider and pays the rider. */
export const RIDER_REGION = 'GH-AA'

/** The destination of an order: its region, and the region and fee, in cedis, of its zone. */
export interface Destination {
  delivery_method_code: DeliveryMethod
  region_code?: string | null
  zone?: { region_code: string; cost: number } | null
}
/**
 * What may make delivery free: `over` in cedis, null if no subtotal does; `subtotal` in pesewas, before any discount.
 */
export interface FreeDelivery {
  subtotal: number
  over: number | null
  byCoupon: boolean
}

/** Whether the fee is agreed with the rider. Screens then say so, and never show 0. */
export const isAgreedWithRider = ({ delivery_method_code, region_code }: Destination) =>
  delivery_method_code === 'delivery' && region_code === RIDER_REGION

/** Whether the customer must choose a zone of the region before delivery. */
export const needsZone = (destination: Destination) =>
  destination.delivery_method_code === 'delivery' && !isAgreedWithRider(destination)

/** The parts of an order that decide its fee. */
export const destinationOf = ({
  delivery_method_code,
  shipping_region_code,
}: Pick<Order, 'delivery_method_code' | 'shipping_region_code'>): Destination => ({
  delivery_method_code,
  region_code: shipping_region_code,
})

/** Words about delivery if the shop charges no fee; null if it does. `fee` in cedis. */
export function noFeeWords(destination: Destination, fee: number): string | null {
  if (destination.delivery_method_code === 'self_pick_up') return 'Free: you pick it up'
  if (isAgreedWithRider(destination)) return 'Agreed with the rider'
  return fee > 0 ? null : 'Free'
}

/** The delivery fee in pesewas. 0 while no zone is chosen, or if the zone is in another region. */
export function shippingFee(destination: Destination, { subtotal, over, byCoupon }: FreeDelivery): number {
  const { region_code, zone } = destination
  if (!needsZone(destination) || !zone || zone.region_code !== region_code) return 0
  if (byCoupon || (over !== null && subtotal > toPesewas(over))) return 0
  return toPesewas(zone.cost)
}

/** What is missing until delivery is free, which it is above `over`; 0 once it is. All in cedis. */
export function leftToFree(subtotal: number, over: number): number {
  const left = toPesewas(over) - toPesewas(subtotal)
  return left < 0 ? 0 : toCedis(Math.max(1, left))
}
