import { select, selectOne } from '#api/db/database.ts'
import { notFound } from '#api/errors.ts'
import { conditionsOf } from '#api/lists/conditions.ts'
import { inBatches, tableOf, type CsvColumn, type Table } from '#api/lists/csv.ts'
import { holding } from '#api/lists/like.ts'
import { orderBy } from '#api/lists/order-by.ts'
import { paged, windowOf } from '#api/lists/paginate.ts'
import type { QueryOf } from '#sync/protocol/endpoints.ts'
import type { Page } from '#sync/protocol/page.ts'
import type { StockCount } from '#sync/protocol/staff/stock-count.ts'

type Row = Omit<StockCount, 'closed_at' | 'created_at' | 'updated_at'> & {
  closed_at: Date | null
  created_at: Date
  updated_at: Date
}

const SUMS =
  'SELECT count_id, COUNT(*) AS all_lines, COUNT(counted) AS counted_lines, CAST(SUM(round = 2 AND counted IS NULL) AS SIGNED) AS again, CAST(COALESCE(SUM(counted), 0) AS SIGNED) AS pieces, CAST(SUM(put_right) AS SIGNED) AS put_right FROM stock_count_lines'
const selectCounts = (ids: readonly number[]) =>
  select<Row>(
    `SELECT c.id, c.name, k.name AS category, c.status_code, COALESCE(t.all_lines, 0) AS \`lines\`,
  COALESCE(t.counted_lines, 0) AS counted_lines, COALESCE(t.again, 0) AS again, COALESCE(t.pieces, 0) AS pieces,
  COALESCE(t.put_right, 0) AS put_right, u.name AS user, b.name AS closed_by, c.closed_at, c.created_at, c.updated_at
  FROM stock_counts c LEFT JOIN (${SUMS} WHERE count_id IN (:ids) GROUP BY count_id) t ON t.count_id = c.id
  LEFT JOIN categories k ON k.id = c.category_id LEFT JOIN users u ON u.id = c.user_id
  LEFT JOIN users b ON b.id = c.closed_by WHERE c.id IN (:ids) ORDER BY c.id DESC`,
    { ids: [0, ...ids] },
  )

const CONDITIONS = { status_code: 'status_code = :status_code', search: 'name LIKE :search' } as const
const COLUMNS = { id: 'id', name: 'name', status_code: 'status_code' } as const
const sought = (search: string | undefined) => (search ? holding(search) : undefined)

/** Stock counts, the newest first by default. */
export async function listCounts(query: QueryOf<'GET /api/staff/stock/counts'>): Promise<Page<StockCount>> {
  const { where, values } = conditionsOf(CONDITIONS, { ...query, search: sought(query.search) })
  const ids = await select<{ id: number }>(
    `SELECT id FROM stock_counts ${where} ORDER BY ${orderBy(COLUMNS, query, { id: 'id' })}
      LIMIT :limit OFFSET :offset`,
    { ...values, ...windowOf(query) },
  )
  const count = await selectOne<{ n: number }>(`SELECT COUNT(*) AS n FROM stock_counts ${where}`, values)
  const counts = new Map((await selectCounts(ids.map(({ id }) => id))).map(row => [row.id, countFrom(row)]))
  return paged(
    ids.map(({ id }) => counts.get(id)!),
    count!.n,
    query,
  )
}

const CSV_COLUMNS: readonly CsvColumn<Row>[] = [
  ['id', ({ id }) => id],
  ['name', ({ name }) => name],
  ['category', ({ category }) => category],
  ['status_code', ({ status_code }) => status_code],
  ['kinds', ({ lines }) => lines],
  ['kinds_counted', ({ counted_lines }) => counted_lines],
  ['pieces', ({ pieces }) => pieces],
  ['put_right', ({ put_right }) => put_right],
  ['user', ({ user }) => user],
  ['closed_by', ({ closed_by }) => closed_by],
  ['closed_at', ({ closed_at }) => closed_at],
  ['created_at', ({ created_at }) => created_at],
]

/** All that match the filter, by id. */
export function countTable(filters: QueryOf<'GET /api/staff/stock/counts/csv'>): Table {
  const { where, values } = conditionsOf(
    { ...CONDITIONS, after: 'id > :after' },
    { ...filters, search: sought(filters.search), after: 0 },
  )
  return tableOf(
    CSV_COLUMNS,
    inBatches(async after => {
      const ids = await select<{ id: number }>(`SELECT id FROM stock_counts ${where} ORDER BY id LIMIT 1000`, {
        ...values,
        after,
      })
      return ids.length === 0 ? [] : (await selectCounts(ids.map(({ id }) => id))).reverse()
    }),
  )
}

/** @throws 404 */
export async function findCount(id: number): Promise<StockCount> {
  const [row] = await selectCounts([id])
  if (!row) throw notFound('Count')
  return countFrom(row)
}

const countFrom = (row: Row): StockCount => ({
  ...row,
  closed_at: row.closed_at?.toJSON() ?? null,
  created_at: row.created_at.toJSON(),
  updated_at: row.updated_at.toJSON(),
})
