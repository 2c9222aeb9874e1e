import { select, selectOne } from '#api/db/database.ts'
import { notFound } from '#api/errors.ts'
import { conditionsOf } from '#api/lists/conditions.ts'
import { orderBy } from '#api/lists/order-by.ts'
import { ownedBy, type Owner } from '#api/http/owner.ts'
import { numberedIds } from '#api/lists/order-numbers.ts'
import { paged, windowOf } from '#api/lists/paginate.ts'
import { itemsOf } from '#api/refunds/refund-items.ts'
import type { QueryOf } from '#sync/protocol/endpoints.ts'
import type { Page } from '#sync/protocol/page.ts'
import { PHOTOS_AT, type Refund, type RefundPhoto } from '#sync/protocol/shop/refund.ts'

type Filters = QueryOf<'GET /api/staff/refunds'>
type Row = Omit<Refund, 'items' | 'photos' | 'created_at'> & { created_at: Date }

const FROM = 'FROM refunds r JOIN orders o ON o.id = r.order_id'
const SELECT_REFUNDS = `SELECT r.id, r.action, r.reason, r.note, r.order_id, COALESCE(o.number, o.id) AS number,
  r.status_code, r.money_status, r.goods_status, r.amount, r.decision_note, r.created_at,
  (SELECT p.status_code FROM payment_refunds p WHERE p.refund_id = r.id ORDER BY p.id DESC
    LIMIT 1) AS provider_status ${FROM}`

/** The owner's returns, the newest first; for one order if named. */
export async function listOwnRefunds(owner: Owner, query: QueryOf<'GET /api/account/refunds'>): Promise<Page<Refund>> {
  const where = `WHERE ${ownedBy(owner, 'o.')} AND o.id = COALESCE(:order_id, o.id)`
  const values = { ...owner, ...windowOf(query), order_id: query.order_id ?? null }
  const [rows, count] = await Promise.all([
    select<Row>(`${SELECT_REFUNDS} ${where} ORDER BY r.id DESC LIMIT :limit OFFSET :offset`, values),
    selectOne<{ n: number }>(`SELECT COUNT(*) AS n ${FROM} ${where}`, values),
  ])
  return paged(await withItems(rows), count!.n, query)
}

/** One of the owner's returns. @throws 404, also for somebody else's */
export async function findOwnRefund(owner: Owner, id: number): Promise<Refund> {
  return one(await selectOne<Row>(`${SELECT_REFUNDS} WHERE r.id = :id AND ${ownedBy(owner, 'o.')}`, { ...owner, id }))
}

/** Requests that match all filters, newest first by default. Dates are UTC days, inclusive. */
export async function listRefunds(filters: Filters): Promise<Page<Refund>> {
  const { where, values } = chosenBy(filters)
  const order = orderBy(COLUMNS, { ...filters, order_column: filters.order_column ?? 'id' }, { id: 'r.id' })
  const [rows, count] = await Promise.all([
    select<Row>(`${SELECT_REFUNDS} ${where} ORDER BY ${order} LIMIT :limit OFFSET :offset`, {
      ...values,
      ...windowOf(filters),
    }),
    selectOne<{ n: number }>(`SELECT COUNT(*) AS n ${FROM} ${where}`, values),
  ])
  return paged(await withItems(rows), count!.n, filters)
}

/** Whether staff must act on an approved refund `r`: its money is unpaid, or its goods are not back. */
export const REFUND_TO_DO =
  "r.status_code = 'APPROVED' AND (r.money_status IN ('PENDING', 'NEEDS_ATTENTION') OR r.goods_status = 'AWAITED')"

const COLUMNS = { id: 'r.id', created_at: 'r.created_at', amount: 'r.amount' } as const
const CONDITIONS = {
  status_code: 'r.status_code = :status_code',
  action: 'r.action = :action',
  reason: 'r.reason = :reason',
  money_status: 'r.money_status = :money_status',
  goods_status: "r.goods_status = :goods_status AND r.status_code IN ('APPROVED', 'COMPLETED')",
  order_id: 'r.order_id = :order_id',
  start_date: 'r.created_at >= :start_date',
  end_date: 'r.created_at < :end_date + INTERVAL 1 DAY',
  type_code: 'o.type_code = :type_code',
  teller_id: 'o.teller_id = :teller_id',
  not_refused: "r.status_code <> 'REFUSED'",
  to_do: REFUND_TO_DO,
  after: 'r.id > :after',
} as const
const ENTRY_CONDITIONS = {
  paid_from: 't.business_date >= :paid_from',
  paid_to: 't.business_date <= :paid_to',
  paid_account_code: 't.account_code = :paid_account_code',
} as const

function chosenBy(filters: Filters, after?: number): { where: string; values: Record<string, unknown> } {
  const orders = filters.search ? numberedIds(filters.search) : null
  const search = `(r.order_id IN (SELECT n.id FROM (${orders?.sql}) n) OR COALESCE(o.number, o.id) LIKE :beginning)`
  const own = conditionsOf({ ...CONDITIONS, search }, { ...filters, search: filters.search || undefined, after })
  const entry = conditionsOf(ENTRY_CONDITIONS, filters)
  const paid =
    entry.where && `r.id IN (SELECT t.refund_id FROM transactions t ${entry.where} AND t.refund_id IS NOT NULL)`
  return {
    where: own.where && paid ? `${own.where} AND ${paid}` : own.where || (paid && `WHERE ${paid}`),
    values: { ...own.values, ...entry.values, ...orders?.values },
  }
}

/** Matching requests after an id, by id: for a table of any length. */
export async function refundsAfter(filters: Filters, after: number): Promise<Refund[]> {
  const { where, values } = chosenBy(filters, after)
  return withItems(await select<Row>(`${SELECT_REFUNDS} ${where} ORDER BY r.id LIMIT 1000`, values))
}

/** @throws 404 */
export const findRefund = async (id: number): Promise<Refund> =>
  one(await selectOne<Row>(`${SELECT_REFUNDS} WHERE r.id = ?`, [id]))

/** Every request for an order, the newest first. */
export const refundsOfOrder = async (order_id: number): Promise<Refund[]> =>
  withItems(await select<Row>(`${SELECT_REFUNDS} WHERE r.order_id = ? ORDER BY r.id DESC`, [order_id]))

async function one(row: Row | null): Promise<Refund> {
  if (!row) throw notFound('Refund')
  return (await withItems([row]))[0]!
}

async function withItems(rows: readonly Row[]): Promise<Refund[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const [items, photos] = await Promise.all([
    itemsOf(ids),
    select<{ id: number; refund_id: number; name: string }>(
      'SELECT id, refund_id, name FROM refund_photos WHERE refund_id IN (:ids) ORDER BY id',
      { ids },
    ),
  ])
  return rows.map(({ created_at, ...row }) => ({
    ...row,
    items: items.filter(({ refund_id }) => refund_id === row.id).map(({ refund_id: _, ...item }) => item),
    photos: photos
      .filter(({ refund_id }) => refund_id === row.id)
      .map(({ id, name }): RefundPhoto => ({ id, storage_link: `${PHOTOS_AT}${name}.webp` })),
    created_at: created_at.toJSON(),
  }))
}
