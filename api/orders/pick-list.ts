import { select } from '#api/db/database.ts'
import type { PickLine, PickList } from '#sync/protocol/shop/order-view.ts'
import { bySizeCode } from '#sync/protocol/size-order.ts'

interface Row {
  order_id: number
  number: string | null
  quantity: number
  booked: number
  product_variation_id: number
  sku: string
  barcode: string | null
  on_hand: number
  category: string
  product_id: number
  product_name: string
  size_code: string
  size_name: string
  colour_code: string | null
  colour_name: string | null
}

/**
 * Goods of orders that are paid, or paid on delivery, and not ready: ordered goods and exchange goods. `is_booked`: stock
 * already counts it as gone from the shelf, which it does once it is paid.
 */
const GOODS = `SELECT i.order_id, i.id AS order_item_id, NULL AS given_by, i.product_variation_id, i.quantity,
  o.due = 0 AS is_booked
      FROM orders o JOIN order_items i ON i.order_id = o.id WHERE o.status_code = 'PROCESSING'
    UNION ALL SELECT o.id, g.order_item_id, g.id, g.exchange_variation_id, g.quantity, g.handed_over_at IS NOT NULL
      FROM orders o JOIN refunds r ON r.order_id = o.id AND r.status_code IN ('APPROVED', 'COMPLETED')
      JOIN refund_items g ON g.refund_id = r.id AND g.exchange_variation_id IS NOT NULL
      WHERE o.status_code = 'PROCESSING'`

/** Pieces that are no longer handed over: their return is approved, and the customer did not keep them. */
const GONE_BACK = `COALESCE((SELECT SUM(b.quantity) FROM refund_items b JOIN refunds r ON r.id = b.refund_id
      WHERE b.order_item_id = goods.order_item_id AND b.given_by <=> goods.given_by
        AND (r.status_code = 'APPROVED' OR b.disposition IS NOT NULL)), 0)`

const TO_PICK = `SELECT order_id, product_variation_id, SUM(pieces) AS quantity, SUM(pieces * is_booked) AS booked
    FROM (SELECT order_id, product_variation_id, is_booked, quantity - ${GONE_BACK} AS pieces
      FROM (${GOODS}) goods) left_over GROUP BY order_id, product_variation_id`

/** What to take off the shelf for all orders that are paid and not ready: by category, product, size and colour. */
export async function readPickList(): Promise<PickList> {
  const rows =
    await select<Row>(`SELECT o.id AS order_id, o.number, w.quantity, w.booked, v.id AS product_variation_id, v.sku,
      v.barcode, v.on_hand, k.name AS category,
      p.id AS product_id, p.name AS product_name, s.code AS size_code, s.name AS size_name, c.code AS colour_code,
      c.name AS colour_name
    FROM (${TO_PICK}) w JOIN orders o ON o.id = w.order_id JOIN product_variations v ON v.id = w.product_variation_id
    JOIN products p ON p.id = v.product_id
      JOIN categories k ON k.id = p.category_id JOIN sizes s ON s.code = v.size_code
      LEFT JOIN colours c ON c.code = v.colour_code
    WHERE w.quantity > 0 ORDER BY o.id, v.id`)
  const lines = new Map<number, PickLine>()
  for (const row of rows) {
    const line = lines.get(row.product_variation_id) ?? lineFrom(row)
    line.quantity += row.quantity
    line.on_hand += row.booked
    line.orders.push({ id: row.order_id, number: row.number ?? String(row.order_id), quantity: row.quantity })
    lines.set(row.product_variation_id, line)
  }
  return {
    orders: new Set(rows.map(({ order_id }) => order_id)).size,
    pieces: rows.reduce((sum, { quantity }) => sum + quantity, 0),
    lines: [...lines.values()].sort(byShelf),
  }
}

const lineFrom = (row: Row): PickLine => ({
  product_variation_id: row.product_variation_id,
  sku: row.sku,
  barcode: row.barcode,
  category: row.category,
  product: { id: row.product_id, name: row.product_name },
  size: { code: row.size_code, name: row.size_name },
  colour: row.colour_code === null ? null : { code: row.colour_code, name: row.colour_name! },
  quantity: 0,
  on_hand: row.on_hand,
  orders: [],
})

const byShelf = (a: PickLine, b: PickLine) =>
  a.category.localeCompare(b.category) ||
  a.product.name.localeCompare(b.product.name) ||
  a.product.id - b.product.id ||
  bySizeCode(a.size.code, b.size.code) ||
  (a.colour?.name ?? '').localeCompare(b.colour?.name ?? '')
