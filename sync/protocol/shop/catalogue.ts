import type { Size } from '../entities/size.ts'
import type { FitRow } from '../fit.ts'

/** Public addresses of a picture: the link, and the same picture at other widths (px). */
export const PICTURE_WIDTHS = [160, 400, 800, 1200] as const
export type PictureWidth = (typeof PICTURE_WIDTHS)[number]

/** Where the same picture lies at another width. Links end in `-800.webp`; others are left as they are. */
export const pictureAt = (storage_link: string, width: PictureWidth) =>
  storage_link.replace(/-\d+\.webp$/, `-${width}.webp`)

export interface ProductImage {
  id: number
  alt: string | null
  dominant: string | null
  file: { storage_link: string }
}

/** A product as lists show it. Prices in cedis; the price shown is retail_price − discount. */
export interface ProductSummary {
  id: number
  slug: string
  name: string
  category_id: number
  category: { id: number; name: string }
  retail_price: number
  discount: number
  status_code: 'LIVE' | 'INACTIVE'
  views: number
  created_at: string
  favorited: boolean
  images: ProductImage[]
  sizes: Size[]
  colours: { code: string; name: string }[]
  in_stock: boolean
}

export interface Variation {
  id: number
  sku: string
  barcode: string | null
  size_code: string
  colour_code: string | null
  quantity_in_stock: number
}

export interface Product extends ProductSummary {
  description: string
  features: string[]
  variations: Variation[]
  /** What its sizes measure, where that is known. */
  fit: FitRow[]
  previous: { id: number; slug: string } | null
  next: { id: number; slug: string } | null
  suggestions: ProductSummary[]
}

/**
 * A picture that is not here yet, as its address on the web. `error`: why the last try failed; `next_try_at` is null
 * once the shop has given up.
 */
export interface MissingImage {
  id: number
  source: string
  error: string | null
  next_try_at: string | null
}

/** A product as its staff see it. `former_slugs` lead on to it, the latest first. */
export type StaffProduct = Omit<Product, 'fit' | 'previous' | 'next' | 'suggestions' | 'favorited'> & {
  updated_at: string
  former_slugs: string[]
  missing_images: MissingImage[]
}
export type StaffProductSummary = Omit<ProductSummary, 'favorited'> & { updated_at: string; quantity_in_stock: number }

export interface Category {
  id: number
  name: string
  description: string | null
  parent_id: number | null
  icon_image: { name: string; storage_link: string } | null
  banner_image: { name: string; storage_link: string } | null
}

/**
 * A category as staff see it. `position`: where it stands among those of the same parent, from 1; 0 behind all that
 * were put in order. `products`: how many lie in it itself.
 */
export interface StaffCategory extends Category {
  position: number
  products: number
  created_at: string
  updated_at: string
}

/** Categories lie so deep in each other at most. */
export const MOST_LEVELS = 5

/** How many LIVE products each choice would leave, given the other filters. */
export interface Facets {
  categories: { id: number; name: string; count: number }[]
  /** `in_stock`: any piece of that size is left to sell of what the other filters leave. */
  sizes: { code: string; name: string; count: number; in_stock: boolean }[]
  colours: { code: string; name: string; count: number }[]
  price: { min: number; max: number }
}

/** Where a product's page lies. */
export const productPath = ({ id, slug }: { id: number; slug: string }) => `/shop/product/${id}/${slug}`

/** What somebody may be looking for. A product has its slug, its first picture and the price shown. */
export interface Suggestion {
  kind: 'category' | 'product'
  id: number
  name: string
  slug?: string
  picture?: string | null
  price?: number
}

/** The header of a reply that the service worker kept: when it came, ISO 8601, by this device's clock. */
export const KEPT_AT = 'kept-at'

/** The header of a reply from memory: the server's database does not answer now. */
export const STALE = 'x-stale'

/** The same of a drawn page, as a `Server-Timing`, which its scripts can read. */
export const STALE_TIMING = 'stale'

/** The cookie with the name that a browser took for the day, 22 letters, by which looks at products are counted. */
export const VISITOR_COOKIE = 'visitor'

export const PRODUCT_ORDERS = [
  'products.created_at',
  'products.views',
  'views',
  'products.retail_price',
  'products.name',
] as const
export type ProductOrder = (typeof PRODUCT_ORDERS)[number]
