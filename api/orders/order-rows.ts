import { PICTURE_OF_CHOICE, picturesIn } from '#api/catalogue/picture-of-choice.ts'
import { select } from '#api/db/database.ts'
import { arrivedLate } from '#api/sales/sold-orders.ts'
import type { OrderEvent } from '#sync/protocol/shop/checkout.ts'
import type { Order, OrderItem, OrderSummary, StaffOrder } from '#sync/protocol/shop/order-view.ts'
import { ORDER_STATUSES } from '#sync/protocol/shop/order.ts'

interface PersonColumns {
  customer_user_name: string | null
  customer_email: string | null
  teller_name: string | null
  teller_email: string | null
}
type Moments = {
  created_at: Date
  ordered_at: Date
  received_at: Date
  updated_at: Date
  occurred_at: Date | null
  reserved_until: Date | null
  paid_at: Date | null
  completed_at: Date | null
  voided_at: Date | null
}
export type OrderRow = Omit<
  Order,
  | 'status'
  | 'customer'
  | 'teller'
  | 'items'
  | 'events'
  | 'shipping_address'
  | 'number'
  | 'tenders'
  | 'arrived_at'
  | keyof Moments
> &
  PersonColumns &
  Moments & {
    number: string | null
    shipping_address: string | null
    tracking_token: string | null
    /** In words, for lists: CASH 50.00; BANK 30.00. Null for a payment in one way. */
    parts: string | null
    staff_note: string | null
    rider_name: string | null
    rider_phone: string | null
    rider_fee: number | null
  }

const COLUMNS = `o.id, o.number, o.type_code, o.delivery_method_code, o.account_code, o.status_code,
  o.user_id, o.teller_id,
  o.subtotal, o.shipping_fee, o.discount, o.total,
  o.ordered_at, o.received_at, o.created_at, o.updated_at, o.till_code, o.tendered, o.reference,
  o.customer_name, o.customer_phone,
  o.occurred_at, DATE_FORMAT(o.business_date, '%Y-%m-%d') AS business_date,
  o.shipping_country_code, o.shipping_region_code, o.shipping_delivery_zone_code, o.shipping_address,
  o.shipping_additional_details,
  o.reserved_until, o.paid_at, o.completed_at, o.cancel_reason, o.due, o.deposit, o.gift, o.staff_note, o.rider_name,
  o.rider_phone, o.rider_fee, o.tracking_token,
  (SELECT MIN(w.occurred_at) FROM sale_voids w WHERE w.order_id = o.id AND w.refund_id IS NOT NULL) AS voided_at,
  (SELECT GROUP_CONCAT(CONCAT(p.account_code, ' ', p.amount) ORDER BY p.place SEPARATOR '; ') FROM order_tenders p
    WHERE p.order_id = o.id) AS parts,
  k.code AS coupon_code,
  c.name AS customer_user_name, c.email AS customer_email, t.name AS teller_name, t.email AS teller_email`
const PEOPLE =
  'LEFT JOIN users c ON c.id = o.user_id LEFT JOIN users t ON t.id = o.teller_id LEFT JOIN coupons k ON k.id = o.coupon_id'

/** Orders with the names of buyer and seller; `o` is the order. */
export const SELECT_ORDERS = `SELECT ${COLUMNS} FROM orders o ${PEOPLE}`

/** The same for ids from a statement, so that skipped rows need no name lookups. */
export const selectOrdersOf = (ids: string) =>
  `SELECT ${COLUMNS} FROM (${ids}) chosen JOIN orders o ON o.id = chosen.id ${PEOPLE}`

export const summaryFrom = (row: OrderRow): OrderSummary => ({
  id: row.id,
  number: row.number ?? String(row.id),
  type_code: row.type_code,
  delivery_method_code: row.delivery_method_code,
  account_code: row.account_code,
  status_code: row.status_code,
  status: { name: ORDER_STATUSES[row.status_code] },
  customer:
    row.user_id === null ? null : { id: row.user_id, name: row.customer_user_name!, email: row.customer_email! },
  teller: row.teller_id === null ? null : { id: row.teller_id, name: row.teller_name!, email: row.teller_email! },
  user_id: row.user_id,
  teller_id: row.teller_id,
  customer_name: row.customer_name,
  subtotal: row.subtotal,
  shipping_fee: row.shipping_fee,
  discount: row.discount,
  total: row.total,
  voided_at: row.voided_at?.toJSON() ?? null,
  ordered_at: row.ordered_at.toJSON(),
  arrived_at: arrivedLate(row)?.toJSON() ?? null,
  created_at: row.created_at.toJSON(),
  updated_at: row.updated_at.toJSON(),
})

/** The whole order, with its items. */
export async function orderFrom(row: OrderRow): Promise<Order> {
  const [events, items, tenders] = await Promise.all([
    eventsOf(row.id),
    itemsOf(row.id),
    row.parts === null ? [] : tendersOf(row.id),
  ])
  return {
    ...summaryFrom(row),
    till_code: row.till_code,
    tendered: row.tendered,
    reference: row.reference,
    ...(tenders.length > 0 && { tenders }),
    customer_phone: row.customer_phone,
    occurred_at: row.occurred_at?.toJSON() ?? null,
    business_date: row.business_date,
    shipping_country_code: row.shipping_country_code,
    shipping_region_code: row.shipping_region_code,
    shipping_delivery_zone_code: row.shipping_delivery_zone_code,
    shipping_address: addressOf(row),
    shipping_additional_details: row.shipping_additional_details,
    coupon_code: row.coupon_code,
    due: row.due,
    deposit: row.due > 0 || row.paid_at !== null ? row.deposit : 0,
    gift: row.status_code === 'CANCELLED' && row.paid_at === null ? 0 : row.gift,
    reserved_until: row.reserved_until?.toJSON() ?? null,
    paid_at: row.paid_at?.toJSON() ?? null,
    completed_at: row.completed_at?.toJSON() ?? null,
    cancel_reason: row.cancel_reason,
    events,
    items,
  }
}

const addressOf = ({ shipping_address }: OrderRow) =>
  shipping_address === null ? null : (JSON.parse(shipping_address) as Order['shipping_address'])

/** The email that was given for an order; the account's only where none was. */
export const emailOf = (row: OrderRow): string | null => addressOf(row)?.email ?? row.customer_email

/** The same with the members for staff only. */
export const staffOrderFrom = async (row: OrderRow): Promise<StaffOrder> => ({
  ...(await orderFrom(row)),
  staff_note: row.staff_note,
  rider: row.rider_name === null ? null : { name: row.rider_name, phone: row.rider_phone!, fee: row.rider_fee },
})

/** The parts of a payment in several ways. */
const tendersOf = (order_id: number) =>
  select<NonNullable<Order['tenders']>[number]>(
    'SELECT account_code, amount, tendered, reference FROM order_tenders WHERE order_id = ? ORDER BY place',
    [order_id],
  )

/** An order's events, the oldest first. */
async function eventsOf(order_id: number): Promise<OrderEvent[]> {
  const rows = await select<Omit<OrderEvent, 'created_at'> & { created_at: Date }>(
    'SELECT e.code, e.detail, u.name AS `by`, e.created_at FROM order_events e LEFT JOIN users u ON u.id = e.user_id WHERE e.order_id = ? ORDER BY e.id',
    [order_id],
  )
  return rows.map(row => ({ ...row, created_at: row.created_at.toJSON() }))
}

interface ItemRow {
  id: number
  quantity: number
  price: number
  product_variation_id: number
  sku: string
  size_id: number
  size_code: string
  size_name: string
  colour_code: string | null
  colour_name: string | null
  product_id: number
  product_name: string
  slug: string
  image: string | null
}

async function itemsOf(order_id: number): Promise<OrderItem[]> {
  const rows = await select<ItemRow>(
    `
    SELECT i.id, i.quantity, i.price, i.product_variation_id, v.sku, s.id AS size_id, v.size_code, s.name AS size_name,
      v.colour_code, c.name AS colour_name,
      p.id AS product_id, p.name AS product_name, p.slug, ${PICTURE_OF_CHOICE} AS image
    FROM order_items i JOIN product_variations v ON v.id = i.product_variation_id JOIN products p ON p.id = v.product_id
      JOIN sizes s ON s.code = v.size_code LEFT JOIN colours c ON c.code = v.colour_code
    WHERE i.order_id = ? ORDER BY i.id`,
    [order_id],
  )
  return rows.map(row => ({
    id: row.id,
    quantity: row.quantity,
    price: row.price,
    product_variation_id: row.product_variation_id,
    product_variation: {
      id: row.product_variation_id,
      sku: row.sku,
      size_code: row.size_code,
      colour_code: row.colour_code,
      product: { id: row.product_id, name: row.product_name, slug: row.slug, images: picturesIn(row.image) },
      size: { id: row.size_id, code: row.size_code, name: row.size_name },
      colour: row.colour_code === null ? null : { code: row.colour_code, name: row.colour_name! },
    },
  }))
}
