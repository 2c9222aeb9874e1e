import type { TenderPart } from './tender/parts.ts'

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
  /** What a gift card paid of the total; the shop held it under this sale's id. Absent if none did. */
  gift?: number | null
  /**
   * The parts of a payment in several ways, which come to the total less `gift`; absent where there is one.
   * `account_code` is that of the first, and `tendered` and `reference` stand in the parts alone.
   */
  tenders?: TenderPart[] | null
}

/** The account of a sale that a gift card paid whole. */
export const GIFT_CARDS = 'GIFT_CARDS'
/** The account of what sales took from cards that no longer had it: goods are gone, and no money came for them. */
export const GIFT_CARDS_SHORT = 'GIFT_CARDS_SHORT'

/** What gift cards are to pay of a sale, in cedis. */
export const giftOf = ({ account_code, total, gift }: Pick<Sale, 'account_code' | 'total' | 'gift'>): number =>
  account_code === GIFT_CARDS ? total : (gift ?? 0)
