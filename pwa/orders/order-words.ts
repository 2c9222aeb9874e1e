import { formatCedis, formatDay } from '#pwa/lib/format.ts'
import type { Order } from '#sync/protocol/order-view.ts'
import type { ShopInfo } from '#sync/protocol/shop.ts'
import { noFeeWords, type Destination } from '#sync/protocol/shipping.ts'

/** What is said where a payment was not made. */
export const NOT_COMPLETED = 'Transaction could not be completed. Please contact us if you believe this is an error.'

export const PAYMENT_WORDS = {
  make: 'Make Payment', making: 'Loading. Please wait ...', asking: 'Asking whether it is paid …', leaving: 'The payment page opens …',
  unheard: 'Your payment is being confirmed.',
  unheard_more: 'You do not need to pay again. This page changes by itself once we have heard of it, and we send you an e-mail.',
  held: 'Your goods are kept for you.', over: 'The time is over.', over_more: 'Your goods may go to somebody else now. You can still try to pay; where they are gone, you are told or get your money back.',
} as const

export const CANCELLED_WORDS = {
  EXPIRED: 'This order was not paid in time, so its goods went back on sale.', CANCELLED: 'This order was cancelled.', RETURNED: 'All of this order went back before it was handed over.',
  more_of_returned: 'Nothing of it is on its way to you any more. What you get back for it stands with its refunds.',
  more: 'If you paid and money left your account, it comes back to you by itself. Please contact us if it does not.',
} as const

/** What delivery costs, in words: in Greater Accra it is agreed with the rider, and never shown as an amount. */
export const feeWords = (destination: Destination, fee: number): string => noFeeWords(destination, fee) ?? formatCedis(fee)

/** The first day of deliveries, while it lies ahead. */
export const deliveryStartWords = ({ delivery_start }: Pick<ShopInfo, 'delivery_start'>, now = new Date()): string =>
  delivery_start > now.toISOString().slice(0, 10) ? `Deliveries start on ${formatDay(`${delivery_start}T12:00:00`)}.` : ''

/** A WhatsApp chat with the shop that begins with these words. */
export const whatsAppLink = (phone: string, words: string) => `https://wa.me/${phone.replace(/\D/g, '')}?text=${encodeURIComponent(words)}`

/** What the shop is told by WhatsApp about an order. */
export const orderMessage = (shop: string, { number, delivery_method_code }: Pick<Order, 'number' | 'delivery_method_code'>) =>
  `Hello ${shop}, ${delivery_method_code === 'self_pick_up' ? 'I would like to pick up my order.' : 'this is about my order.'} Its number is ${number}.`
