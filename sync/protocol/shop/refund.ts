import type { OrderItem } from './order-view.ts'
import type { OrderType } from './order.ts'

export const REFUND_ACTIONS = { REFUND: 'Money back', EXCHANGE: 'Exchange' } as const
export type RefundAction = keyof typeof REFUND_ACTIONS

export const REFUND_REASONS = {
  MISFIT: 'It does not fit',
  WRONG_ITEM: 'It is the wrong item',
  DEFECTIVE: 'It is defective',
  OTHER: 'Something else',
} as const
export type RefundReason = keyof typeof REFUND_REASONS

/** Reasons that are the shop's fault: who sends everything back for them gets the delivery fee too. */
export const SHOPS_FAULT: readonly RefundReason[] = ['WRONG_ITEM', 'DEFECTIVE']

export const REFUND_STATUSES = {
  REQUESTED: 'Requested',
  APPROVED: 'Approved',
  REFUSED: 'Refused',
  COMPLETED: 'Completed',
} as const
export type RefundStatus = keyof typeof REFUND_STATUSES

/**
 * The single steps of a refund. Once approved, money and goods go on their own, and it is completed when both are
 * through.
 */
export const REFUND_STEPS: Record<RefundStatus, readonly RefundStatus[]> = {
  REQUESTED: ['APPROVED', 'REFUSED'],
  APPROVED: ['COMPLETED'],
  REFUSED: [],
  COMPLETED: [],
}

export const MONEY_STATUSES = {
  NONE: 'Nothing to pay',
  PENDING: 'To be paid',
  PROCESSING: 'On its way',
  NEEDS_ATTENTION: 'Needs attention',
  DONE: 'Done',
} as const
export type MoneyStatus = keyof typeof MONEY_STATUSES

export const GOODS_STATUSES = { AWAITED: 'Awaited', BACK: 'Back', KEPT: 'Kept by the customer' } as const
export type GoodsStatus = keyof typeof GOODS_STATUSES

/** Where goods that came back go: onto the shelf again, or away. */
export const DISPOSITIONS = { RESTOCK: 'Back on the shelf', DAMAGED: 'Damaged, not for sale' } as const
export type Disposition = keyof typeof DISPOSITIONS

/** How long the words of a request may be. */
export const LONGEST_NOTE = 500

/** For how long after its completion an order may be sent back, in days; staff may take goods back later. */
export const RETURN_DAYS = 3

/** The least that the payment provider gives back, in cedis. */
export const LEAST_BY_PROVIDER = 1

/** Goods that go back, as those who sent them know them. */
export interface RefundItem {
  id: number
  order_item_id: number
  /** The item of an earlier return that gave these goods in exchange; null for what was ordered. */
  given_by: number | null
  quantity: number
  /** What goes back. */
  product_variation: OrderItem['product_variation']
  /** What is wanted instead, and since when the customer has it. */
  exchange_variation_id: number | null
  exchange_variation: OrderItem['product_variation'] | null
  handed_over_at: string | null
  disposition: Disposition | null
}

/** A shopper's picture of what is wrong, at an address that nobody can guess. */
export interface RefundPhoto {
  id: number
  storage_link: string
}
/** Below this path they are served: to whoever knows the address, and to nobody's cache. */
export const PHOTOS_AT = '/storage/returns/'
/** The most pictures of one request. */
export const MOST_PHOTOS = 3

/**
 * What of an order goes back, and what for. `amount` in cedis goes to the customer; below 0 it is the difference that
 * they pay. `provider_status` says how far the provider has come with the money, `decision_note` what staff say of
 * their decision.
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
  /** `given_by`: not what was ordered goes back, but what this item of an earlier return gave for it. */
  items: { order_item_id: number; given_by?: number | null; quantity: number; exchange_variation_id?: number | null }[]
}

export const REFUND_EVENTS = {
  REQUESTED: 'Requested',
  CHANGED: 'Request changed',
  APPROVED: 'Approved',
  REFUSED: 'Refused',
  CALLED_OFF: 'Called off',
  MONEY_ORDERED: 'Money ordered from the provider',
  MONEY_SENT: 'The provider took the order',
  MONEY_DONE: 'Money is through',
  MONEY_STUCK: 'The money needs attention',
  GOODS_BACK: 'Goods are back',
  GOODS_KEPT: 'The customer keeps the goods',
  HANDED_OVER: 'New goods handed over',
  COMPLETED: 'Completed',
} as const
export type RefundEventCode = keyof typeof REFUND_EVENTS
/** What happened to a refund. `by`: who of the staff did it; null for shopper, provider and clock. */
export interface RefundEvent {
  code: RefundEventCode
  detail: string
  by: string | null
  created_at: string
}

/**
 * A line of a refund in words, such as 'Slim jeans, UK 10, Indigo'. Money in cedis, `price` for a piece, of exchanged
 * goods what it is worth, `amount` for all of it.
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
  /** Where the money came out of, or the difference went into; null while it has not. */
  account_code: string | null
  /** What of the amount is the delivery fee. */
  shipping_fee: number
  /** What the goods come to by the shop's rules: while nobody has decided, as of now. */
  reckoned: number
  lines: RefundLine[]
  /** `collected`: what was paid for it besides its total, as differences of exchanges. */
  order: {
    id: number
    number: string
    type_code: OrderType
    account_code: string | null
    customer: string | null
    total: number
    refunded: number
    collected: number
    completed_at: string | null
  }
  /** The oldest first. */
  events: RefundEvent[]
  updated_at: string
}
