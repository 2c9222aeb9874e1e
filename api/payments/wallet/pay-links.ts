import { randomBytes } from 'node:crypto'
import { execute, select, selectOne } from '#api/db/database.ts'
import { notFound } from '#api/errors.ts'
import { toPayNow } from '#api/payments/start-payment.ts'
import type { PayRequest } from '#sync/protocol/shop/pay-link.ts'
import type { OrderStatus } from '#sync/protocol/shop/order.ts'

/** The unguessable token of an order's link for somebody else, made with the first call. */
export async function payTokenOf(order_id: number): Promise<string> {
  await execute('INSERT IGNORE INTO pay_links (order_id, token) VALUES (?, ?)', [
    order_id,
    randomBytes(24).toString('base64url'),
  ])
  return (await selectOne<{ token: string }>('SELECT token FROM pay_links WHERE order_id = ?', [order_id]))!.token
}

/** The id of the order that a link pays. @throws 404 */
export async function findLinked(token: string): Promise<number> {
  const link = /^[\w-]{32}$/.test(token)
    ? await selectOne<{ order_id: number }>('SELECT order_id FROM pay_links WHERE token = ?', [token])
    : null
  if (!link) throw notFound('Order')
  return link.order_id
}

interface Row {
  status_code: OrderStatus
  total: number
  deposit: number
  gift: number
  due: number
  shipping_address: string | null
  reserved_until: Date | null
}

/** What the payer may see of an order: nothing but its state once it cannot be paid. @throws 404 */
export async function payRequestOf(order_id: number): Promise<PayRequest> {
  const order = await selectOne<Row>(
    'SELECT status_code, total, deposit, gift, due, shipping_address, reserved_until FROM orders WHERE id = ?',
    [order_id],
  )
  if (!order) throw notFound('Order')
  const { status_code, due, shipping_address, reserved_until } = order
  if (status_code === 'CANCELLED') return { state: 'OVER', order: null }
  if (status_code !== 'UNPAID') return { state: due > 0 ? 'OVER' : 'PAID', order: null }
  if (reserved_until !== null && reserved_until.getTime() < Date.now()) return { state: 'OVER', order: null }
  const { first_name = '' } = JSON.parse(shipping_address ?? '{}') as { first_name?: string }
  const items = await select<NonNullable<PayRequest['order']>['items'][number]>(
    `SELECT p.name, s.name AS size, c.name AS colour, i.quantity
    FROM order_items i JOIN product_variations v ON v.id = i.product_variation_id JOIN products p ON p.id = v.product_id
      JOIN sizes s ON s.code = v.size_code LEFT JOIN colours c ON c.code = v.colour_code
    WHERE i.order_id = ? ORDER BY i.id`,
    [order_id],
  )
  return {
    state: 'OPEN',
    order: { first_name, items, total: toPayNow(order), reserved_until: reserved_until?.toJSON() ?? null },
  }
}
