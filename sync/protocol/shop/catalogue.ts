import type { Size } from '../entities/size.ts'
import type { FitRow } from '../fit.ts'
import type { Rating } from './review.ts'

/** Public addresses of a picture: the link, and the same picture at other widths (px). */
export const PICTURE_WIDTHS = [160, 400, 800, 1200] as const
export type PictureWidth = (typeof PICTURE_WIDTHS)[number]

/** The address of the same picture at another width. Only links that end in `-800.webp` change. */
export const pictureAt = (storage_link: string, width: PictureWidth) =>
  storage_link.replace(/-\d+\.webp$/, `-${width}.webp`)

/** The same picture at the size that messengers show. */
export const shareAt = (storage_link: string) => storage_link.replace(/-\d+\.webp$/, '-630.jpg')

export interface ProductImage {
  id: number
  alt: string | null
  dominant: string | null
  /** The colour that it shows; null: it stands for all colours. */
  colour_code: string | null
  file: { storage_link: string }
}

/**
 * A product as lists show it, prices in cedis. `retail_price` and `discount` are those of its cheapest variation, which
 * costs `price_from`; the dearest costs `price_to`. Staff get the product's own retail_price and discount.
 */
export interface ProductSummary {
  id: number
  slug: string
  name: string
  category_id: number
  category: { id: number; name: string }
  retail_price: number
  discount: number
  price_from: number
  price_to: number
  status_code: 'LIVE' | 'INACTIVE'
  views: number
  created_at: string
  favorited: boolean
  images: ProductImage[]
  sizes: Size[]
  colours: { code: string; name: string }[]
  in_stock: boolean
  /** Only with published reviews. */
  rating?: Rating
}

export interface Variation {
  id: number
  sku: string
  barcode: string | null
  size_code: string
  colour_code: string | null
  quantity_in_stock: number
  /** Its own; null: the product's. */
  retail_price: number | null
  /** Its own; null: the product's. */
  discount: number | null
  /** What is charged for one piece, in cedis. */
  price: number
  /** The same before the discount. */
  price_before: number
}

/** `weight`: of one piece, in grams. */
export interface StaffVariation extends Variation {
  weight: number | null
}

export interface Product extends ProductSummary {
  description: string
  features: string[]
  variations: Variation[]
  /** The measurements of its sizes, if known. */
  fit: FitRow[]
  previous: { id: number; slug: string } | null
  next: { id: number; slug: string } | null
  suggestions: ProductSummary[]
}

/**
 * A picture that the shop has not fetched yet, by its web address. `error`: why the last try failed; `next_try_at` is
 * null once the shop has given up.
 */
export interface MissingImage {
  id: number
  source: string
  error: string | null
  next_try_at: string | null
}

/** A product as staff see it. `former_slugs` redirect to it, the latest first. */
export type StaffProduct = Omit<
  Product,
  'fit' | 'previous' | 'next' | 'suggestions' | 'favorited' | 'variations' | 'rating'
> & { variations: StaffVariation[]; updated_at: string; former_slugs: string[]; missing_images: MissingImage[] }
export type StaffProductSummary = Omit<ProductSummary, 'favorited' | 'rating'> & {
  updated_at: string
  quantity_in_stock: number
}

export interface Category {
  id: number
  name: string
  description: string | null
  parent_id: number | null
  icon_image: { name: string; storage_link: string } | null
  banner_image: { name: string; storage_link: string } | null
}

/**
 * A category as staff see it. `position`: its place among those of the same parent, from 1; 0 sorts after all that have
 * a place. `products`: how many are directly in it.
 */
export interface StaffCategory extends Category {
  position: number
  products: number
  created_at: string
  updated_at: string
}

/** The most levels of nested categories. */
export const MOST_LEVELS = 5

/** How many LIVE products each choice would leave with the other filters. */
export interface Facets {
  categories: { id: number; name: string; count: number }[]
  /** `in_stock`: some piece of that size is in stock, with the other filters. */
  sizes: { code: string; name: string; count: number; in_stock: boolean }[]
  colours: { code: string; name: string; count: number }[]
  price: { min: number; max: number }
  /** This and the next are unknown to a reply that a device has kept for long. */
  in_stock?: { count: number }
  discounted?: { count: number }
}

export const productPath = ({ id, slug }: { id: number; slug: string }) => `/shop/product/${id}/${slug}`

/** Something a shopper may be searching for. A product has its slug, first picture and prices from `price` to `price_to`. */
export interface Suggestion {
  kind: 'category' | 'product'
  id: number
  name: string
  slug?: string
  picture?: string | null
  price?: number
  price_to?: number
}

/** The header of a reply that the service worker stored: when it arrived, ISO 8601, by this device's clock. */
export const KEPT_AT = 'kept-at'

/** The header of a reply from the server's memory: its database does not answer. */
export const STALE = 'x-stale'

/** The same for a page drawn by the server, as a `Server-Timing`, which scripts can read. */
export const STALE_TIMING = 'stale'

/** The cookie with a browser's random id for the day, 22 letters, which counts product views. */
export const VISITOR_COOKIE = 'visitor'

export const PRODUCT_ORDERS = [
  'products.created_at',
  'products.views',
  'views',
  'products.retail_price',
  'products.name',
  'products.sold',
] as const
export type ProductOrder = (typeof PRODUCT_ORDERS)[number]
