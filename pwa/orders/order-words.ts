import type { Order } from '#sync/protocol/shop/order-view.ts'

/** Words about an order for its owner, from its heading to its receipt. */

export const yourOrder = 'Your order'
export const order = (number: string) => `Order ${number}`
export const placed = (date: string) => `Placed ${date}`
export const payment = 'Payment'
export const waitingForPayment = 'Waiting for your payment'

export const cancelled = {
  EXPIRED: 'This order was not paid in time, so we put its items back on sale.',
  CANCELLED: 'This order was cancelled.',
  RETURNED: 'All items were returned before this order was handed over.',
} as const
export const cancelledMore =
  'If money left your account, we refund it automatically. Please contact us if it does not arrive.'
export const returnedMore = 'Nothing more will be delivered. Its returns show what we refund.'
export const goToShop = 'Go to the shop'

export const items = 'Items'

export const whatHappensNext = 'What happens next'
export const anythingToSay = 'Questions? Send us the order number on WhatsApp.'
export const whatsApp = (phone: string) => `WhatsApp ${phone}`
/** The WhatsApp message to the shop about an order. */
export const whatsAppMessage = (
  shop: string,
  { number, delivery_method_code }: Pick<Order, 'number' | 'delivery_method_code'>,
) =>
  `Hello ${shop}, ${delivery_method_code === 'self_pick_up' ? 'I would like to pick up my order.' : 'this is about my order.'} Its number is ${number}.`

export const details = 'Details'
export const how = 'Delivery method'
export const boughtInShop = 'Bought in the shop'
export const name = 'Name'
export const phone = 'Phone'
export const email = 'Email'
export const address = 'Address'
export const area = 'Area'
export const notes = 'Notes'

export const whatHappened = 'History'

export const receiptAsPdf = 'Receipt as PDF'
export const receiptUnwritten = 'We couldn’t create the receipt. Check the network and try again.'
export const paidInShop = 'In the shop'
export const paidOnline = 'Card or mobile money'
export const nothingToPay = 'Nothing to pay'
export const givenBack = (refund: number) => `Refund #${refund}`
export const differencePaid = (refund: number) => `Difference paid, exchange #${refund}`
export const exchanged = ' (exchanged)'
