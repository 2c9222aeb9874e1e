/** The accounts a till may take money into, in the order it offers them. */
export const TENDERS = ['CASH', 'MTN_MOBILE_MONEY', 'BANK'] as const
export type Tender = (typeof TENDERS)[number]

/** Upper limits in pieces and in cedis, so that no run of sales overflows a stock or account column. */
export const MOST_PIECES = 10_000
export const MOST_OF_A_SALE = 10_000_000

export interface SaleLine {
  product_variation_id: number
  quantity: number
  price: number
}

/** The customer's name if nobody gave one. */
export const WALK_IN = 'Walk-in customer'

/** A finished sale, as a fact: prices and total are what the customer paid, in cedis. */
export interface Sale {
  /** Minted when the cart opened; the permanent id of the sale and of its mutation. */
  id: string
  /** The receipt number: till code and counter. Not an identity. */
  number: string
  till_code: string
  /** Who rang it up; another user may send it. */
  teller_id: number
  occurred_at: string
  account_code: string
  tendered?: number | null
  reference?: string | null
  customer_name?: string | null
  customer_phone?: string | null
  lines: SaleLine[]
  discount: number
  total: number
}
