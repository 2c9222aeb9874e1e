import { recordChange } from '#api/audit/record-change.ts'
import { refreshListings } from '#api/catalogue/refresh-listings.ts'
import { findStaffProduct } from '#api/catalogue/staff-products.ts'
import { execute, inTransaction, selectOne } from '#api/db/database.ts'
import { invalid, notFound, refuseIfStale } from '#api/errors.ts'
import { touchProduct } from '#api/products/add-choices.ts'
import { lockProduct } from '#api/products/lock-product.ts'
import { problemWith } from '#api/products/variation-rules.ts'
import type { BodyOf } from '#sync/protocol/endpoints.ts'
import type { StaffProduct, StaffVariation } from '#sync/protocol/shop/catalogue.ts'

type Row = Pick<StaffVariation, 'sku' | 'retail_price' | 'discount' | 'weight'>

/**
 * Changes a variation's own price, discount and weight. The product counts as changed.
 * @throws 404, also for a deleted product, 409 stale, 422 if it would cost nothing or less
 */
export const changeVariation = (
  id: number,
  { updated_at, ...changes }: BodyOf<'PATCH /api/staff/variations/:id'>,
): Promise<{ product: StaffProduct; variation: StaffVariation }> =>
  inTransaction(async () => {
    const place = await selectOne<{ product_id: number }>('SELECT product_id FROM product_variations WHERE id = ?', [
      id,
    ])
    if (!place) throw notFound('Variant')
    const product = await lockProduct(place.product_id)
    await refuseIfStale(updated_at, product.updated_at, () => found(product.id, id))
    const was = (await selectOne<Row>(
      'SELECT sku, retail_price, discount, weight FROM product_variations WHERE id = ? FOR UPDATE',
      [id],
    ))!
    const next = { ...was, ...changes }
    const problem = problemWith(next, product)
    if (problem) throw invalid({ [changes.discount == null ? 'retail_price' : 'discount']: [problem] })
    const isChanged = COLUMNS.some(column => next[column] !== was[column])
    if (!isChanged) return found(product.id, id)
    await execute(
      `UPDATE product_variations SET retail_price = :retail_price, discount = :discount, weight = :weight WHERE id = :id`,
      { ...next, id },
    )
    await touchProduct(product.id)
    await refreshListings([product.id])
    await recordChange({
      subject: 'product',
      subject_id: product.id,
      action: 'change a variation',
      was: named(was),
      became: named(next),
    })
    return found(product.id, id)
  })

const COLUMNS = ['retail_price', 'discount', 'weight'] as const

/** The log names the variation with each member, because a change of a product may concern any. */
const named = (row: Row) => Object.fromEntries(COLUMNS.map(column => [`${column}: ${row.sku}`, row[column]]))

async function found(product_id: number, id: number) {
  const product = await findStaffProduct(product_id)
  return { product, variation: product.variations.find(variation => variation.id === id)! }
}
