import type { Slot } from '#api/in-memory/bitmaps.ts'

/** Prices in cedis. An absent filter lets everything through. */
export interface Filter {
  categories?: readonly number[]
  sizes?: readonly string[]
  colours?: readonly string[]
  min_price?: number
  max_price?: number
  /** Only discounted products. */
  discounted?: 1
  /** Only products with a piece left to sell. */
  in_stock?: 1
  /** Only products that came at this time, in ms, or later. */
  since?: number
  /** Only the products of this bitmap. */
  found?: Slot
}

export interface PriceRange {
  min: number
  max: number
}
