import { CATEGORY_BELOW } from '#api/catalogue/categories.ts'
import { describeProducts, quantityOf, type Described } from '#api/catalogue/describe-products.ts'
import { REORDER_LEVEL } from '#api/catalogue/reorder-level.ts'
import { wordsFor } from '#api/words/search-words.ts'
import { select } from '#api/db/database.ts'
import { notFound } from '#api/errors.ts'
import { beginningWith } from '#api/lists/like.ts'
import { orderBy } from '#api/lists/order-by.ts'
import { paged, windowOf } from '#api/lists/paginate.ts'
import { readNames, type ListingNames } from '#api/catalogue-index/listing-names.ts'
import type { MissingImage, StaffProduct, StaffProductSummary } from '#sync/protocol/shop/catalogue.ts'
import { readingsOf } from '#sync/protocol/ean.ts'
import type { QueryOf } from '#sync/protocol/endpoints.ts'
import type { ProductFilter } from '#sync/protocol/endpoints/products.ts'
import type { Page } from '#sync/protocol/page.ts'
import { priceRange } from '#sync/protocol/pricing.ts'
import { bySizeCode } from '#sync/protocol/size-order.ts'

/** Products that are not deleted, newest first by default. */
export async function listStaffProducts(query: QueryOf<'GET /api/staff/products'>): Promise<Page<StaffProductSummary>> {
  const { from, ...asked } = selectionOf(query)
  const values = { ...asked.values, ...windowOf(query) }
  const [ids, [count]] = await Promise.all([
    select<{ id: number }>(
      `SELECT p.id FROM ${from} ORDER BY ${orderBy(COLUMNS, query, { id: 'p.id' })} LIMIT :limit OFFSET :offset`,
      values,
    ),
    select<{ n: number }>(`SELECT COUNT(*) AS n FROM ${from}`, values),
  ])
  const [products, names] = await Promise.all([describeProducts(ids.map(({ id }) => id)), readNames()])
  const found = new Map(products.map(product => [product.id, product]))
  return paged(
    ids.flatMap(({ id }) => found.get(id) ?? []).map(product => staffSummaryFrom(product, names)),
    count!.n,
    query,
  )
}

const COLUMNS = {
  created_at: 'p.created_at',
  name: 'p.name',
  status_code: 'p.status_code',
  retail_price: 'p.retail_price',
  views: 'p.views',
  category: '(SELECT k.name FROM categories k WHERE k.id = p.category_id)',
  quantity_in_stock:
    '(SELECT COALESCE(SUM(v.on_hand - v.reserved), 0) FROM product_variations v WHERE v.product_id = p.id)',
} as const

const CONDITIONS = {
  status_code: 'p.status_code = :status_code',
  category_id: CATEGORY_BELOW,
  discounted: `(p.discount > 0 OR EXISTS (SELECT 1 FROM product_variations v
    WHERE v.product_id = p.id AND v.discount > 0))`,
  no_picture: 'NOT EXISTS (SELECT 1 FROM product_images i WHERE i.product_id = p.id AND i.name IS NOT NULL)',
  low: `EXISTS (SELECT 1 FROM product_variations v
    WHERE v.product_id = p.id AND v.on_hand - v.reserved <= ${REORDER_LEVEL})`,
}

/**
 * The FROM clause of staff's product list, with products as `p`. `search` finds words of the name, or the beginning of
 * a SKU, barcode or slug.
 */
export function selectionOf({ search, ...filters }: ProductFilter): { from: string; values: Record<string, unknown> } {
  const asked = (Object.keys(CONDITIONS) as (keyof typeof CONDITIONS)[]).filter(name => filters[name] !== undefined)
  const from = `products p ${
    search
      ? `JOIN (
    SELECT product_id FROM product_words WHERE MATCH (words) AGAINST (:words IN BOOLEAN MODE)
    UNION SELECT product_id FROM product_variations WHERE sku LIKE :beginning
    UNION SELECT product_id FROM product_variations WHERE barcode LIKE :beginning OR barcode IN (:readings)
    UNION SELECT id FROM products WHERE slug LIKE :beginning) found ON found.product_id = p.id`
      : ''
  }
    WHERE ${['p.deleted_at IS NULL', ...asked.map(name => CONDITIONS[name])].join(' AND ')}`
  return {
    from,
    values: {
      ...filters,
      words: wordsFor(search),
      beginning: beginningWith(search ?? ''),
      readings: readingsOf(search ?? ''),
    },
  }
}

/** @throws 404, also for a deleted product */
export async function findStaffProduct(id: number): Promise<StaffProduct> {
  const [[product], names, former, missing_images] = await Promise.all([
    describeProducts([id]),
    readNames(),
    select<{ slug: string }>('SELECT slug FROM product_slugs WHERE product_id = ? ORDER BY created_at DESC, slug', [
      id,
    ]),
    missingImagesOf(id),
  ])
  if (!product || product.deleted_at) throw notFound('Product')
  const { quantity_in_stock: _sum, ...summary } = staffSummaryFrom(product, names)
  return {
    ...summary,
    description: product.description,
    features: product.features,
    variations: product.variations,
    former_slugs: former.map(({ slug }) => slug),
    missing_images,
  }
}

async function missingImagesOf(id: number): Promise<MissingImage[]> {
  const rows = await select<Omit<MissingImage, 'next_try_at'> & { next_try_at: Date | null }>(
    "SELECT id, source, fetch_error AS error, next_fetch_at AS next_try_at FROM product_images WHERE product_id = ? AND name IS NULL AND source LIKE 'http%' ORDER BY position, id",
    [id],
  )
  return rows.map(({ next_try_at, ...image }) => ({ ...image, next_try_at: next_try_at?.toJSON() ?? null }))
}

function staffSummaryFrom(product: Described, names: ListingNames): StaffProductSummary {
  const { id, slug, name, category_id, category_name, retail_price, discount, status_code, views, images, variations } =
    product
  const { price_from, price_to } = priceRange(product, variations)
  const named = (codes: Iterable<string | null>, all: ListingNames['sizes']) =>
    [...new Set(codes)].flatMap(code => (code === null ? [] : (all.get(code) ?? [])))
  return {
    id,
    slug,
    name,
    category_id,
    category: { id: category_id, name: category_name },
    retail_price,
    discount,
    price_from,
    price_to,
    status_code,
    views,
    images,
    created_at: product.created_at.toJSON(),
    updated_at: product.updated_at.toJSON(),
    sizes: named(
      variations.map(({ size_code }) => size_code),
      names.sizes,
    ).sort((a, b) => bySizeCode(a.code, b.code)),
    colours: named(
      variations.map(({ colour_code }) => colour_code),
      names.colours,
    ).map(({ code, name: called }) => ({ code, name: called })),
    in_stock: variations.some(({ quantity_in_stock }) => quantity_in_stock > 0),
    quantity_in_stock: quantityOf(variations),
  }
}
