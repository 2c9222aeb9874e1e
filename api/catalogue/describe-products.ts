import { select } from '#api/db/database.ts'
import type { ProductImage, Variation } from '#sync/protocol/shop/catalogue.ts'

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
  variations: Variation[]
  images: ProductImage[]
}

/** Reads any number of products in three queries, in the order of their ids. */
export async function describeProducts(ids: readonly number[]): Promise<Described[]> {
  if (ids.length === 0) return []
  const [products, variations, images] = await Promise.all([
    select<Omit<Described, 'features' | 'variations' | 'images'> & { features: string }>(
      `SELECT p.id, p.slug, p.name, p.description, p.features, p.category_id,
      c.name AS category_name, p.retail_price, p.discount, p.status_code, p.views, p.created_at, p.updated_at,
      p.deleted_at
      FROM products p JOIN categories c ON c.id = p.category_id WHERE p.id IN (:ids) ORDER BY p.id`,
      { ids },
    ),
    select<Variation & { product_id: number }>(
      `SELECT id, product_id, sku, barcode, size_code, colour_code, on_hand - reserved AS quantity_in_stock
      FROM product_variations WHERE product_id IN (:ids) ORDER BY product_id, id`,
      { ids },
    ),
    select<{ id: number; product_id: number; name: string; alt: string | null; dominant: string | null }>(
      `SELECT id, product_id, name, alt, dominant
      FROM product_images WHERE product_id IN (:ids) AND name IS NOT NULL ORDER BY product_id, position, id`,
      { ids },
    ),
  ])
  const found = new Map(
    products.map(({ features, ...product }): [number, Described] => [
      product.id,
      { ...product, features: readFeatures(features), variations: [], images: [] },
    ]),
  )
  for (const { product_id, ...variation } of variations) found.get(product_id)?.variations.push(variation)
  for (const { product_id, name, ...image } of images)
    found.get(product_id)?.images.push({ ...image, file: { storage_link: pictureLink(name) } })
  return [...found.values()]
}

/** The link to the picture with this name. */
export const pictureLink = (name: string) => `/storage/pictures/${name}-800.webp`
/** The same in SQL, for an image `i`. */
export const PICTURE_LINK = "CONCAT('/storage/pictures/', i.name, '-800.webp')"

/** Features are stored as a JSON list. */
export const readFeatures = (text: string) => JSON.parse(text) as string[]

export const quantityOf = (variations: readonly Variation[]) =>
  variations.reduce((sum, { quantity_in_stock }) => sum + quantity_in_stock, 0)
