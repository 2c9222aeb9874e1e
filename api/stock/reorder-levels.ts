import { recordChange } from '#api/audit/record-change.ts'
import { execute, inTransaction, selectOne } from '#api/db/database.ts'
import { invalid, stale } from '#api/errors.ts'
import { findProductStock } from '#api/stock/list-stock.ts'
import type { BodyOf } from '#sync/protocol/endpoints.ts'
import type { ProductStock, ReorderLevels } from '#sync/protocol/staff/stock.ts'

/**
 * Sets the reorder levels of a product's variations. Neither tills nor the shop show them, so the rows do not count as
 * changed.
 * @throws 404, 409 if one changed since it was read, 422 for another product's variation
 */
export const changeReorderLevels = (
  product_id: number,
  { reorder_level, variations = [], as_read }: BodyOf<'PATCH /api/staff/products/:id/stock'>,
): Promise<ProductStock> =>
  inTransaction(async () => {
    await selectOne('SELECT id FROM products WHERE id = ? FOR UPDATE', [product_id])
    const was = await findProductStock(product_id)
    if (as_read && !isAsRead(was, as_read)) throw stale({ stock: was })
    const own = new Set(was.variations.map(({ id }) => id))
    if (variations.some(({ id }) => !own.has(id)))
      throw invalid({ variations: ['One of these is not a variant of the product.'] })
    if (reorder_level !== undefined)
      await execute('UPDATE products SET reorder_level = ?, updated_at = updated_at WHERE id = ?', [
        reorder_level,
        product_id,
      ])
    for (const { id, reorder_level: level } of [...variations].sort((a, b) => a.id - b.id))
      await execute('UPDATE product_variations SET reorder_level = ?, updated_at = updated_at WHERE id = ?', [
        level,
        id,
      ])
    const became = await findProductStock(product_id)
    await recordChange({
      subject: 'product',
      subject_id: product_id,
      action: 'set reorder levels',
      was: levelsOf(was),
      became: levelsOf(became),
    })
    return became
  })

const isAsRead = (stock: ProductStock, { reorder_level = stock.reorder_level, variations = [] }: ReorderLevels) =>
  reorder_level === stock.reorder_level &&
  variations.every(
    ({ id, reorder_level: level }) =>
      stock.variations.find(variation => variation.id === id)?.own_reorder_level === level,
  )

const levelsOf = ({ reorder_level, variations }: ProductStock) => ({
  reorder_level,
  ...Object.fromEntries(variations.map(({ sku, own_reorder_level }) => [sku, own_reorder_level])),
})
