import type { BulkChange, BulkOutcome, BulkTarget } from '../staff/bulk-change.ts'
import type { StaffProduct, StaffProductSummary, StaffVariation } from '../shop/catalogue.ts'
import type { Page, PageQuery, Sorted } from '../page.ts'

type Status = 'LIVE' | 'INACTIVE'
interface Told {
  message: string
  product: StaffProduct
}

export const STAFF_PRODUCT_ORDERS = [
  'created_at',
  'name',
  'category',
  'status_code',
  'quantity_in_stock',
  'retail_price',
  'views',
] as const

/**
 * Filters and sorts products. `low`, `no_picture` and `discounted` are 1 or left out; a category includes those below
 * it.
 */
export interface ProductFilter extends Sorted<(typeof STAFF_PRODUCT_ORDERS)[number]> {
  search?: string
  status_code?: Status
  category_id?: number
  low?: 1
  no_picture?: 1
  discounted?: 1
}

/** A new product. Sizes and colours are codes; each pair becomes a variation. Pictures come in the same form. */
export interface NewProduct {
  name: string
  category_id: number
  description: string
  retail_price: number
  discount: number
  features: string[]
  status_code: Status
  sizes: string[]
  colours: string[]
}

export interface ProductEndpoints {
  'GET /api/staff/products': { query: PageQuery & ProductFilter; reply: { products: Page<StaffProductSummary> } }
  'POST /api/staff/products': { body: NewProduct; reply: Told }
  'GET /api/staff/products/:id': { reply: { product: StaffProduct } }
  'PATCH /api/staff/products/:id': {
    body: {
      category_id?: number
      name?: string
      slug?: string
      description?: string
      features?: string[]
      retail_price?: number
      discount?: number
      status_code?: Status
      updated_at?: string
    }
    reply: Told
  }
  'DELETE /api/staff/products/:id': { reply: { message: string } }
  'POST /api/staff/products/:id/variations': {
    body: { product_id?: number; sizes: string[]; colours: string[] }
    reply: Told
  }
  /** Prices and weight of a variation; null: the product's price. `updated_at` is the product's. */
  'PATCH /api/staff/variations/:id': {
    body: { retail_price?: number | null; discount?: number | null; weight?: number | null; updated_at?: string }
    reply: Told & { variation: StaffVariation }
  }
  /** Gives each variation without a barcode one of the shop's own. */
  'POST /api/staff/products/:id/barcodes': { reply: Told }
  /** `colour_code`: the colour that the pictures show. */
  'POST /api/staff/products/:id/images': { body: { colour_code?: string | null }; reply: Told }
  /** `as_read`, here and below: what the screen showed. */
  'PATCH /api/staff/products/:id/images': { body: { order: number[]; as_read?: number[] }; reply: Told }
  'PATCH /api/staff/products/:id/images/:imageId': {
    body: { alt?: string | null; as_read?: string | null; colour_code?: string | null }
    reply: Told
  }
  /** Fetches a missing picture from its address again. */
  'POST /api/staff/products/:id/images/:imageId/fetch': { reply: Told }
  'DELETE /api/staff/products/:id/images/:imageId': { reply: Told }
  'POST /api/staff/products/bulk': {
    body: { products: BulkTarget[]; change: BulkChange; preview?: boolean }
    reply: { message: string; bulk: BulkOutcome }
  }
  'POST /api/staff/products/bulk/:id/undo': { reply: { message: string } }
}
