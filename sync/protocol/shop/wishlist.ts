import type { ProductSummary } from './catalogue.ts'

/**
 * What changed since the owner saved a product or last read its changes. `price`: the price shown, in cedis.
 * `sold_out`: none available; `back`: available again.
 */
export type WishChange = { code: 'price'; was: number; now: number } | { code: 'sold_out' | 'back' }

export interface WishlistItem {
  id: number
  product_id: number
  product: ProductSummary
  changes: WishChange[]
}

/** A saved product that is not on sale now. */
export interface UnavailableWish {
  product_id: number
  name: string
}
