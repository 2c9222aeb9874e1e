import { formatCedis } from '#sync/protocol/money.ts'
import type { DeliveryMethod } from '#sync/protocol/shop/order.ts'
import type { Draft } from './draft.ts'

/** What checkout says around its steps, in the first of them, and in the summary beside them. */

export const checkout = 'Checkout'
export const away = 'Prices and stock may have changed. You can go on typing; ordering waits until the network is back.'
export const yourBag = 'Your bag'
export const empty = 'Add Products to Begin Checkout.'
export const emptyMore = 'What you put into your shopping bag can be ordered here.'
export const goToShop = 'Go to the shop'
export const unbuyable = 'Not all of your bag can be ordered'
export const changeBag = 'Change your bag'

export const information = 'Information'
export const whoOrders = 'Who orders'
export const firstName = 'First name'
export const lastName = 'Last name'
export const phone = 'Phone'
export const phoneHint = 'Such as 024 123 4567'
export const email = 'E-mail'
export const emailHint = 'For the confirmation'

export const deliveryMethod = 'Delivery method'
export const methodHints: Record<DeliveryMethod, string> = {
  self_pick_up: 'Pick it up from the shop, free',
  delivery: 'A rider or a bus brings it',
}

export const pickUpLocation = 'Pick-up location'
export const map = 'Map: the shop on its street'
export const directions = 'Directions'

export const whereTo = 'Where to'
export const yourAddresses = 'Your addresses'
export const anotherAddress = 'Another address'
export const saveAddress = 'Save this address'
export const addressUnsaved = 'Your address could not be saved in your address book.'
export const noZone = 'We do not deliver there yet'
export const zonesUnread = 'Could not be read'
export const readZonesAgain = 'Read the zones again'
export const address = 'Address'
export const addressHint = 'Street, house and a landmark; the GhanaPostGPS address if you know it, such as GA-183-8164'

export const additionalNotes = 'Additional notes'
export const reviewOrder = 'Review Order'

/** What is said of a field that is empty. */
export const missing = {
  first_name: 'Please enter your first name.',
  last_name: 'Please enter your last name.',
  phone: 'Please enter your phone number.',
  email: 'Please enter your e-mail.',
  shipping_region_code: 'Please choose your region.',
  shipping_delivery_zone_code: 'Please choose your zone.',
  shipping_address: 'Please say where the rider finds you.',
} as const satisfies Partial<Record<keyof Draft, string>>
export const noPhone = 'This is no phone number we know how to call.'
export const noEmail = 'This is no e-mail address.'

export const change = 'Change'
export const pieces = (count: number) => `${count} ${count === 1 ? 'piece' : 'pieces'}`
export const discountCode = 'Discount code'
export const apply = 'Apply'
export const verifying = 'Verifying ...'
/** The code itself stands before it. */
export const isApplied = (name: string) => `is applied: ${name}`
export const removeCode = (code: string) => `Remove the code ${code}`
export const codeForOtherGoods = 'This code is for other goods than these.'
/** `subtotal` in cedis. */
export const codeCountsFrom = (subtotal: number) => `This code counts from ${formatCedis(subtotal)} on.`
