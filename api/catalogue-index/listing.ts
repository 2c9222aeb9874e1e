/**
 * An entry of a listing's `choices`: size code, colour code, and whether any is left to sell (1 or 0). Where a variation
 * of the product has its own price, each has its price in pesewas, and whether that is reduced (1 or 0); otherwise each
 * costs what the product costs.
 */
export type ListedVariant = [size: string, colour: string | null, left: 0 | 1, price?: number, reduced?: 0 | 1]

/** A LIVE product as lists need it. `price` is what its cheapest variation costs, in pesewas. */
export interface Listing {
  id: number
  category_id: number
  price: number
  views: number
  /** Pieces sold in the last weeks, less returns. */
  sold: number
  created_at: number
  /** The name as sorted by. */
  name: string
  discounted: boolean
  choices: readonly ListedVariant[]
  summary: string
  /** As the database has them. Absent: as they were. */
  words?: string
  /** When its row was written, in microseconds. */
  stamp: number
}
