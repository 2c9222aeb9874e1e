import type { ProductSummary } from './catalogue.ts'

export interface WishlistItem { id: number; product_id: number; product: ProductSummary }
