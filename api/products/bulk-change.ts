import { recordChanges } from '#api/audit/record-change.ts'
import { refreshListings, touchVariations } from '#api/catalogue/refresh-listings.ts'
import { execute, inTransaction, insertRow, select, selectOne } from '#api/db/database.ts'
import { conflict, invalid, notFound, stale } from '#api/errors.ts'
import { ownPricedOf, problemWith, writeOwnPrices, type OwnPriced } from '#api/products/variation-rules.ts'
import {
  afterBulk,
  ownAfterBulk,
  UNDO_MS,
  type BulkChange,
  type BulkColumns,
  type BulkOutcome,
  type BulkRow,
  type BulkTarget,
} from '#sync/protocol/staff/bulk-change.ts'
import { MOST_CEDIS, toPesewas } from '#sync/protocol/money.ts'
import type { OwnPrice } from '#sync/protocol/pricing.ts'

const COLUMN = { price: 'retail_price', discount: 'discount', status: 'status_code', category: 'category_id' } as const
type Column = (typeof COLUMN)[keyof typeof COLUMN]
type Row = BulkColumns & { id: number; name: string; updated_at: Date; own: readonly OwnPriced[] }
/** A variation's own price and discount, before and after. */
interface KeptVariation {
  id: number
  sku: string
  was: OwnPrice
  became: OwnPrice
}
/** What a bulk change stores of a product: `updated_at` in ms, after the change. */
interface Kept {
  id: number
  column: Column
  was: string | number
  became: string | number
  updated_at: number
  /** Not in changes from before variants had prices. */
  variations?: KeptVariation[]
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
    const own = new Map(rows.map(row => [row.id, variationsAfter(row, change)]))
    const changing = outcomes.filter(({ id, was, became }) => was[column] !== became[column] || own.get(id)!.length > 0)
    if (changing.length === 0) return { id: null, undo_until: null, rows: outcomes }
    const left = await write(
      column,
      changing.map(({ id, became }) => ({ id, value: became[column] })),
      changing.flatMap(({ id }) => own.get(id)!.map(({ id: variation, became }) => ({ id: variation, ...became }))),
    )
    const kept = changing.map(({ id, was, became }): Kept => ({
      id,
      column,
      was: was[column],
      became: became[column],
      updated_at: left.get(id)!.getTime(),
      variations: own.get(id)!,
    }))
    await recordChanges(
      kept.map(change => ({
        subject: 'product',
        subject_id: change.id,
        action: 'change in bulk',
        was: logged(change, 'was'),
        became: logged(change, 'became'),
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
    if (bulk.undone_at) throw conflict('This has already been undone.')
    if (bulk.is_late) throw conflict('It is too late to undo this. Please change the products again.')
    const kept = JSON.parse(bulk.changes) as Kept[]
    const rows = await select<{ id: number; name: string; updated_at: Date; deleted_at: Date | null }>(
      'SELECT id, name, updated_at, deleted_at FROM products FORCE INDEX (PRIMARY) WHERE id IN (:ids) ORDER BY id FOR UPDATE',
      { ids: kept.map(change => change.id) },
    )
    const left = new Map(kept.map(change => [change.id, change.updated_at]))
    const other = rows.filter(row => row.deleted_at !== null || row.updated_at.getTime() !== left.get(row.id))
    if (other.length > 0)
      throw conflict(
        `Nothing was undone, because this has changed since: ${other
          .slice(0, 5)
          .map(({ name }) => name)
          .join(', ')}${other.length > 5 ? ' …' : ''}`,
      )
    await write(
      kept[0]!.column,
      kept.map(({ id: product, was }) => ({ id: product, value: was })),
      kept.flatMap(({ variations = [] }) => variations.map(({ id: variation, was }) => ({ id: variation, ...was }))),
    )
    await recordChanges(
      kept.map(change => ({
        subject: 'product',
        subject_id: change.id,
        action: 'take back a change in bulk',
        was: logged(change, 'became'),
        became: logged(change, 'was'),
      })),
    )
    await execute('UPDATE product_bulks SET undone_at = NOW(3) WHERE id = ?', [id])
    return kept.length
  })

async function rowsOf(products: readonly BulkTarget[], lock: '' | 'FOR UPDATE'): Promise<Row[]> {
  const ids = products.map(({ id }) => id)
  const rows = await select<Omit<Row, 'own'>>(
    `SELECT id, name, category_id, retail_price, discount, status_code, updated_at
    FROM products FORCE INDEX (PRIMARY) WHERE id IN (:ids) AND deleted_at IS NULL ORDER BY id ${lock}`,
    { ids },
  )
  if (rows.length < ids.length)
    throw notFound(ids.length - rows.length === 1 ? 'One of the products was' : 'Some of the products were')
  const own = await ownPricedOf(ids)
  return rows.map(row => ({ ...row, own: own.filter(({ product_id }) => product_id === row.id) }))
}

async function refuseNoCategory(change: BulkChange): Promise<void> {
  if (change.kind === 'category' && !(await selectOne('SELECT id FROM categories WHERE id = ?', [change.category_id])))
    throw invalid({ 'change.category_id': ['This category does not exist.'] })
}

function outcomeOf(row: Row, change: BulkChange): BulkRow {
  const { id, name, updated_at, own, ...was } = row
  const became = afterBulk(was, change)
  const problem =
    problemOf(became) ?? own.reduce<string | null>((found, each) => found ?? problemAfter(each, became, change), null)
  const variants = variationsAfter(row, change).length
  return { id, name, updated_at: updated_at.toJSON(), was, became, variants, problem }
}

/** The variations that a change gives another price or discount of their own. */
const variationsAfter = ({ own }: Pick<Row, 'own'>, change: BulkChange): KeptVariation[] =>
  own
    .map(({ id, sku, retail_price, discount }) => ({
      id,
      sku,
      was: { retail_price, discount },
      became: ownAfterBulk({ retail_price, discount }, change),
    }))
    .filter(({ was, became }) => was.retail_price !== became.retail_price || was.discount !== became.discount)

function problemAfter(variation: OwnPriced, product: BulkColumns, change: BulkChange): string | null {
  if (change.kind === 'status' || change.kind === 'category') return null
  const became = { sku: variation.sku, ...ownAfterBulk(variation, change) }
  if ((became.retail_price ?? 0) > MOST_CEDIS) return `the price of ${variation.sku} would be more than a price can be.`
  return problemWith(became, product)
}

/** One side of a change, for the log. */
const logged = ({ column, variations = [], ...sides }: Kept, side: 'was' | 'became') => ({
  [column]: sides[side],
  ...Object.fromEntries(
    variations.flatMap(({ sku, [side]: own }) => OWN_COLUMNS.map(name => [`${name}: ${sku}`, own[name]] as const)),
  ),
})
const OWN_COLUMNS = ['retail_price', 'discount'] as const

function problemOf({ retail_price, discount }: BulkColumns): string | null {
  if (retail_price < 0) return 'the price would be below 0.'
  if (retail_price > MOST_CEDIS) return 'the price would be more than a price can be.'
  return toPesewas(discount) > toPesewas(retail_price) ? 'the discount would be more than the price.' : null
}

/** Returns each product's new `updated_at`. */
async function write(
  column: Column,
  values: readonly { id: number; value: string | number }[],
  variations: readonly (OwnPrice & { id: number })[],
): Promise<Map<number, Date>> {
  const ids = values.map(({ id }) => id)
  const isRepriced = column === 'retail_price' || column === 'discount'
  await execute(
    `UPDATE products FORCE INDEX (PRIMARY) SET ${column} = CASE id ${values.map(() => 'WHEN ? THEN ?').join(' ')} END,
      updated_at = CURRENT_TIMESTAMP(3) WHERE id IN (?)`,
    [...values.flatMap(({ id, value }) => [id, value]), ids],
  )
  await writeOwnPrices(variations)
  if (isRepriced) await touchVariations(ids)
  await refreshListings(ids)
  return new Map(
    (
      await select<{ id: number; updated_at: Date }>('SELECT id, updated_at FROM products WHERE id IN (:ids)', { ids })
    ).map(({ id, updated_at }) => [id, updated_at]),
  )
}
