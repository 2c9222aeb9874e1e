import { select } from '#api/db/database.ts'
import { conditionsOf } from '#api/lists/conditions.ts'
import { tableOf, type CsvColumn, type Table } from '#api/lists/csv.ts'
import { holding } from '#api/lists/like.ts'
import { newestFirst } from '#api/lists/newest-first.ts'
import { orderBy } from '#api/lists/order-by.ts'
import { pageCounted } from '#api/lists/paginate.ts'
import { findStock } from '#api/stock/list-stock.ts'
import type { QueryOf } from '#sync/protocol/endpoints.ts'
import type { MovementFilters } from '#sync/protocol/endpoints/stock.ts'
import type { Page } from '#sync/protocol/page.ts'
import type { StockMovement } from '#sync/protocol/staff/stock.ts'

const HOLDS = "m.reason IN ('RESERVATION', 'RELEASE')"

type Row = Omit<StockMovement, 'created_at'> & { created_at: Date; all_rows: number }

/** Sums up the stock after each movement before any filter. */
const SELECT = `
    SELECT m.id, m.reason, m.cause, m.quantity, m.on_hand_after, m.reserved_after, m.order_id,
      COALESCE(o.number, o.id) AS number, m.receipt_id, r.supplier, m.count_id, c.name AS count_name,
      u.name AS user, m.note, m.created_at, COUNT(*) OVER () AS all_rows
    FROM (SELECT m.*, CAST(SUM(IF(${HOLDS}, 0, m.quantity)) OVER (ORDER BY m.id) AS SIGNED) AS on_hand_after,
        CAST(-SUM(IF(${HOLDS}, m.quantity, 0)) OVER (ORDER BY m.id) AS SIGNED) AS reserved_after
      FROM stock_movements m WHERE m.product_variation_id = :id) m
    LEFT JOIN orders o ON o.id = m.order_id LEFT JOIN users u ON u.id = m.user_id
    LEFT JOIN stock_receipts r ON r.id = m.receipt_id LEFT JOIN stock_counts c ON c.id = m.count_id`

const FOUND = [
  "CONCAT('Order ', COALESCE(o.number, o.id))",
  "CONCAT('Receipt ', m.receipt_id, COALESCE(CONCAT(', ', r.supplier), ''))",
  "CONCAT('Count ', m.count_id, ', ', c.name)",
  'm.note',
]
  .map(words => `${words} LIKE :search`)
  .join(' OR ')

const CONDITIONS = {
  search: `(${FOUND})`,
  reason: 'm.reason = :reason',
  user_id: 'm.user_id = :user_id',
  start_date: 'm.created_at >= :start_date',
  end_date: 'm.created_at < :end_date + INTERVAL 1 DAY',
}
const ORDERS = {
  id: 'm.id',
  reason: 'm.reason',
  quantity: 'm.quantity',
  on_hand_after: 'm.on_hand_after',
  reserved_after: 'm.reserved_after',
  user: 'u.name',
} as const

function chosenBy(id: number, filters: MovementFilters) {
  const { where, values } = conditionsOf(CONDITIONS, {
    ...filters,
    search: filters.search ? holding(filters.search) : undefined,
  })
  return { where, values: { ...values, id } }
}

/** A variation's movements, the latest first by default, each with the stock it left. */
export async function listMovements(
  id: number,
  query: QueryOf<'GET /api/staff/variations/:id/movements'>,
): Promise<Page<StockMovement>> {
  const { where, values } = chosenBy(id, query)
  const read = (window: object) =>
    select<Row>(`${SELECT} ${where} ORDER BY ${orderBy(ORDERS, query, { id: 'm.id' })} LIMIT :limit OFFSET :offset`, {
      ...values,
      ...window,
    })
  return (
    await pageCounted(query, read, ({ all_rows: _all, created_at, ...row }) => ({
      ...row,
      created_at: created_at.toJSON(),
    }))
  ).rows
}

const COLUMNS: readonly CsvColumn<Row>[] = [
  ['id', ({ id }) => id],
  ['reason', ({ reason }) => reason],
  ['cause', ({ cause }) => cause],
  ['quantity', ({ quantity }) => quantity],
  ['on_hand_after', ({ on_hand_after }) => on_hand_after],
  ['reserved_after', ({ reserved_after }) => reserved_after],
  ['order', ({ number }) => number],
  ['receipt', ({ receipt_id }) => receipt_id],
  ['supplier', ({ supplier }) => supplier],
  ['count', ({ count_id }) => count_id],
  ['count_name', ({ count_name }) => count_name],
  ['user', ({ user }) => user],
  ['note', ({ note }) => note],
  ['created_at', ({ created_at }) => created_at],
]

/** All matching movements of a variation, the latest first. @throws 404 */
export async function movementTable(id: number, filters: MovementFilters): Promise<Table> {
  await findStock(id)
  return tableOf(COLUMNS, newestFirst<Row>(SELECT, 'm.id', chosenBy(id, filters)))
}
