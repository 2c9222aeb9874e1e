import { recordChange } from '#api/audit/record-change.ts'
import { refreshListings, touchVariations } from '#api/catalogue/refresh-listings.ts'
import { findStaffProduct } from '#api/catalogue/staff-products.ts'
import { execute, inTransaction } from '#api/db/database.ts'
import { refuseIfStale } from '#api/errors.ts'
import { lockProduct } from '#api/products/lock-product.ts'
import { refuseWrong } from '#api/products/product-rules.ts'
import { isRepriced, refuseForVariations } from '#api/products/variation-rules.ts'
import { moveSlug } from '#api/products/slugs.ts'
import type { StaffProduct } from '#sync/protocol/shop/catalogue.ts'
import type { BodyOf } from '#sync/protocol/endpoints.ts'

/**
 * Changes a product's details and prices. If its address changes, the old one redirects.
 * @throws 404, also for a deleted product, 409 stale, 422 for an unknown category, a discount above the price, or above
 * the price of a variation, or a taken address
 */
export const changeProduct = (
  id: number,
  { updated_at, features, ...changes }: BodyOf<'PATCH /api/staff/products/:id'>,
): Promise<StaffProduct> =>
  inTransaction(async () => {
    const row = await lockProduct(id)
    await refuseIfStale(updated_at, row.updated_at, async () => ({ product: await findStaffProduct(id) }))
    const next = { ...row, ...changes, features: features ? JSON.stringify(features) : row.features }
    await refuseWrong(next)
    if (isRepriced(row, next)) await refuseForVariations(id, next)
    await moveSlug(id, row.slug, next.slug)
    await execute(
      `UPDATE products SET slug = :slug, category_id = :category_id, name = :name, description = :description,
        features = :features,
    retail_price = :retail_price, discount = :discount, status_code = :status_code WHERE id = :id`,
      { ...next },
    )
    if (isRepriced(row, next)) await touchVariations([id])
    await refreshListings([id])
    await recordChange({ subject: 'product', subject_id: id, action: 'change', was: row, became: next })
    return findStaffProduct(id)
  })
