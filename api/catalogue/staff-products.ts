import { describeProducts, quantityOf, type Described } from '#api/catalogue/describe-products.ts'
import { searchExpression } from '#api/catalogue/search-words.ts'
import { select } from '#api/db/database.ts'
import { notFound } from '#api/errors.ts'
import { paged, windowOf } from '#api/http/paginate.ts'
import { readNames, type ListingNames } from '#api/catalogue/listing-names.ts'
import type { StaffProduct, StaffProductSummary } from '#sync/protocol/catalogue.ts'
import type { Page, QueryOf } from '#sync/protocol/endpoints.ts'
import { bySizeCode } from '#sync/protocol/size-order.ts'

const NO_MATCH = '+nothing'

/** Products that are not deleted, newest first; `search` finds words of the name, and SKU, barcode or slug by their beginning. */
export async function listStaffProducts(query: QueryOf<'GET /api/staff/products'>): Promise<Page<StaffProductSummary>> {
  const { search, status_code } = query
  const from = `products p ${search ? `JOIN (
    SELECT product_id FROM product_words WHERE MATCH (words) AGAINST (:words IN BOOLEAN MODE)
    UNION SELECT product_id FROM product_variations WHERE sku LIKE :beginning
    UNION SELECT product_id FROM product_variations WHERE barcode LIKE :beginning
    UNION SELECT id FROM products WHERE slug LIKE :beginning) found ON found.product_id = p.id` : ''}
    WHERE p.deleted_at IS NULL ${status_code ? 'AND p.status_code = :status_code' : ''}`
  const values = {
    ...windowOf(query), status_code, words: searchExpression(search ?? '') ?? NO_MATCH, beginning: `${(search ?? '').replace(/[\\%_]/g, '\\$&')}%`,
  }
  const [ids, [count]] = await Promise.all([
    select<{ id: number }>(`SELECT p.id FROM ${from} ORDER BY p.id DESC LIMIT :limit OFFSET :offset`, values),
    select<{ n: number }>(`SELECT COUNT(*) AS n FROM ${from}`, values),
  ])
  const [products, names] = await Promise.all([describeProducts(ids.map(({ id }) => id)), readNames()])
  return paged(products.reverse().map(product => staffSummaryFrom(product, names)), count!.n, query)
}

/** @throws 404, also for one that is deleted */
export async function findStaffProduct(id: number): Promise<StaffProduct> {
  const [[product], names] = await Promise.all([describeProducts([id]), readNames()])
  if (!product || product.deleted_at) throw notFound('Product')
  const { quantity_in_stock: _sum, ...summary } = staffSummaryFrom(product, names)
  return { ...summary, description: product.description, features: product.features, variations: product.variations }
}

function staffSummaryFrom(product: Described, names: ListingNames): StaffProductSummary {
  const { id, slug, name, category_id, category_name, retail_price, discount, status_code, views, images, variations } = product
  const named = (codes: Iterable<string | null>, all: ListingNames['sizes']) => [...new Set(codes)].flatMap(code => code === null ? [] : all.get(code) ?? [])
  return {
    id, slug, name, category_id, category: { id: category_id, name: category_name }, retail_price, discount, status_code, views, images,
    created_at: product.created_at.toJSON(), updated_at: product.updated_at.toJSON(),
    sizes: named(variations.map(({ size_code }) => size_code), names.sizes).sort((a, b) => bySizeCode(a.code, b.code)),
    colours: named(variations.map(({ colour_code }) => colour_code), names.colours).map(({ code, name: called }) => ({ code, name: called })),
    in_stock: variations.some(({ quantity_in_stock }) => quantity_in_stock > 0),
    quantity_in_stock: quantityOf(variations),
  }
}
