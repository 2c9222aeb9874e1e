import type { ProductSummary } from './catalogue.ts'

/**
 * What is other than when its owner saved a product, or last read of changes. `price`: what is shown, in cedis.
 * `sold_out`: nothing is left of it; `back`: something is again.
 */
export type WishChange = { code: 'price'; was: number; now: number } | { code: 'sold_out' | 'back' }

export interface WishlistItem {
  id: number
  product_id: number
  product: ProductSummary
  changes: WishChange[]
}

/** What somebody saved that is not for sale at present. */
export interface UnavailableWish {
  product_id: number
  name: string
}
