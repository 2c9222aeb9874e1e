import { noFeeWords } from '#sync/protocol/shipping.ts'
import { formatCedis } from '#sync/protocol/money.ts'
import type { DeliveryZone } from '#sync/protocol/entities/delivery-zone.ts'
import type { Reach } from '#sync/protocol/shop/reach.ts'

/** When and for how much an order reaches a region. */

export const deliverTo = 'Delivery to'
export const chooseRegion = 'Choose your region'
export const unread = 'We couldn’t load the delivery dates.'

/** A region in a list to choose from. */
export const regionOf = ({ name, door, station }: Pick<Reach, 'name' | 'door' | 'station'>) =>
  door ? name : station ? `${name} · pick up at a station` : `${name} · no delivery yet`

export const atStation = 'Pick up at a station'
export const noDays = 'Ask us for the date'
/** The fee of a zone, or who agrees it. */
export const feeOf = (zone: Pick<DeliveryZone, 'region_code' | 'cost'>) =>
  noFeeWords({ delivery_method_code: 'delivery', region_code: zone.region_code }, zone.cost) ?? formatCedis(zone.cost)
export const payToday = 'If you order and pay today.'

export const notReached = (region: string) => `We do not deliver to ${region} yet.`
export const whatThen = 'You can have it sent to the nearest place we deliver to, pick it up at the shop, or ask us.'
/** `cost` in cedis. */
export const nearest = ({ name, door, station }: Reach) => {
  const fee = door ?? station
  return `${door ? 'Deliver to' : 'Station pick-up in'} ${name}${fee && fee.cost > 0 ? `, from ${formatCedis(fee.cost)}` : ''}`
}
export const ask = 'Ask on WhatsApp'
export const contact = 'Contact us'
export const question = (shop: string, region: string) =>
  `Hello ${shop}, I would like a delivery to ${region}. How can you send it?`

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const WEEK_MS = 6 * 24 * 60 * 60_000

/** 'Thu–Fri'; with dates where a weekday alone could mean another week. */
export function arrival({ from, to }: { from: string; to: string }, now: Date): string {
  const isNear = Date.parse(to) - now.getTime() < WEEK_MS
  const word = (day: string) => {
    const date = new Date(`${day}T00:00:00Z`)
    const weekday = DAYS[date.getUTCDay()]!
    return isNear ? weekday : `${weekday} ${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]!}`
  }
  if (from === to) return word(from)
  return isNear ? `${word(from)}–${word(to)}` : `${word(from)} – ${word(to)}`
}
