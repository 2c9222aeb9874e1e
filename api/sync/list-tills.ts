import { select, selectOne } from '#api/db/database.ts'
import { notFound } from '#api/errors.ts'
import { conditionsOf } from '#api/lists/conditions.ts'
import { tableOf, type CsvColumn, type Table } from '#api/lists/csv.ts'
import { holding } from '#api/lists/like.ts'
import { newestFirst } from '#api/lists/newest-first.ts'
import { orderBy } from '#api/lists/order-by.ts'
import { paged, windowOf } from '#api/lists/paginate.ts'
import { ORDER_SOLD_AT } from '#api/sales/sold-orders.ts'
import { IS_GAP_OF_TILL } from '#api/exceptions/till-exceptions.ts'
import type { QueryOf } from '#sync/protocol/endpoints.ts'
import type { TillFilters } from '#sync/protocol/endpoints/tills.ts'
import type { Page } from '#sync/protocol/page.ts'
import type { StaffTill } from '#sync/protocol/till.ts'

type Row = Omit<StaffTill, 'seen_at' | 'last_sale' | 'enrolled_by' | 'created_at' | 'updated_at'> & {
  seen_at: Date | null
  order_id: number | null
  number: string
  sold_at: Date
  user_id: number | null
  user_name: string
  created_at: Date
  updated_at: Date
}

const ofLastSale = (what: string) =>
  `(SELECT ${what} FROM orders o WHERE o.till_code = t.code ORDER BY o.id DESC LIMIT 1)`
const ofEnroller = (what: string) =>
  `(SELECT ${what} FROM staff_changes c JOIN users u ON u.id = c.user_id
    WHERE c.subject = 'till' AND c.subject_id = t.id AND c.action = 'add' ORDER BY c.id LIMIT 1)`
const OPEN_GAPS = `FROM exceptions e WHERE e.status_code = 'OPEN' AND ${IS_GAP_OF_TILL}`

const SELECT_TILLS = `SELECT t.id, t.code, t.name, t.device_id, t.status_code, t.seen_at, t.created_at, t.updated_at,
  ${ofLastSale('o.id')} AS order_id, ${ofLastSale('COALESCE(o.number, o.id)')} AS number,
    ${ofLastSale(ORDER_SOLD_AT)} AS sold_at,
  t.last_seq, (SELECT COUNT(*) ${OPEN_GAPS}) AS open_gaps,
  ${ofEnroller('u.id')} AS user_id, ${ofEnroller('u.name')} AS user_name FROM tills t`

const CONDITIONS = {
  search: '(t.name LIKE :search OR t.code LIKE :search)',
  status_code: 't.status_code = :status_code',
  gaps: `EXISTS (SELECT 1 ${OPEN_GAPS})`,
}
const ORDERS = {
  id: 't.id',
  name: 't.name',
  status_code: 't.status_code',
  seen_at: 't.seen_at',
  last_sale: 'sold_at',
} as const

const chosenBy = (filters: TillFilters) =>
  conditionsOf(CONDITIONS, { ...filters, search: filters.search && holding(filters.search) })

/** Tills, by code unless the query names an order. */
export async function listTills(query: QueryOf<'GET /api/staff/tills'>): Promise<Page<StaffTill>> {
  const { where, values } = chosenBy(query)
  const rows = await select<Row>(
    `${SELECT_TILLS} ${where} ORDER BY ${orderBy(ORDERS, query, { id: 't.id', usual: 't.id' })}
      LIMIT :limit OFFSET :offset`,
    { ...values, ...windowOf(query) },
  )
  const count = await selectOne<{ n: number }>(`SELECT COUNT(*) AS n FROM tills t ${where}`, values)
  return paged(rows.map(tillFrom), count!.n, query)
}

const COLUMNS: readonly CsvColumn<Row>[] = [
  ['id', ({ id }) => id],
  ['code', ({ code }) => code],
  ['name', ({ name }) => name],
  ['status_code', ({ status_code }) => status_code],
  ['seen_at', ({ seen_at }) => seen_at],
  ['last_sale', ({ order_id, number }) => (order_id === null ? null : number)],
  ['last_sale_at', ({ order_id, sold_at }) => (order_id === null ? null : sold_at)],
  ['last_seq', ({ last_seq }) => last_seq],
  ['open_gaps', ({ open_gaps }) => open_gaps],
  ['enrolled_by', ({ user_name }) => user_name],
  ['created_at', ({ created_at }) => created_at],
  ['device_id', ({ device_id }) => device_id],
]

/** All tills that match a filter, the newest first. */
export const tillTable = (filters: TillFilters): Table =>
  tableOf(COLUMNS, newestFirst<Row>(SELECT_TILLS, 't.id', chosenBy(filters)))

/** @throws 404 */
export async function readTill(id: number): Promise<StaffTill> {
  const row = await selectOne<Row>(`${SELECT_TILLS} WHERE t.id = ?`, [id])
  if (!row) throw notFound('Till')
  return tillFrom(row)
}

const tillFrom = ({
  seen_at,
  order_id,
  number,
  sold_at,
  user_id,
  user_name,
  created_at,
  updated_at,
  ...till
}: Row): StaffTill => ({
  ...till,
  seen_at: seen_at?.toJSON() ?? null,
  last_sale: order_id === null ? null : { order_id, number, sold_at: sold_at.toJSON() },
  enrolled_by: user_id === null ? null : { id: user_id, name: user_name },
  created_at: created_at.toJSON(),
  updated_at: updated_at.toJSON(),
})
