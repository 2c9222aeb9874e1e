import { recordChanges } from '#api/audit/record-change.ts'
import { refreshListings } from '#api/catalogue/refresh-listings.ts'
import { execute, inTransaction, insertRow, select, selectOne } from '#api/db/database.ts'
import { conflict, invalid, notFound, stale } from '#api/errors.ts'
import {
  afterBulk,
  UNDO_MS,
  type BulkChange,
  type BulkColumns,
  type BulkOutcome,
  type BulkRow,
  type BulkTarget,
} from '#sync/protocol/staff/bulk-change.ts'
import { MOST_CEDIS, toPesewas } from '#sync/protocol/money.ts'

const COLUMN = { price: 'retail_price', discount: 'discount', status: 'status_code', category: 'category_id' } as const
type Column = (typeof COLUMN)[keyof typeof COLUMN]
type Row = BulkColumns & { id: number; name: string; updated_at: Date }
/** What a bulk change stores of a product: `updated_at` in ms, after the change. */
interface Kept {
  id: number
  column: Column
  was: string | number
  became: string | number
  updated_at: number
}

/** Shows what a change would do to each product. Writes nothing. @throws 404, 422 for an unknown category */
export async function previewBulk(products: readonly BulkTarget[], change: BulkChange): Promise<BulkOutcome> {
  await refuseNoCategory(change)
  const rows = await rowsOf(products, '')
  return { id: null, undo_until: null, rows: rows.map(row => outcomeOf(row, change)) }
}

/**
 * Changes many products: all or none. Records each change; for a minute all can be undone.
 * @throws 404, 409 stale with the current rows if one changed since it was read, 422 if one cannot take the change
 */
export const changeInBulk = (
  products: readonly BulkTarget[],
  change: BulkChange,
  user_id: number,
): Promise<BulkOutcome> =>
  inTransaction(async () => {
    await refuseNoCategory(change)
    const rows = await rowsOf(products, 'FOR UPDATE')
    const outcomes = rows.map(row => outcomeOf(row, change))
    const read = new Map(products.map(({ id, updated_at }) => [id, updated_at && Date.parse(updated_at)]))
    if (rows.some(({ id, updated_at }) => read.get(id) && read.get(id) !== updated_at.getTime()))
      throw stale({ bulk: { id: null, undo_until: null, rows: outcomes } })
    const problems = outcomes.flatMap(({ name, problem }) => (problem ? [`${name}: ${problem}`] : []))
    if (problems.length > 0) throw invalid({ products: problems })
    const column = COLUMN[change.kind]
    const changing = outcomes.filter(({ was, became }) => was[column] !== became[column])
    if (changing.length === 0) return { id: null, undo_until: null, rows: outcomes }
    const left = await write(
      column,
      changing.map(({ id, became }) => ({ id, value: became[column] })),
    )
    const kept = changing.map(({ id, was, became }): Kept => ({
      id,
      column,
      was: was[column],
      became: became[column],
      updated_at: left.get(id)!.getTime(),
    }))
    await recordChanges(
      kept.map(({ id, was, became }) => ({
        subject: 'product',
        subject_id: id,
        action: 'change in bulk',
        was: { [column]: was },
        became: { [column]: became },
      })),
    )
    const id = await insertRow('product_bulks', { user_id, changes: JSON.stringify(kept) })
    const { created_at } = (await selectOne<{ created_at: Date }>('SELECT created_at FROM product_bulks WHERE id = ?', [
      id,
    ]))!
    return {
      id,
      undo_until: new Date(created_at.getTime() + UNDO_MS).toJSON(),
      rows: outcomes.map(row => ({ ...row, updated_at: (left.get(row.id) ?? new Date(row.updated_at)).toJSON() })),
    }
  })

/**
 * Undoes a bulk change, all or nothing.
 * @throws 404, 409 after a minute, the second time, and if a product has changed since
 */
export const undoBulk = (id: number): Promise<number> =>
  inTransaction(async () => {
    const bulk = await selectOne<{ changes: string; undone_at: Date | null; is_late: number }>(
      'SELECT changes, undone_at, created_at < NOW(3) - INTERVAL :seconds SECOND AS is_late FROM product_bulks WHERE id = :id FOR UPDATE',
      { id, seconds: UNDO_MS / 1000 },
    )
    if (!bulk) throw notFound('Change')
    if (bulk.undone_at) throw conflict('This has already been taken back.')
    if (bulk.is_late) throw conflict('It is too late to take this back. Please change the products again.')
    const kept = JSON.parse(bulk.changes) as Kept[]
    const rows = await select<{ id: number; name: string; updated_at: Date; deleted_at: Date | null }>(
      'SELECT id, name, updated_at, deleted_at FROM products FORCE INDEX (PRIMARY) WHERE id IN (:ids) ORDER BY id FOR UPDATE',
      { ids: kept.map(change => change.id) },
    )
    const left = new Map(kept.map(change => [change.id, change.updated_at]))
    const other = rows.filter(row => row.deleted_at !== null || row.updated_at.getTime() !== left.get(row.id))
    if (other.length > 0)
      throw conflict(
        `Nothing was taken back, because this has changed since: ${other
          .slice(0, 5)
          .map(({ name }) => name)
          .join(', ')}${other.length > 5 ? ' …' : ''}`,
      )
    await write(
      kept[0]!.column,
      kept.map(({ id: product, was }) => ({ id: product, value: was })),
    )
    await recordChanges(
      kept.map(({ id: product, column, was, became }) => ({
        subject: 'product',
        subject_id: product,
        action: 'take back a change in bulk',
        was: { [column]: became },
        became: { [column]: was },
      })),
    )
    await execute('UPDATE product_bulks SET undone_at = NOW(3) WHERE id = ?', [id])
    return kept.length
  })

async function rowsOf(products: readonly BulkTarget[], lock: '' | 'FOR UPDATE'): Promise<Row[]> {
  const ids = products.map(({ id }) => id)
  const rows = await select<Row>(
    `SELECT id, name, category_id, retail_price, discount, status_code, updated_at
    FROM products FORCE INDEX (PRIMARY) WHERE id IN (:ids) AND deleted_at IS NULL ORDER BY id ${lock}`,
    { ids },
  )
  if (rows.length < ids.length)
    throw notFound(ids.length - rows.length === 1 ? 'One of the products was' : 'Some of the products were')
  return rows
}

async function refuseNoCategory(change: BulkChange): Promise<void> {
  if (change.kind === 'category' && !(await selectOne('SELECT id FROM categories WHERE id = ?', [change.category_id])))
    throw invalid({ 'change.category_id': ['This category does not exist.'] })
}

function outcomeOf({ id, name, updated_at, ...was }: Row, change: BulkChange): BulkRow {
  const became = afterBulk(was, change)
  return { id, name, updated_at: updated_at.toJSON(), was, became, problem: problemOf(became) }
}

function problemOf({ retail_price, discount }: BulkColumns): string | null {
  if (retail_price < 0) return 'the price would be below 0.'
  if (retail_price > MOST_CEDIS) return 'the price would be more than a price can be.'
  return toPesewas(discount) > toPesewas(retail_price) ? 'the discount would be more than the price.' : null
}

/** Returns each product's new `updated_at`. */
async function write(
  column: Column,
  values: readonly { id: number; value: string | number }[],
): Promise<Map<number, Date>> {
  const ids = values.map(({ id }) => id)
  await execute(
    `UPDATE products FORCE INDEX (PRIMARY) SET ${column} = CASE id ${values.map(() => 'WHEN ? THEN ?').join(' ')} END
      WHERE id IN (?)`,
    [...values.flatMap(({ id, value }) => [id, value]), ids],
  )
  await refreshListings(ids)
  return new Map(
    (
      await select<{ id: number; updated_at: Date }>('SELECT id, updated_at FROM products WHERE id IN (:ids)', { ids })
    ).map(({ id, updated_at }) => [id, updated_at]),
  )
}
