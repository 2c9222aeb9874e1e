import type { GiftCardStatus } from '../shop/gift-card.ts'

/** A gift card, or what a refund gave as store credit. */
export type StoredKind = 'GIFT_CARD' | 'STORE_CREDIT'

/** A gift card in the back office. Money in cedis; `held`: the part of the balance that unpaid orders hold. */
export interface GiftCard {
  id: number
  kind: StoredKind
  code_end: string
  status_code: GiftCardStatus
  balance: number
  held: number
  issued: number
  expires_on: string | null
  note: string | null
  created_at: string
  updated_at: string
}

export const GIFT_REASONS = {
  ISSUE: 'Issued',
  SPEND: 'Spent',
  RETURN: 'Refunded',
  ADJUST: 'Adjusted',
  VOID: 'Voided',
} as const
export type GiftReason = keyof typeof GIFT_REASONS

/** What changed a card's balance. */
export interface GiftCardEntry {
  id: number
  reason: GiftReason
  amount: number
  order_id: number | null
  user: { id: number; name: string } | null
  created_at: string
}

/** What a till holds on a card for a sale that has not arrived. `firm`: Checkout was pressed. */
export interface CardHold {
  sale_id: string
  amount: number
  firm: boolean
  cashier: string | null
  since: string
  ends_at: string
}

/** How a card was paid on the website, in cedis, and what of that went back by the provider, the oldest first. */
export interface OnlinePayment {
  amount: number
  refunds: { amount: number; status_code: GiftRefundStatus; created_at: string }[]
}
export const GIFT_REFUND_STATUSES = ['QUEUED', 'SENT', 'PROCESSED', 'FAILED', 'NEEDS_ATTENTION'] as const
export type GiftRefundStatus = (typeof GIFT_REFUND_STATUSES)[number]
