import { select, selectOne } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import { notFound } from '#api/errors.ts'
import { ownedBy, type Owner } from '#api/http/owner.ts'
import { paged, windowOf } from '#api/lists/paginate.ts'
import { orderFrom, SELECT_ORDERS, summaryFrom, type OrderRow } from '#api/orders/order-rows.ts'
import type { OrderSummary, OwnOrder } from '#sync/protocol/shop/order-view.ts'
import type { Page, PageQuery } from '#sync/protocol/page.ts'

/** An owner's orders, the newest first. */
export async function listOwnOrders(owner: Owner, query: PageQuery): Promise<Page<OrderSummary>> {
  const where = `WHERE ${ownedBy(owner, 'o.')}`
  const rows = await select<OrderRow>(`${SELECT_ORDERS} ${where} ORDER BY o.id DESC LIMIT :limit OFFSET :offset`, {
    ...owner,
    ...windowOf(query),
  })
  const count = await selectOne<{ n: number }>(`SELECT COUNT(*) AS n FROM orders o ${where}`, { ...owner })
  return paged(rows.map(summaryFrom), count!.n, query)
}

/** One of the owner's orders. @throws 404, also for somebody else's */
export async function findOwnOrder(owner: Owner, id: number): Promise<OwnOrder> {
  const row = await selectOne<OrderRow>(`${SELECT_ORDERS} WHERE o.id = :id AND ${ownedBy(owner, 'o.')}`, {
    ...owner,
    id,
  })
  if (!row) throw notFound('Order')
  return ownOrderFrom(row)
}

/** The order of a tracking link, visible to anybody with the link. @throws 404 */
export async function findTrackedOrder(token: string): Promise<OwnOrder> {
  const row = /^[\w-]{32}$/.test(token)
    ? await selectOne<OrderRow>(`${SELECT_ORDERS} WHERE o.tracking_token = ?`, [token])
    : null
  if (!row) throw notFound('Order')
  return ownOrderFrom(row)
}

const ownOrderFrom = async (row: OrderRow): Promise<OwnOrder> => ({
  ...(await orderFrom(row)),
  ...(row.tracking_token && { tracking_url: trackingUrl(row.tracking_token) }),
})

/** The link by which a guest returns to their order. */
export const trackingUrl = (token: string) => `${env.shopUrl}/orders/track/${token}`
