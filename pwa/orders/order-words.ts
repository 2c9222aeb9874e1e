import type { Order } from '#sync/protocol/shop/order-view.ts'

/** What is said of an order to whom it belongs, from its head to its receipt. */

export const yourOrder = 'Your order'
export const order = (number: string) => `Order ${number}`
export const placed = (date: string) => `Placed ${date}`
export const payment = 'Payment'
export const waitingForPayment = 'Waiting for your payment'

export const cancelled = {
  EXPIRED: 'This order was not paid in time, so its goods went back on sale.',
  CANCELLED: 'This order was cancelled.',
  RETURNED: 'All of this order went back before it was handed over.',
} as const
export const cancelledMore =
  'If you paid and money left your account, it comes back to you by itself. Please contact us if it does not.'
export const returnedMore =
  'Nothing of it is on its way to you any more. What you get back for it stands with its refunds.'
export const goToShop = 'Go to the shop'

export const items = 'Items'

export const whatHappensNext = 'What happens next'
export const anythingToSay = 'Anything to say about it? Send us its number by WhatsApp.'
export const whatsApp = (phone: string) => `WhatsApp ${phone}`
/** What the shop is told by WhatsApp about an order. */
export const whatsAppMessage = (
  shop: string,
  { number, delivery_method_code }: Pick<Order, 'number' | 'delivery_method_code'>,
) =>
  `Hello ${shop}, ${delivery_method_code === 'self_pick_up' ? 'I would like to pick up my order.' : 'this is about my order.'} Its number is ${number}.`

export const details = 'Details'
export const how = 'How'
export const boughtInShop = 'Bought in the shop'
export const name = 'Name'
export const phone = 'Phone'
export const email = 'E-mail'
export const address = 'Address'
export const area = 'Area'
export const notes = 'Notes'

export const whatHappened = 'What happened'

export const receiptAsPdf = 'Receipt as PDF'
export const receiptUnwritten = 'The receipt could not be written: check the network and try again.'
export const paidInShop = 'In the shop'
export const paidOnline = 'Card or mobile money'
export const nothingToPay = 'Nothing to pay'
export const givenBack = (refund: number) => `Given back, refund ${refund}`
export const differencePaid = (refund: number) => `Difference, exchange ${refund}`
