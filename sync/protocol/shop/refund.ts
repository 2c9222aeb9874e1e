import type { OrderItem } from './order-view.ts'
import type { OrderType } from './order.ts'

export const REFUND_ACTIONS = { REFUND: 'Refund', EXCHANGE: 'Exchange' } as const
export type RefundAction = keyof typeof REFUND_ACTIONS

export const REFUND_REASONS = {
  MISFIT: 'It does not fit',
  WRONG_ITEM: 'It is the wrong item',
  DEFECTIVE: 'It is defective',
  OTHER: 'Something else',
} as const
export type RefundReason = keyof typeof REFUND_REASONS

/** The shop's own faults: if everything is returned for one, the delivery fee is refunded too. */
export const SHOPS_FAULT: readonly RefundReason[] = ['WRONG_ITEM', 'DEFECTIVE']

export const REFUND_STATUSES = {
  REQUESTED: 'Requested',
  APPROVED: 'Approved',
  REFUSED: 'Refused',
  COMPLETED: 'Completed',
} as const
export type RefundStatus = keyof typeof REFUND_STATUSES

/** The steps of a refund. Once approved, money and goods move independently; both together complete it. */
export const REFUND_STEPS: Record<RefundStatus, readonly RefundStatus[]> = {
  REQUESTED: ['APPROVED', 'REFUSED'],
  APPROVED: ['COMPLETED'],
  REFUSED: [],
  COMPLETED: [],
}

export const MONEY_STATUSES = {
  NONE: 'Nothing to pay',
  PENDING: 'Pending',
  PROCESSING: 'Sent',
  NEEDS_ATTENTION: 'Needs attention',
  DONE: 'Done',
} as const
export type MoneyStatus = keyof typeof MONEY_STATUSES

export const GOODS_STATUSES = { AWAITED: 'Not received', BACK: 'Received', KEPT: 'Kept by the customer' } as const
export type GoodsStatus = keyof typeof GOODS_STATUSES

/** Where returned goods go: back on the shelf, or written off. */
export const DISPOSITIONS = { RESTOCK: 'Back on the shelf', DAMAGED: 'Damaged, not for sale' } as const
export type Disposition = keyof typeof DISPOSITIONS

/** The most characters of a request's note. */
export const LONGEST_NOTE = 500

/** How many days after completion a customer may return an order; staff may accept returns later. */
export const RETURN_DAYS = 3

/** The payment provider's smallest refund, in cedis. */
export const LEAST_BY_PROVIDER = 1

/** Returned goods, as the customer sees them. */
export interface RefundItem {
  id: number
  order_item_id: number
  /** The item of an earlier return whose exchange gave these goods; null for goods of the order. */
  given_by: number | null
  quantity: number
  product_variation: OrderItem['product_variation']
  /** What the customer wants instead, and when they got it. */
  exchange_variation_id: number | null
  exchange_variation: OrderItem['product_variation'] | null
  handed_over_at: string | null
  disposition: Disposition | null
}

/** A shopper's photo of the fault, at an unguessable address. */
export interface RefundPhoto {
  id: number
  storage_link: string
}
/** Photos are served below this path: to anyone who knows the address, and never cached. */
export const PHOTOS_AT = '/storage/returns/'
/** The most photos of one request. */
export const MOST_PHOTOS = 3

/**
 * What is returned from an order, and why. `amount` in cedis goes to the customer; below 0 the customer pays the
 * difference. `provider_status`: the provider's progress with the money. `decision_note`: staff's words about the
 * decision.
 */
export interface Refund {
  id: number
  action: RefundAction
  reason: RefundReason
  note: string | null
  order_id: number
  /** The order's number, as its owner knows it. */
  number: string
  status_code: RefundStatus
  money_status: MoneyStatus
  goods_status: GoodsStatus
  provider_status: string | null
  amount: number
  decision_note: string | null
  items: RefundItem[]
  photos: RefundPhoto[]
  created_at: string
}

export interface RefundRequest {
  order_id: number
  action: RefundAction
  reason: RefundReason
  note?: string | null
  /** `given_by`: returns what this item of an earlier return gave in exchange. */
  items: { order_item_id: number; given_by?: number | null; quantity: number; exchange_variation_id?: number | null }[]
}

export const REFUND_EVENTS = {
  REQUESTED: 'Requested',
  CHANGED: 'Request changed',
  APPROVED: 'Approved',
  REFUSED: 'Refused',
  CALLED_OFF: 'Cancelled',
  MONEY_ORDERED: 'Refund requested from the payment provider',
  MONEY_SENT: 'Payment provider accepted the refund',
  MONEY_DONE: 'Money settled',
  MONEY_STUCK: 'Refund needs attention',
  GOODS_BACK: 'Items received',
  GOODS_KEPT: 'Customer keeps the items',
  HANDED_OVER: 'Exchange handed over',
  COMPLETED: 'Completed',
} as const
export type RefundEventCode = keyof typeof REFUND_EVENTS
/** An event of a refund. `by`: the member of staff; null for shopper, provider and clock. */
export interface RefundEvent {
  code: RefundEventCode
  detail: string
  by: string | null
  created_at: string
}

/**
 * A line of a refund in words, such as 'Slim jeans, UK 10, Indigo'. Money in cedis: `price` for one piece (for
 * exchanged goods their value), `amount` for all.
 */
export interface RefundLine {
  refund_item_id: number
  name: string
  price: number
  quantity: number
  amount: number
  exchange: string | null
  exchange_price: number | null
}

/** A refund as staff see it. */
export interface StaffRefund extends Refund {
  /** The account that paid the money, or received the difference; null until then, and where there were several. */
  account_code: string | null
  /** The delivery fee's part of the amount. */
  shipping_fee: number
  /** The value of the goods by the shop's rules; current until somebody decides. */
  reckoned: number
  lines: RefundLine[]
  /** `collected`: what was paid on top of its total, as differences of exchanges. */
  order: {
    id: number
    number: string
    type_code: OrderType
    account_code: string | null
    /** What a gift card paid of it. */
    gift: number
    customer: string | null
    total: number
    refunded: number
    collected: number
    completed_at: string | null
    /** What is left of each part of a payment in several ways, by account; absent where there was one. */
    tenders?: { account_code: string; amount: number }[]
  }
  /** The oldest first. */
  events: RefundEvent[]
  updated_at: string
}
