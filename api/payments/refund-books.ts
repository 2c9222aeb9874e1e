/** A refund in progress, with its payment. `amount` in pesewas. */
export interface SentRefund {
  book: RefundBook
  id: number
  /** The payment that goes back; for a gift card of the website its purchase. */
  source_id: number
  refund_id: number | null
  order_id: number | null
  amount: number
  reason: string
  tries: number
  reference: string
  provider_refund_id: string | null
  provider_transaction_id: string
}

export type RefundBook = 'orders' | 'gifts'

interface Book {
  table: string
  /** The column that names its payment. */
  source: string
  /** Selects SentRefund as `r`, to which conditions are added. */
  joined: string
}

/** What goes back by the provider stands in two tables: of orders, and of gift cards bought on the website. */
export const REFUND_BOOKS: Record<RefundBook, Book> = {
  orders: {
    table: 'payment_refunds',
    source: 'payment_id',
    joined: `SELECT 'orders' AS book, r.id, r.payment_id AS source_id, r.refund_id, p.order_id, r.amount, r.reason,
      r.tries, a.reference, r.provider_refund_id, p.provider_transaction_id
      FROM payment_refunds r JOIN payments p ON p.id = r.payment_id JOIN payment_attempts a ON a.id = p.attempt_id`,
  },
  gifts: {
    table: 'gift_refunds',
    source: 'gift_purchase_id',
    joined: `SELECT 'gifts' AS book, r.id, r.gift_purchase_id AS source_id, NULL AS refund_id, NULL AS order_id, r.amount,
      r.reason, r.tries, a.reference, r.provider_refund_id, a.provider_transaction_id
      FROM gift_refunds r JOIN gift_purchases a ON a.id = r.gift_purchase_id`,
  },
}
