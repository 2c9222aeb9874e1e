import { wordsFor } from '#api/words/search-words.ts'
import { select, selectOne } from '#api/db/database.ts'
import { notFound } from '#api/errors.ts'
import { conditionsOf } from '#api/lists/conditions.ts'
import { tableOf, type CsvColumn, type Table } from '#api/lists/csv.ts'
import { beginningWith, holding } from '#api/lists/like.ts'
import { newestFirst } from '#api/lists/newest-first.ts'
import { orderBy } from '#api/lists/order-by.ts'
import { numberedIds } from '#api/lists/order-numbers.ts'
import { paged, windowOf } from '#api/lists/paginate.ts'
import { IS_GAP_OF_TILL, IS_REJECTED_OF_TILL, TILL, WITH_TILL } from '#api/exceptions/till-exceptions.ts'
import type { QueryOf } from '#sync/protocol/endpoints.ts'
import type { ExceptionFilters } from '#sync/protocol/endpoints/tills.ts'
import {
  EXCEPTION_SUBJECTS,
  type ExceptionCode,
  type ExceptionCounts,
  type ShopException,
} from '#sync/protocol/staff/exception.ts'
import type { Page } from '#sync/protocol/page.ts'

type Row = Omit<ShopException, 'created_at' | 'resolved_at'> & { created_at: Date; resolved_at: Date | null }
const selectOf = (from: string, count: string) => `SELECT e.id, e.code, e.order_id, COALESCE(o.number, o.id) AS number,
  ${TILL} AS till_id, k.key_id, e.product_variation_id,
  CONCAT_WS(' · ', p.name, s.name, c.name) AS item, v.on_hand, v.reserved, e.detail, e.status_code, e.resolution,
  e.note, u.name AS resolved_by, ${count} AS count, e.created_at, e.resolved_at
  FROM ${from} ${WITH_TILL} LEFT JOIN users u ON u.id = e.resolved_by
  LEFT JOIN product_variations v ON v.id = e.product_variation_id LEFT JOIN products p ON p.id = v.product_id
  LEFT JOIN sizes s ON s.code = v.size_code LEFT JOIN colours c ON c.code = v.colour_code`
const SELECT = selectOf('exceptions e', '1')
/** The latest of each till and kind; each that no till made by itself. */
const grouped = (where: string) => `(SELECT MAX(e.id) AS id, COUNT(*) AS count FROM exceptions e ${WITH_TILL} ${where}
  GROUP BY e.code, ${TILL}, IF(${TILL} IS NULL, e.id, 0)) g`

const CONDITIONS = {
  status_code: 'e.status_code = :status_code',
  code: 'e.code = :code',
  about: 'e.code IN (:about)',
  start_date: 'e.created_at >= :start_date',
  end_date: 'e.created_at < :end_date + INTERVAL 1 DAY',
  till_id: `EXISTS (SELECT 1 FROM tills t LEFT JOIN orders sold ON sold.id = e.order_id
    WHERE t.id = :till_id AND (e.device_id = t.device_id OR sold.till_code = t.code OR ${IS_GAP_OF_TILL}
      OR ${IS_REJECTED_OF_TILL}))`,
}

const ORDERS = { id: 'e.id', code: 'e.code' } as const

/** Exceptions of sales and payments, the newest first by default, and how many of each kind are open. */
export async function listExceptions({
  grouped: inGroups = false,
  ...query
}: QueryOf<'GET /api/staff/exceptions'>): Promise<{ exceptions: Page<ShopException>; open: ExceptionCounts }> {
  const { where, values } = chosenBy(query)
  const rows = await select<Row>(
    `${inGroups ? selectOf(`${grouped(where)} JOIN exceptions e ON e.id = g.id`, 'g.count') : `${SELECT} ${where}`}
      ORDER BY ${orderBy(ORDERS, query, { id: 'e.id' })} LIMIT :limit OFFSET :offset`,
    { ...values, ...windowOf(query) },
  )
  const count = await selectOne<{ n: number }>(
    `SELECT COUNT(*) AS n FROM ${inGroups ? grouped(where) : `exceptions e ${where}`}`,
    values,
  )
  const open = await select<{ code: ExceptionCode; n: number }>(
    "SELECT code, COUNT(*) AS n FROM exceptions WHERE status_code = 'OPEN' GROUP BY code",
  )
  return {
    exceptions: paged(rows.map(exceptionFrom), count!.n, query),
    open: Object.fromEntries(open.map(({ code, n }) => [code, n])),
  }
}

const COLUMNS: readonly CsvColumn<Row>[] = [
  ['id', ({ id }) => id],
  ['code', ({ code }) => code],
  ['order', ({ number }) => number],
  ['item', ({ item }) => item],
  ['on_hand', ({ on_hand }) => on_hand],
  ['reserved', ({ reserved }) => reserved],
  ['detail', ({ detail }) => detail],
  ['status_code', ({ status_code }) => status_code],
  ['resolution', ({ resolution }) => resolution],
  ['note', ({ note }) => note],
  ['resolved_by', ({ resolved_by }) => resolved_by],
  ['created_at', ({ created_at }) => created_at],
  ['resolved_at', ({ resolved_at }) => resolved_at],
]

/** All that match the filters, the newest first. */
export const exceptionTable = (filters: ExceptionFilters): Table =>
  tableOf(COLUMNS, newestFirst<Row>(SELECT, 'e.id', chosenBy(filters)))

const GOODS = `SELECT g.id FROM product_words w JOIN product_variations g ON g.product_id = w.product_id
  WHERE MATCH (w.words) AGAINST (:goods IN BOOLEAN MODE)
  UNION SELECT g.id FROM product_variations g WHERE g.sku LIKE :sku`

function chosenBy({ about, search, ...filters }: ExceptionFilters): { where: string; values: Record<string, unknown> } {
  const orders = search ? numberedIds(search) : null
  const found = `(e.order_id IN (SELECT n.id FROM (${orders?.sql}) n) OR e.product_variation_id IN (${GOODS})
    OR e.detail LIKE :search OR e.note LIKE :search)`
  const { where, values } = conditionsOf(
    { ...CONDITIONS, search: found },
    { ...filters, search: search ? holding(search) : undefined, about: about && EXCEPTION_SUBJECTS[about] },
  )
  return { where, values: { ...values, goods: wordsFor(search), sku: beginningWith(search ?? ''), ...orders?.values } }
}

/** @throws 404 */
export async function findException(id: number): Promise<ShopException> {
  const row = await selectOne<Row>(`${SELECT} WHERE e.id = ?`, [id])
  if (!row) throw notFound('Exception')
  return exceptionFrom(row)
}

const exceptionFrom = (row: Row): ShopException => ({
  ...row,
  item: row.item || null,
  created_at: row.created_at.toJSON(),
  resolved_at: row.resolved_at?.toJSON() ?? null,
})
