/** What the shop sells gift cards for online, in cedis. */
export interface GiftOffer {
  /** Amounts to choose from. */
  amounts: number[]
  least: number
  most: number
}

/** A gift card that somebody buys online, as the buyer sees it. Its code goes to the recipient alone. */
export interface GiftPurchase {
  amount: number
  status_code: 'UNPAID' | 'PAID'
  recipient_name: string | null
  recipient_email: string
  /** The day of the letter, YYYY-MM-DD; null for at once. */
  send_on: string | null
  sent_at: string | null
}

export interface GiftOrder {
  amount: number
  buyer_name: string
  buyer_email: string
  recipient_name?: string | null
  recipient_email: string
  message?: string | null
  send_on?: string | null
}
