import type { DeliveryMethod } from './order.ts'

/**
 * A shopper's order of their cart. The shop calculates the prices itself: it only compares the amounts, in cedis, and
 * answers with 409 and the correct ones if they differ.
 */
export interface OrderSubmission {
  first_name: string
  last_name: string
  phone: string
  email: string
  delivery_method_code: DeliveryMethod
  coupon_code?: string | null
  coupon_id?: number | null
  shipping_country_code?: string | null
  shipping_region_code?: string | null
  shipping_delivery_zone_code?: string | null
  shipping_address?: string | null
  shipping_additional_details?: string | null
  subtotal?: number
  shipping_fee?: number
  discount?: number
  total?: number
}

/** The payment provider's smallest payment, in cedis. An order that costs nothing skips payment. */
export const LEAST_PAID_ONLINE = 0.1

/** Opens the provider's pop-up. `amount` in pesewas. */
export interface Payment {
  provider: 'paystack' | 'sandbox'
  public_key: string
  reference: string
  amount: number
  currency: 'GHS'
  email: string
  access_code: string
  /** The provider's own page, if the pop-up cannot open. */
  authorization_url: string
}

/** An event of an order. `by`: the member of staff; null for shopper, provider and clock. */
export interface OrderEvent {
  code: OrderEventCode
  detail: string
  by: string | null
  created_at: string
}
export const ORDER_EVENTS = {
  PLACED: 'Order placed',
  CHANGED: 'Order changed',
  PAID: 'Payment received',
  PAID_AGAIN: 'Second payment, to be refunded',
  GIFT_CARD: 'Gift card used',
  GIFT_CARD_OFF: 'Gift card removed',
  ON_DELIVERY: 'Payment on delivery chosen',
  DEPOSIT_PAID: 'Deposit received',
  DEPOSIT_KEPT: 'Deposit kept',
  COLLECTED: 'Payment collected',
  CONFIRMED: 'Payment confirmed by the shop',
  RIDER: 'Rider set',
  READY: 'Ready',
  COMPLETED: 'Completed',
  EXPIRED: 'Not paid in time',
  CANCELLED: 'Cancelled',
  RETURNED: 'Payment to be refunded',
  VOIDED: 'Voided at the till',
  REFUND_REQUESTED: 'Return requested',
  REFUND_APPROVED: 'Return approved',
  REFUND_REFUSED: 'Return refused',
  REFUND_CALLED_OFF: 'Return cancelled',
  REFUND_COMPLETED: 'Return completed',
} as const
export type OrderEventCode = keyof typeof ORDER_EVENTS
