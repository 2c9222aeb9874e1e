import { isDeepStrictEqual } from 'node:util'
import { recordChange } from '#api/audit/record-change.ts'
import { execute, inTransaction, insertRows, select, selectOne } from '#api/db/database.ts'
import { invalid, notFound, stale } from '#api/errors.ts'
import type { BodyOf } from '#sync/protocol/endpoints.ts'
import { FIT_MEASURES, type FitRow } from '#sync/protocol/fit.ts'
import { bySizeCode } from '#sync/protocol/size-order.ts'

const COLUMN_NAMES = ['size_code', ...Object.keys(FIT_MEASURES)]
const COLUMNS = COLUMN_NAMES.join(', ')

/** A category's own fit table, the smallest size first. @throws 404 */
export async function readFit(category_id: number): Promise<FitRow[]> {
  if (!(await selectOne('SELECT id FROM categories WHERE id = ?', [category_id]))) throw notFound('Category')
  return sorted(await select<FitRow>(`SELECT ${COLUMNS} FROM fit_rows WHERE category_id = ?`, [category_id]))
}

/**
 * A product's measurements by size, as SQL for a JSON list, with its id twice. Takes the table of its category, or of
 * the nearest ancestor that has one. The depth is bounded, so that a cycle ends too.
 */
export const FIT_OF_PRODUCT = `(
  WITH RECURSIVE above (id, parent_id, depth) AS (
    SELECT c.id, c.parent_id, 0 FROM products p JOIN categories c ON c.id = p.category_id WHERE p.id = ?
    UNION ALL SELECT c.id, c.parent_id, above.depth + 1 FROM categories c JOIN above ON c.id = above.parent_id
    WHERE above.depth < 10
  ), nearest (id) AS (SELECT id FROM above WHERE EXISTS (SELECT 1 FROM fit_rows f WHERE f.category_id = above.id)
  ORDER BY depth LIMIT 1)
  SELECT CAST(JSON_ARRAYAGG(JSON_OBJECT(${COLUMN_NAMES.map(name => `'${name}', ${name}`).join(', ')})) AS CHAR)
  FROM fit_rows
  WHERE category_id IN (SELECT id FROM nearest)
    AND size_code IN (SELECT size_code FROM product_variations WHERE product_id = ?))`

/** The rows of that list, the smallest size first; null if there are none. */
export const readFitOfProduct = (json: string | null): FitRow[] =>
  sorted(json === null ? [] : (JSON.parse(json) as FitRow[]))

/**
 * Replaces a category's own table; no rows remove it. @throws 404, 409 if it changed since it was read, 422 for an
 * unknown or repeated size
 */
export const writeFit = (
  category_id: number,
  { rows, as_read }: BodyOf<'PATCH /api/staff/categories/:id/fit'>,
): Promise<FitRow[]> =>
  inTransaction(async () => {
    if (!(await selectOne('SELECT id FROM categories WHERE id = ? FOR UPDATE', [category_id])))
      throw notFound('Category')
    const known = new Set((await select<{ code: string }>('SELECT code FROM sizes')).map(({ code }) => code))
    const wrong = rows.flatMap(({ size_code }, i) => {
      const word = !known.has(size_code)
        ? `Unknown size: ${size_code}.`
        : rows.findIndex(row => row.size_code === size_code) < i
          ? `Size ${size_code} is already in the table.`
          : null
      return word ? [{ field: `rows.${i}.size_code`, word }] : []
    })
    if (wrong.length > 0) throw invalid(Object.fromEntries(wrong.map(({ field, word }) => [field, [word]])))
    const was = await readFit(category_id)
    if (as_read && !isDeepStrictEqual(was, sorted([...as_read]))) throw stale({ fit: was })
    await execute('DELETE FROM fit_rows WHERE category_id = ?', [category_id])
    await insertRows(
      'fit_rows',
      rows.map(({ size_code, waist, hip, inseam, rise }) => ({ category_id, size_code, waist, hip, inseam, rise })),
    )
    const became = await readFit(category_id)
    await recordChange({
      subject: 'category',
      subject_id: category_id,
      action: 'change',
      was: { fit: was },
      became: { fit: became },
    })
    return became
  })

const sorted = (rows: FitRow[]) => rows.sort((a, b) => bySizeCode(a.size_code, b.size_code))
