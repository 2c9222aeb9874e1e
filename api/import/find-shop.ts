import { select } from '#api/db/database.ts'
import { colourKey } from '#api/import/choice.ts'
import type { ProductDraft } from '#api/import/product-draft.ts'
import { keyOf } from '#api/import/slug.ts'

export interface StoredProduct {
  id: number; slug: string; name: string; description: string; features: string; category_id: number; category_name: string
  retail_price: number; discount: number; status_code: string; deleted_at: Date | null
}
export interface StoredVariation { id: number; product_id: number; sku: string; barcode: string | null; size_code: string; colour_code: string | null }
interface Named { code: string; name: string }

/** What the shop has of the products in a batch, and of the words that describe them. */
export interface Shop {
  products: Map<string, StoredProduct>
  /** By product id, then by `choiceKey`. */
  variations: Map<number, Map<string, StoredVariation>>
  pictures: Map<number, { sources: Set<string>; next: number }>
  categories: Map<string, number>
  sizes: { byCode: Map<string, Named>; byName: Map<string, Named> }
  colours: { byCode: Map<string, Named>; byName: Map<string, Named> }
}

/** Reads with as many queries for a batch as for one product. With `lock` nobody else changes these products meanwhile. */
export async function findShop(drafts: readonly ProductDraft[], lock: boolean): Promise<Shop> {
  const products = await select<StoredProduct>(`SELECT p.id, p.slug, p.name, p.description, p.features, p.category_id, c.name AS category_name, p.retail_price,
    p.discount, p.status_code, p.deleted_at FROM products p FORCE INDEX (slug) STRAIGHT_JOIN categories c ON c.id = p.category_id
    WHERE p.slug IN (:slugs) ORDER BY p.slug ${lock ? 'FOR UPDATE' : ''}`, { slugs: [...new Set(drafts.map(({ slug }) => slug))] })
  const ids = products.map(({ id }) => id)
  const variations = ids.length === 0 ? [] : await select<StoredVariation>(
    'SELECT id, product_id, sku, barcode, size_code, colour_code FROM product_variations WHERE product_id IN (:ids) ORDER BY id', { ids })
  const pictures = ids.length === 0 ? [] : await select<{ product_id: number; position: number; source: string | null }>(
    'SELECT product_id, position, source FROM product_images WHERE product_id IN (:ids)', { ids })
  const categories = await select<{ id: number; name: string }>('SELECT id, name FROM categories ORDER BY id DESC')
  return {
    products: new Map(products.map(product => [product.slug, product])),
    variations: byProduct(variations),
    pictures: picturesOf(pictures),
    categories: new Map(categories.map(({ id, name }) => [keyOf(name), id])),
    sizes: named(await select<Named>('SELECT code, name FROM sizes ORDER BY id DESC'), keyOf),
    colours: named(await select<Named>('SELECT code, name FROM colours ORDER BY id DESC'), colourKey),
  }
}

/** One key for a product's size and colour. */
export const choiceKey = ({ size_code, colour_code }: { size_code: string; colour_code: string | null }) => `${size_code.toUpperCase()}\n${colour_code ?? ''}`

function byProduct(variations: readonly StoredVariation[]): Shop['variations'] {
  const found: Shop['variations'] = new Map()
  for (const variation of variations) {
    const sisters = found.get(variation.product_id) ?? new Map<string, StoredVariation>()
    found.set(variation.product_id, sisters.set(choiceKey(variation), variation))
  }
  return found
}

function picturesOf(rows: readonly { product_id: number; position: number; source: string | null }[]): Shop['pictures'] {
  const found: Shop['pictures'] = new Map()
  for (const { product_id, position, source } of rows) {
    const pictures = found.get(product_id) ?? { sources: new Set<string>(), next: 0 }
    if (source !== null) pictures.sources.add(source)
    found.set(product_id, { ...pictures, next: Math.max(pictures.next, position + 1) })
  }
  return found
}

const named = (rows: readonly Named[], key: (name: string) => string) =>
  ({ byCode: new Map(rows.map(row => [row.code.toUpperCase(), row])), byName: new Map(rows.map(row => [key(row.name), row])) })
