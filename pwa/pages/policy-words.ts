import { formatCedis } from '#sync/protocol/money.ts'

/** Delivery and returns. The shop's settings add their own words. */
export const shippingPolicy = 'Shipping policy'
export const pickUp = 'Walk-in pick-up'
export const pickUpIsFree = 'Pick-up is free.'
export const whereWeAre = 'Address and phone numbers'
export const inGreaterAccra = 'Delivery in Greater Accra'
export const inOtherRegions = 'Delivery in other regions'
export const zoneCosts =
  'The fee depends on your delivery zone. Checkout shows it before you order, and you pay it with the order.'
/** In cedis. */
export const freeOver = (goods: number) => `Delivery is free for orders over ${formatCedis(goods)}.`
export const pleaseNote = 'Please note'

export const returnsPolicy = 'Returns policy'
export const whatCanComeBack = 'What you can return'
export const comesBack = [
  'An item that does not fit.',
  'An item that is not what you ordered.',
  'An item that is defective.',
]
export const how = 'How to return it'
export const bringIt =
  'Bring it unworn, with its tags and your receipt or order number. We exchange it for the right size or item. If it is out of stock, we refund you the way you paid.'
export const questions = 'Questions?'
export const callOrWrite = 'Call or write to us.'
