import { formatCedis } from '#sync/protocol/money.ts'

/** How goods reach their buyers, and how they come back. What the shop's settings say of it stands beside. */
export const shippingPolicy = 'Shipping policy'
export const pickUp = 'Walk-in pick-up'
export const pickUpIsFree = 'Pick-up is free.'
export const whereWeAre = 'Where we are, and our numbers'
export const inGreaterAccra = 'Delivery in Greater Accra'
export const inOtherRegions = 'Delivery in other regions'
export const zoneCosts =
  'It costs what the zone costs to which your order goes. Checkout shows it before you order, and it is paid with the order.'
/** Cedis. */
export const freeOver = (goods: number) =>
  `Where your goods come to more than ${formatCedis(goods)}, we charge no delivery.`
export const pleaseNote = 'Please note'

export const returnsPolicy = 'Returns policy'
export const whatCanComeBack = 'What can come back'
export const comesBack = [
  'A piece that does not fit.',
  'A piece that is not what you ordered.',
  'A piece that is defective.',
]
export const how = 'How'
export const bringIt =
  'Bring it unworn, with its tags and your receipt or order number. We exchange it for the right size or piece; where there is none, we refund it the way it was paid.'
export const questions = 'Questions?'
export const callOrWrite = 'Call or write to us.'
