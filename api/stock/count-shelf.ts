import { recordChange } from '#api/audit/record-change.ts'
import { CATEGORY_BELOW } from '#api/catalogue/categories.ts'
import { execute, inTransaction, insertRow, selectOne } from '#api/db/database.ts'
import { conflict, invalid, notFound } from '#api/errors.ts'
import { findCountLine } from '#api/stock/list-count-lines.ts'
import { findCount } from '#api/stock/list-counts.ts'
import { scanned } from '#api/stock/name-goods.ts'
import { stockRows } from '#api/stock/stock-rows.ts'
import { lockVariations } from '#api/stock/stock.ts'
import type { BodyOf } from '#sync/protocol/endpoints.ts'
import type { StockCount, StockCountInput, StockCountLine, StockCountStatus } from '#sync/protocol/staff/stock-count.ts'

/** Opens a count of a category and everything below it, of products, or of everything. @throws 422 if that is empty */
export const openCount = (
  { name, category_id = null, product_ids }: StockCountInput,
  user_id: number,
): Promise<StockCount> =>
  inTransaction(async () => {
    if (category_id && product_ids) throw invalid({ category_id: ['Choose either a category or products.'] })
    const id = await insertRow('stock_counts', { name, category_id: await knownCategory(category_id), user_id })
    const scope = product_ids ? 'p.id IN (:product_ids)' : category_id ? CATEGORY_BELOW : 'TRUE'
    const lines = await execute(
      `INSERT INTO stock_count_lines (count_id, product_variation_id)
    SELECT :id, v.id FROM product_variations v JOIN products p ON p.id = v.product_id AND p.deleted_at IS NULL
    WHERE ${scope} ORDER BY v.id`,
      { id, category_id, product_ids: [0, ...(product_ids ?? [])] },
    )
    if (lines === 0)
      throw invalid({ [product_ids ? 'product_ids' : 'category_id']: ['There is nothing to count here.'] })
    const count = await findCount(id)
    await recordChange({
      subject: 'stock_count',
      subject_id: id,
      action: 'open',
      became: { name, category: count.category, lines },
    })
    return count
  })

async function knownCategory(id: number | null): Promise<number | null> {
  if (id !== null && !(await selectOne('SELECT id FROM categories WHERE id = ?', [id])))
    throw invalid({ category_id: ['This category does not exist.'] })
  return id
}

/**
 * Adds pieces to what was counted; several people may scan at once. Each scan notes the booked stock at that moment.
 * Goods outside the count are added, because they are on the shelf. The reply never shows the booked stock.
 * @throws 404, 409 if the count is not open, 422 for unknown goods or a count below zero
 */
export const scanShelf = (
  count_id: number,
  { code, variation_id, quantity = 1 }: BodyOf<'POST /api/staff/stock/counts/:id/scans'>,
  user_id: number,
): Promise<StockCountLine> =>
  inTransaction(async () => {
    if ((await statusOf(count_id, 'LOCK IN SHARE MODE')) !== 'OPEN') throw conflict('This count is not open.')
    const id = variation_id === undefined ? await idOfCode(code ?? '') : await knownVariation(variation_id)
    const { on_hand } = (await lockVariations([id])).get(id)!
    const line = await selectOne<{ counted: number | null }>(
      'SELECT counted FROM stock_count_lines WHERE count_id = ? AND product_variation_id = ?',
      [count_id, id],
    )
    const counted = (line?.counted ?? 0) + quantity
    if (counted < 0) throw invalid({ quantity: [`Only ${line?.counted ?? 0} are counted.`] })
    const { last } = (await selectOne<{ last: number }>(
      'SELECT COALESCE(MAX(id), 0) AS last FROM stock_movements WHERE product_variation_id = ?',
      [id],
    ))!
    const first = line?.counted == null ? ', book = :on_hand, movement_id = :last, started_at = NOW(3)' : ''
    if (!line) await insertRow('stock_count_lines', { count_id, product_variation_id: id })
    await execute(
      `UPDATE stock_count_lines SET counted = :counted, latest_book = :on_hand, latest_movement_id = :last,
        latest_at = NOW(3), counted_by = :user_id${first}
    WHERE count_id = :count_id AND product_variation_id = :id`,
      { count_id, id, counted, on_hand, last, user_id },
    )
    return findCountLine(count_id, id)
  })

/** The status of a count, with its row locked. @throws 404 */
export async function statusOf(id: number, lock: 'FOR UPDATE' | 'LOCK IN SHARE MODE'): Promise<StockCountStatus> {
  const row = await selectOne<{ status_code: StockCountStatus }>(
    `SELECT status_code FROM stock_counts WHERE id = ? ${lock}`,
    [id],
  )
  if (!row) throw notFound('Count')
  return row.status_code
}

async function idOfCode(code: string): Promise<number> {
  const [first, second] = await scanned(code)
  if (!first) throw invalid({ code: [`No product has the code ${code}.`] })
  if (second) throw invalid({ code: [`More than one product has the barcode ${code}. Search by name.`] })
  return first.id
}

async function knownVariation(id: number): Promise<number> {
  if ((await stockRows([id])).length === 0) throw invalid({ variation_id: ['This product does not exist.'] })
  return id
}
