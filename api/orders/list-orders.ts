import { select, selectOne } from '#api/db/database.ts'
import { notFound } from '#api/errors.ts'
import { conditionsOf } from '#api/lists/conditions.ts'
import { inBatchesBehind } from '#api/lists/csv.ts'
import { beginningWith } from '#api/lists/like.ts'
import { orderBy } from '#api/lists/order-by.ts'
import { paged, windowOf } from '#api/lists/paginate.ts'
import { chosenBy } from '#api/orders/choose-orders.ts'
import { selectOrdersOf, SELECT_ORDERS, staffOrderFrom, summaryFrom, type OrderRow } from '#api/orders/order-rows.ts'
import { EXACT_FIRST } from '#api/orders/search-orders.ts'
import type { QueryOf } from '#sync/protocol/endpoints.ts'
import type { OrderFilters, OrderSort } from '#sync/protocol/endpoints/orders.ts'
import type { OrderSummary, StaffOrder } from '#sync/protocol/shop/order-view.ts'
import type { Page, PageQuery } from '#sync/protocol/page.ts'
import type { RoleCode } from '#sync/protocol/roles.ts'

const COLUMNS = { ordered_at: 'o.ordered_at', created_at: 'o.id', total: 'o.total' } as const

/**
 * Orders that match all filters, by default the latest ones first. `user_id` matches the buyer or seller; dates are
 * UTC days, inclusive.
 */
export async function listOrders(query: PageQuery & OrderFilters & OrderSort): Promise<Page<OrderSummary>> {
  const { from, values } = chosenBy(query)
  const first = 'sought' in values && !query.order_column ? `${EXACT_FIRST}, ` : ''
  const order = `${first}${orderBy(COLUMNS, { ...query, order_column: query.order_column ?? 'ordered_at' }, { id: 'o.id' })}`
  const [rows, count] = await Promise.all([
    select<OrderRow>(
      `${selectOrdersOf(`SELECT o.id ${from} ORDER BY ${order} LIMIT :limit OFFSET :offset`)} ORDER BY ${order}`,
      { ...values, ...windowOf(query) },
    ),
    selectOne<{ n: number }>(`SELECT COUNT(*) AS n ${from}`, values),
  ])
  return paged(rows.map(summaryFrom), count!.n, query)
}

const LATEST_FIRST = 'ORDER BY o.ordered_at DESC, o.id DESC'

/** The same as rows, the latest ones first, so many at a time. */
export const ordersInBatches = (filters: OrderFilters, atOnce: number): AsyncGenerator<OrderRow> =>
  inBatchesBehind<OrderRow>(last => {
    const { from, values } = chosenBy(filters, last ? BEHIND : undefined)
    return select<OrderRow>(
      `${selectOrdersOf(`SELECT o.id ${from} ${LATEST_FIRST} LIMIT ${atOnce}`)} ${LATEST_FIRST}`,
      { ...values, ordered_at: last?.ordered_at, id: last?.id },
    )
  })

const BEHIND = 'o.ordered_at <= :ordered_at AND (o.ordered_at < :ordered_at OR o.id < :id)'

/** How many orders match. */
export async function countOrders(filters: OrderFilters): Promise<number> {
  const { from, values } = chosenBy(filters)
  return (await selectOne<{ n: number }>(`SELECT COUNT(*) AS n ${from}`, values))!.n
}

/** @throws 404 */
export async function findOrder(id: number): Promise<StaffOrder> {
  const row = await selectOne<OrderRow>(`${SELECT_ORDERS} WHERE o.id = ?`, [id])
  if (!row) throw notFound('Order')
  return staffOrderFrom(row)
}

/**
 * People the list can be filtered by: staff, and customers with orders. `search` matches the beginning of a name, of a
 * word in it, or of an email.
 */
export async function orderUsers(query: QueryOf<'GET /api/staff/orders/options/users'>) {
  const { where, values } = conditionsOf(USER_CONDITIONS, {
    ...query,
    search: query.search ? beginningWith(query.search) : undefined,
  })
  const from = `FROM users u ${where || 'WHERE TRUE'}
    AND (u.role_code <> 'CUSTOMER' OR EXISTS (SELECT 1 FROM orders o WHERE o.user_id = u.id))`
  const rows = await select<{ id: number; name: string; email: string; role_code: RoleCode }>(
    `SELECT u.id, u.name, u.email, u.role_code ${from} ORDER BY u.name, u.id LIMIT :limit OFFSET :offset`,
    { ...values, ...windowOf(query) },
  )
  const count = await selectOne<{ n: number }>(`SELECT COUNT(*) AS n ${from}`, values)
  return paged(rows, count!.n, query)
}

const USER_CONDITIONS = {
  user_id: 'u.id = :user_id',
  search: "(u.name LIKE :search OR u.name LIKE CONCAT('% ', :search) OR u.email LIKE LOWER(:search))",
} as const
