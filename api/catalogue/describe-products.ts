import { RATING_OF, readRating } from '#api/catalogue/ratings.ts'
import { select } from '#api/db/database.ts'
import type { ProductImage, StaffVariation } from '#sync/protocol/shop/catalogue.ts'
import { pictureLink } from '#sync/protocol/shop/pictures.ts'
import type { Rating } from '#sync/protocol/shop/review.ts'
import { pricedAs, priceShown, type OwnPrice } from '#sync/protocol/pricing.ts'

/** A product with everything that belongs to it, in any status, even deleted. */
export interface Described {
  id: number
  slug: string
  name: string
  description: string
  features: string[]
  category_id: number
  category_name: string
  retail_price: number
  discount: number
  status_code: 'LIVE' | 'INACTIVE'
  views: number
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
  variations: StaffVariation[]
  images: ProductImage[]
  /** Null without published reviews. */
  rating: Rating | null
}

/** Reads any number of products in three queries, in the order of their ids. */
export async function describeProducts(ids: readonly number[]): Promise<Described[]> {
  if (ids.length === 0) return []
  const [products, variations, images] = await Promise.all([
    select<Omit<Described, 'features' | 'variations' | 'images' | 'rating'> & { features: string; rating: string }>(
      `SELECT p.id, p.slug, p.name, p.description, p.features, p.category_id,
      c.name AS category_name, p.retail_price, p.discount, p.status_code, p.views, p.created_at, p.updated_at,
      p.deleted_at, ${RATING_OF} AS rating
      FROM products p JOIN categories c ON c.id = p.category_id WHERE p.id IN (:ids) ORDER BY p.id`,
      { ids },
    ),
    select<Omit<StaffVariation, 'price' | 'price_before'> & { product_id: number }>(
      `SELECT id, product_id, sku, barcode, size_code, colour_code, on_hand - reserved AS quantity_in_stock,
      retail_price, discount, weight FROM product_variations WHERE product_id IN (:ids) ORDER BY product_id, id`,
      { ids },
    ),
    select<Omit<ProductImage, 'file'> & { product_id: number; name: string }>(
      `SELECT id, product_id, name, alt, dominant, colour_code
      FROM product_images WHERE product_id IN (:ids) AND name IS NOT NULL ORDER BY product_id, position, id`,
      { ids },
    ),
  ])
  const found = new Map(
    products.map(({ features, rating, ...product }): [number, Described] => [
      product.id,
      { ...product, features: readFeatures(features), rating: readRating(rating), variations: [], images: [] },
    ]),
  )
  for (const { product_id, ...variation } of variations) {
    const product = found.get(product_id)
    product?.variations.push({ ...variation, ...pricesOf(variation, product) })
  }
  for (const { product_id, name, ...image } of images) {
    const product = found.get(product_id)
    product?.images.push({
      ...image,
      colour_code: soldColour(image, product.variations),
      file: { storage_link: pictureLink(name) },
    })
  }
  return [...found.values()]
}

/** A picture of a colour that its product no longer has stands for all colours. */
const soldColour = ({ colour_code }: Pick<ProductImage, 'colour_code'>, variations: readonly StaffVariation[]) =>
  variations.some(variation => variation.colour_code === colour_code) ? colour_code : null

/** What one piece of a variation costs, given its product, with and without the discount. */
export function pricesOf(variation: OwnPrice, product: Pick<Described, 'retail_price' | 'discount'>) {
  const priced = pricedAs(variation, product)
  return { price: priceShown(priced), price_before: priced.retail_price }
}

/** The link to an image `i`, as SQL. */
export const PICTURE_LINK = "CONCAT('/storage/pictures/', i.name, '-800.webp')"

/** Features are stored as a JSON list. */
export const readFeatures = (text: string) => JSON.parse(text) as string[]

export const quantityOf = (variations: readonly Pick<StaffVariation, 'quantity_in_stock'>[]) =>
  variations.reduce((sum, { quantity_in_stock }) => sum + quantity_in_stock, 0)

/**
 * What a variation of a product `p` costs, as SQL, by the name of its row: `priceCharged` for statements that add up,
 * compare or write JSON themselves.
 */
export const priceChargedOf = (v: string) =>
  `(COALESCE(${v}.retail_price, p.retail_price) - COALESCE(${v}.discount, p.discount))`
/** The same for a variation `v`. */
export const PRICE_CHARGED = priceChargedOf('v')
export const PRICE_BEFORE = 'COALESCE(v.retail_price, p.retail_price)'

/** What the cheapest variation of a product `p` costs. */
export const PRICE_FROM = `COALESCE((SELECT MIN(${PRICE_CHARGED}) FROM product_variations v WHERE v.product_id = p.id),
  p.retail_price - p.discount)`
