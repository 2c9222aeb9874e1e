import { formatCedis } from '#sync/protocol/money.ts'
import type { DeliveryMethod } from '#sync/protocol/shop/order.ts'
import type { Draft } from './draft.ts'

/** Words around the checkout steps, of the first step, and of the summary beside them. */

export const checkout = 'Checkout'
export const away = 'Prices and stock may have changed. You can keep typing, and order when you are back online.'
export const yourBag = 'Your bag'
export const empty = 'Add Products to Begin Checkout.'
export const emptyMore = 'Add products to your bag, then check out here.'
export const goToShop = 'Go to the shop'
export const unbuyable = 'Some items in your bag cannot be ordered'
export const changeBag = 'Change your bag'

export const information = 'Information'
export const whoOrders = 'Contact'
export const firstName = 'First name'
export const lastName = 'Last name'
export const phone = 'Phone'
export const phoneHint = 'Such as 024 123 4567'
export const email = 'Email'
export const emailHint = 'For your order confirmation'

export const deliveryMethod = 'Delivery method'
export const methodHints: Record<DeliveryMethod, string> = {
  self_pick_up: 'Pick up from the shop for free',
  delivery: 'Delivered by rider or bus',
}

export const pickUpLocation = 'Pick-up location'
export const map = 'Map of the shop’s location'
export const directions = 'Directions'

export const whereTo = 'Delivery address'
export const yourAddresses = 'Your addresses'
export const anotherAddress = 'Another address'
export const newsletter = 'Send me the newsletter. We email you to confirm.'
export const saveAddress = 'Save this address'
export const addressUnsaved = 'We couldn’t save this address to your address book.'
export const stations = 'Pick up at a station'
export const atStation = (locations: string) =>
  `We send it by bus${locations && ` to ${locations}`}, and call you when it arrives. Bring your order number.`
export const arrives = (days: string) => `Arrives ${days} if you pay today.`
export const zonesUnread = 'Zones could not be loaded'
export const readZonesAgain = 'Load the zones again'
export const address = 'Address'
export const addressHint =
  'Street, house and a landmark. Add the GhanaPostGPS address if you know it, such as GA-183-8164'

export const additionalNotes = 'Additional notes'
export const reviewOrder = 'Review Order'

/** Messages for empty fields. */
export const missing = {
  shipping_region_code: 'Please choose your region.',
  shipping_delivery_zone_code: 'Please choose your zone.',
  shipping_address: 'Please enter your address.',
  first_name: 'Please enter your first name.',
  last_name: 'Please enter your last name.',
  phone: 'Please enter your phone number.',
  email: 'Please enter your email.',
} as const satisfies Partial<Record<keyof Draft, string>>
/** Beside the region. */
export const chooseAnother = (region: string) => `We do not deliver to ${region} yet. Choose another region or pick-up.`
export const noPhone = 'Enter a valid phone number, such as 024 123 4567.'
export const noEmail = 'Enter a valid email address.'

export const change = 'Change'
export const pieces = (count: number) => `${count} ${count === 1 ? 'item' : 'items'}`
export const discountCode = 'Discount code'
export const apply = 'Apply'
export const verifying = 'Verifying ...'
/** Follows the code itself. */
export const isApplied = (name: string) => `is applied: ${name}`
export const removeCode = (code: string) => `Remove the code ${code}`
export const codeForOtherGoods = 'This code is not valid for these items.'
/** `subtotal` in cedis. */
export const codeCountsFrom = (subtotal: number) => `This code needs a subtotal of ${formatCedis(subtotal)} or more.`
