import { select, selectOne } from '#api/db/database.ts'
import { notFound } from '#api/errors.ts'
import { paged, windowOf } from '#api/http/paginate.ts'
import { orderFrom, SELECT_ORDERS, summaryFrom, type OrderRow } from '#api/orders/order-rows.ts'
import type { Endpoints, Order, OrderSummary, Page, PageQuery } from '#sync/protocol/endpoints.ts'
import type { RoleCode } from '#sync/protocol/roles.ts'

type Filters = Endpoints['GET /api/staff/orders']['query']

/** Orders that pass all filters, the newest first. `user_id` finds what somebody bought or sold; dates are UTC days, inclusive. */
export async function listOrders(filters: Filters): Promise<Page<OrderSummary>> {
  const { where, values } = conditionsOf(filters)
  const rows = await select<OrderRow>(`${SELECT_ORDERS} ${where} ORDER BY o.id DESC LIMIT :limit OFFSET :offset`, { ...values, ...windowOf(filters) })
  const count = await selectOne<{ n: number }>(`SELECT COUNT(*) AS n FROM orders o ${where}`, values)
  return paged(rows.map(summaryFrom), count!.n, filters)
}

const CONDITIONS = {
  type_code: 'o.type_code = :type_code',
  delivery_method_code: 'o.delivery_method_code = :delivery_method_code',
  status_code: 'o.status_code = :status_code',
  user_id: '(o.user_id = :user_id OR o.teller_id = :user_id)',
  start_date: 'o.created_at >= :start_date',
  end_date: 'o.created_at < :end_date + INTERVAL 1 DAY',
} as const

/** Only the conditions that are asked for, so that the server can choose an index by them. */
function conditionsOf(filters: Filters) {
  const asked = (Object.keys(CONDITIONS) as (keyof typeof CONDITIONS)[]).filter(name => filters[name] !== undefined)
  return {
    where: asked.length > 0 ? `WHERE ${asked.map(name => CONDITIONS[name]).join(' AND ')}` : '',
    values: Object.fromEntries(asked.map(name => [name, filters[name]])),
  }
}

/** @throws 404 */
export async function findOrder(id: number): Promise<Order> {
  const row = await selectOne<OrderRow>(`${SELECT_ORDERS} WHERE o.id = ?`, [id])
  if (!row) throw notFound('Order')
  return orderFrom(row)
}

/** Whom the list can be filtered by: staff, and customers who have ordered. */
export async function orderUsers(query: PageQuery) {
  const from = "FROM users u WHERE u.role_code <> 'CUSTOMER' OR EXISTS (SELECT 1 FROM orders o WHERE o.user_id = u.id)"
  const rows = await select<{ id: number; name: string; email: string; role_code: RoleCode }>(
    `SELECT u.id, u.name, u.email, u.role_code ${from} ORDER BY u.name, u.id LIMIT :limit OFFSET :offset`, windowOf(query))
  const count = await selectOne<{ n: number }>(`SELECT COUNT(*) AS n ${from}`)
  return paged(rows, count!.n, query)
}
