import { select } from '#api/db/database.ts'
import { colourKey } from '#api/import-formats/choice.ts'
import type { ProductDraft } from '#api/import-formats/product-draft.ts'
import { keyOf } from '#api/import-formats/slug.ts'

export interface StoredProduct {
  id: number
  slug: string
  name: string
  description: string
  features: string
  category_id: number
  category_name: string
  retail_price: number
  discount: number
  status_code: string
  deleted_at: Date | null
}
export interface StoredVariation {
  id: number
  product_id: number
  sku: string
  barcode: string | null
  size_code: string
  colour_code: string | null
  retail_price: number | null
  discount: number | null
  weight: number | null
}
interface Named {
  code: string
  name: string
}
export interface KnownPictures {
  sources: Set<string>
  names: Set<string>
  next: number
  /** By source and by name, in their order: a product may have the same picture twice. */
  rows: Map<string, StoredPicture[]>
}

/** What the shop has of a batch's products, and of their categories, sizes and colours. */
export interface Shop {
  products: Map<string, StoredProduct>
  /** By product id, then by `choiceKey`. */
  variations: Map<number, Map<string, StoredVariation>>
  /** A product's pictures: where they came from, their names in the store, and the next free position. */
  pictures: Map<number, KnownPictures>
  categories: Map<string, number>
  sizes: { byCode: Map<string, Named>; byName: Map<string, Named> }
  colours: { byCode: Map<string, Named>; byName: Map<string, Named> }
}

/**
 * Reads with as many queries for a batch as for one product. With `lock` nobody else changes these products until the
 * transaction ends.
 */
export async function findShop(drafts: readonly ProductDraft[], lock: boolean): Promise<Shop> {
  const slugs = [...new Set(drafts.map(({ slug }) => slug))]
  const former = new Map(
    (
      await select<{ slug: string; present: string }>(
        'SELECT f.slug, p.slug AS present FROM product_slugs f JOIN products p ON p.id = f.product_id WHERE f.slug IN (:slugs)',
        { slugs },
      )
    ).map(({ slug, present }) => [slug, present]),
  )
  const products = await select<StoredProduct>(
    `SELECT p.id, p.slug, p.name, p.description, p.features, p.category_id, c.name AS category_name, p.retail_price,
    p.discount, p.status_code, p.deleted_at FROM products p FORCE INDEX (slug)
    STRAIGHT_JOIN categories c ON c.id = p.category_id
    WHERE p.slug IN (:slugs) ORDER BY p.slug ${lock ? 'FOR UPDATE' : ''}`,
    { slugs: [...new Set([...slugs, ...former.values()])] },
  )
  const ids = products.map(({ id }) => id)
  const variations =
    ids.length === 0
      ? []
      : await select<StoredVariation>(
          `SELECT id, product_id, sku, barcode, size_code, colour_code, retail_price, discount, weight
          FROM product_variations WHERE product_id IN (:ids) ORDER BY id`,
          { ids },
        )
  const pictures =
    ids.length === 0
      ? []
      : await select<StoredPicture>(
          `SELECT id, product_id, position, name, source, alt, colour_code FROM product_images
          WHERE product_id IN (:ids) ORDER BY product_id, position, id`,
          { ids },
        )
  const categories = await select<{ id: number; name: string }>('SELECT id, name FROM categories ORDER BY id DESC')
  return {
    products: bySlug(products, former),
    variations: byProduct(variations),
    pictures: picturesOf(pictures),
    categories: new Map(categories.map(({ id, name }) => [keyOf(name), id])),
    sizes: named(await select<Named>('SELECT code, name FROM sizes ORDER BY id DESC'), keyOf),
    colours: named(await select<Named>('SELECT code, name FROM colours ORDER BY id DESC'), colourKey),
  }
}

/** By the current slug, and by former ones. */
function bySlug(products: readonly StoredProduct[], former: ReadonlyMap<string, string>): Shop['products'] {
  const found = new Map(products.map(product => [product.slug, product]))
  for (const [slug, present] of former) if (!found.has(slug) && found.has(present)) found.set(slug, found.get(present)!)
  return found
}

/** One key for a product's size and colour. */
export const choiceKey = ({ size_code, colour_code }: { size_code: string; colour_code: string | null }) =>
  `${size_code.toUpperCase()}\n${colour_code ?? ''}`

function byProduct(variations: readonly StoredVariation[]): Shop['variations'] {
  const found: Shop['variations'] = new Map()
  for (const variation of variations) {
    const sisters = found.get(variation.product_id) ?? new Map<string, StoredVariation>()
    found.set(variation.product_id, sisters.set(choiceKey(variation), variation))
  }
  return found
}

export interface StoredPicture {
  id: number
  product_id: number
  position: number
  alt: string | null
  colour_code: string | null
  name: string | null
  source: string | null
}

export const noPictures = (): KnownPictures => ({ sources: new Set(), names: new Set(), next: 0, rows: new Map() })

function picturesOf(rows: readonly StoredPicture[]): Shop['pictures'] {
  const found: Shop['pictures'] = new Map()
  for (const row of rows) {
    const { product_id, position, name, source } = row
    const pictures = found.get(product_id) ?? noPictures()
    for (const key of [source, name]) if (key !== null) pictures.rows.set(key, [...(pictures.rows.get(key) ?? []), row])
    if (source !== null) pictures.sources.add(source)
    if (name !== null) pictures.names.add(name)
    found.set(product_id, { ...pictures, next: Math.max(pictures.next, position + 1) })
  }
  return found
}

const named = (rows: readonly Named[], key: (name: string) => string) => ({
  byCode: new Map(rows.map(row => [row.code.toUpperCase(), row])),
  byName: new Map(rows.map(row => [key(row.name), row])),
})
