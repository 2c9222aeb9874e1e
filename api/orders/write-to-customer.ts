import { selectOne } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import type { Letter } from '#api/mail/letter.ts'
import type { Around } from '#api/mail/order-letters.ts'
import { queueMail } from '#api/mail/queue-mail.ts'
import { orderFrom, SELECT_ORDERS, type OrderRow } from '#api/orders/order-rows.ts'
import { trackingUrl } from '#api/orders/own-orders.ts'
import { readShop } from '#api/shop/read-shop.ts'
import type { Order } from '#sync/protocol/shop/order-view.ts'

/** Queues a letter about an order in the surrounding transaction, once per event. Counter orders have no address. */
export async function writeToCustomer(
  order_id: number,
  happening: string,
  compose: (order: Order, around: Around) => Letter,
): Promise<void> {
  const row = (await selectOne<OrderRow>(`${SELECT_ORDERS} WHERE o.id = ?`, [order_id]))!
  const order = await orderFrom(row)
  if (!order.shipping_address) return
  const link =
    row.user_id === null && row.tracking_token
      ? trackingUrl(row.tracking_token)
      : `${env.shopUrl}/account-area/orders/${order_id}/view`
  await queueMail({
    once_key: `order-${order_id}-${happening}`,
    to: order.shipping_address.email,
    letter: compose(order, { shop: await readShop(), link, area: await areaOf(order) }),
  })
}

/** Zone and region by name. */
async function areaOf({ shipping_region_code: region, shipping_delivery_zone_code: zone }: Order): Promise<string> {
  const row = await selectOne<{ zone: string | null; region: string | null }>(
    'SELECT (SELECT name FROM delivery_zones WHERE code = ?) AS zone, (SELECT name FROM regions WHERE code = ?) AS region',
    [zone, region],
  )
  return [row?.zone, row?.region].filter(Boolean).join(', ')
}
