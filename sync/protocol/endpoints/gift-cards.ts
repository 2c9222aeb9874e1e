import type { FileReply } from '../file-reply.ts'
import type { Page, PageQuery, Sorted } from '../page.ts'
import type { GiftCardBalance, GiftCardStatus, TillHold } from '../shop/gift-card.ts'
import type { Payment } from '../shop/checkout.ts'
import type { GiftOffer, GiftOrder, GiftPurchase } from '../shop/gift-purchase.ts'
import type { WalletDoor, WalletStanding } from '../shop/wallet.ts'
import type { CardHold, GiftCard, GiftCardEntry, OnlinePayment } from '../staff/gift-card.ts'

/** `search`: the last characters of the code, or words of the note. */
export interface GiftCardFilters {
  search?: string
  status_code?: GiftCardStatus
}
export const GIFT_CARD_ORDERS = ['id', 'balance', 'expires_on'] as const

export interface GiftCardEndpoints {
  'POST /api/gift-cards/balance': { body: { code: string }; reply: { gift_card: GiftCardBalance } }
  'GET /api/gift-cards/offer': { reply: { offer: GiftOffer | null } }
  'POST /api/gift-cards/purchases': {
    body: GiftOrder
    reply: { message: string; token: string; purchase: GiftPurchase; payment: Payment }
  }
  'GET /api/gift-cards/purchases/:token': { params: { token: string }; reply: { purchase: GiftPurchase } }
  'POST /api/gift-cards/purchases/:token/pay': {
    params: { token: string }
    reply: { purchase: GiftPurchase; payment: Payment }
  }
  'POST /api/gift-cards/purchases/:token/check': {
    params: { token: string }
    reply: { message: string; purchase: GiftPurchase }
  }
  /** Lets a card pay an order, or part of it; without a code, takes it off. */
  'POST /api/payments/gift-card': {
    body: Omit<WalletDoor, 'pay_token'> & { code?: string | null }
    reply: WalletStanding
  }
  /**
   * Holds what a card pays of a till's sale until the sale arrives. Without a code: the card that the sale holds
   * already. `firm`: Checkout was pressed.
   */
  'POST /api/staff/till-holds': {
    body: { sale_id: string; amount: number; code?: string | null; firm?: boolean }
    reply: { message: string; hold: TillHold }
  }
  /** Gives back what a till holds for a sale that was not finished. */
  'POST /api/staff/till-holds/release': { body: { sale_id: string }; reply: { message: string } }
  'GET /api/staff/gift-cards': {
    query: PageQuery & GiftCardFilters & Sorted<(typeof GIFT_CARD_ORDERS)[number]>
    reply: { gift_cards: Page<GiftCard> }
  }
  'GET /api/staff/gift-cards/csv': { query: GiftCardFilters; reply: FileReply }
  /** `account_code`: where the money for it went; null gives it away. The code is shown once. */
  'POST /api/staff/gift-cards': {
    body: { amount: number; account_code: string | null; till_id?: number | null; note?: string | null }
    reply: { message: string; gift_card: GiftCard; code: string }
  }
  'GET /api/staff/gift-cards/:id': {
    reply: { gift_card: GiftCard; entries: GiftCardEntry[]; holds: CardHold[]; online: OnlinePayment | null }
  }
  /** Frees what a till holds for a sale that has not arrived. */
  'POST /api/staff/gift-cards/:id/free': {
    body: { sale_id: string; note: string }
    reply: { message: string; gift_card: GiftCard }
  }
  'POST /api/staff/gift-cards/:id/adjust': {
    body: { amount: number; note: string; updated_at?: string }
    reply: { message: string; gift_card: GiftCard }
  }
  /**
   * `account_code`: pays back what a card cost that was never used. PAYSTACK: what is left on a card that was bought on
   * the website goes back the way it came.
   */
  'POST /api/staff/gift-cards/:id/void': {
    body: { note: string; updated_at?: string; account_code?: string | null }
    reply: { message: string; gift_card: GiftCard }
  }
  /** A new code for a card whose code was lost; the old one is no longer good. */
  'POST /api/staff/gift-cards/:id/code': {
    body: { note: string; updated_at?: string }
    reply: { message: string; gift_card: GiftCard; code: string }
  }
}
