import { formatCount } from '#pwa/lib/format.ts'

/** The bag, its lines, and its subtotal. */

export const inYourBag = 'In Your Bag'
export const away = 'Prices and stock may have changed. You can change your bag when you are back online.'
export const yourBag = 'Your bag'

export const empty = 'Your Cart Is Empty'
export const waitsHere = 'Items you add to your bag appear here.'
export const toShop = 'Go to the shop'

export const seeBelow = (names: readonly string[]) => `${names.join(', ')}: see below.`
export const notInTotal = ' It is not part of the total.'
export const take = (count: number) => `Change to ${count}`
export const quantityOf = (name: string) => `Quantity of ${name}`
export const remove = (name: string) => `Remove ${name}`

export const removed = (name: string) => `${name} removed from your bag.`
export const undo = 'Undo'

export const total = 'Total'
export const pieces = (count: number) => `${formatCount(count)} ${count === 1 ? 'item' : 'items'}`
export const subtotal = 'Subtotal'
export const delivery = 'Delivery depends on your address. Pick-up from the shop is free.'
export const checkout = 'Checkout'
export const goOn = 'Continue shopping'
