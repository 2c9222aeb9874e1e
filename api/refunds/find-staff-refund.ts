import { select, selectOne } from '#api/db/database.ts'
import { findRefund } from '#api/refunds/find-refunds.ts'
import { piecesOf } from '#api/refunds/pieces.ts'
import { reckon } from '#api/refunds/reckon.ts'
import { eventsOfRefund } from '#api/refunds/refund-events.ts'
import { partsLeft } from '#api/sales/sale-parts.ts'
import { sumCedis } from '#sync/protocol/money.ts'
import type { Refund, RefundLine, StaffRefund } from '#sync/protocol/shop/refund.ts'

/** A refund as staff see it: its lines in words, their amounts, its order and its events. @throws 404 */
export async function findStaffRefund(id: number): Promise<StaffRefund> {
  const refund = await findRefund(id)
  const [lines, own, order, events] = await Promise.all([
    linesInWords(id),
    ownColumns(id),
    orderOf(refund),
    eventsOfRefund(id),
  ])
  const amounts =
    refund.status_code === 'REQUESTED' ? await asOfNow(refund, order.discount) : lines.map(({ amount }) => amount)
  const { discount: _, ...shown } = order
  return {
    ...refund,
    ...own,
    lines: lines.map((line, i) => ({ ...line, amount: amounts[i]! })),
    reckoned: sumCedis([...amounts, own.shipping_fee]),
    order: shown,
    events,
  }
}

async function ownColumns(id: number) {
  const row = (await selectOne<{ account_code: string | null; shipping_fee: number; updated_at: Date }>(
    'SELECT account_code, shipping_fee, updated_at FROM refunds WHERE id = ?',
    [id],
  ))!
  return { ...row, updated_at: row.updated_at.toJSON() }
}

/** What an approval would pay now, line by line, without the delivery fee. */
const asOfNow = async ({ order_id, id, items }: Refund, discount: number) =>
  (await reckon({ items }, { discount, pieces: await piecesOf(order_id, id) }, 'refunded_quantity')).map(
    ({ amount }) => amount,
  )

async function orderOf({ order_id, number }: Refund) {
  const row = (await selectOne<
    Omit<StaffRefund['order'], 'number' | 'completed_at' | 'tenders'> & { completed_at: Date | null; discount: number }
  >(
    `SELECT o.id, o.type_code, o.account_code, o.gift,
      COALESCE(o.customer_name, u.name, JSON_UNQUOTE(JSON_EXTRACT(o.shipping_address, '$.first_name'))) AS customer,
      o.total, o.refunded, o.collected, o.discount,
      COALESCE(o.completed_at, IF(o.type_code = 'STORE', o.occurred_at, NULL)) AS completed_at
    FROM orders o LEFT JOIN users u ON u.id = o.user_id WHERE o.id = ?`,
    [order_id],
  ))!
  const tenders = await partsLeft(order_id)
  return { ...row, number, completed_at: row.completed_at?.toJSON() ?? null, ...(tenders.length > 0 && { tenders }) }
}

const NAME = `CONCAT_WS(', ', p.name, s.name, c.name)
      FROM product_variations v JOIN products p ON p.id = v.product_id JOIN sizes s ON s.code = v.size_code
      LEFT JOIN colours c ON c.code = v.colour_code`

const linesInWords = (id: number) =>
  select<RefundLine>(
    `SELECT g.id AS refund_item_id, IF(b.id IS NULL, i.price, ROUND((b.worth - b.amount) / b.quantity, 2)) AS price,
      g.quantity, g.amount, g.exchange_price,
    CONCAT((SELECT ${NAME} WHERE v.id = COALESCE(b.exchange_variation_id, i.product_variation_id)),
    IF(b.id IS NULL, '', ' (exchanged)')) AS name,
    (SELECT ${NAME} WHERE v.id = g.exchange_variation_id) AS exchange
  FROM refund_items g JOIN order_items i ON i.id = g.order_item_id LEFT JOIN refund_items b ON b.id = g.given_by
  WHERE g.refund_id = ? ORDER BY g.id`,
    [id],
  )
