import { select } from '#api/db/database.ts'
import { RETURN_DAYS, type RefundRequest } from '#sync/protocol/shop/refund.ts'

interface Goods {
  order_item_id: number
  product_id: number
  product_variation_id: number
  quantity: number
  /** Pieces in approved returns, and in all that were not refused. */
  refunded_quantity: number
  gone_back: number
  /** What they were worth, in cedis. */
  refunded_worth: number
  gone_worth: number
  /** Handed over too long ago for a customer's return. */
  late: 0 | 1
}
/** Goods as sold: a line of the order. */
export interface SoldGoods extends Goods {
  given_by: null
  price: number
  discounted: 0 | 1
}
/** Goods that an item of a return gave in exchange; `worth` of all of them, in cedis. */
export interface GivenGoods extends Goods {
  given_by: number
  worth: number
}
/** Goods a customer has, or had, from an order: each may go back, in parts. */
export type Piece = SoldGoods | GivenGoods

/** What the customer wants for returned goods. */
export type Wish = Pick<RefundRequest, 'action' | 'items'>
/** An order's goods, and the discount on them, in cedis. */
export interface Returnable {
  discount: number
  pieces: Piece[]
}

type Named = Pick<Piece, 'order_item_id' | 'given_by'>

/** Whether both mean the same goods: the same line, or the same item's exchange goods. */
export const isSame = (a: Pick<Wish['items'][number], 'order_item_id' | 'given_by'>, b: Named) =>
  a.order_item_id === b.order_item_id && (a.given_by ?? null) === b.given_by

/** All goods of an order: its lines, then exchange goods. `except`: a return to leave out. */
export async function piecesOf(order_id: number, except: number): Promise<Piece[]> {
  const values = { order_id, except, days: RETURN_DAYS }
  return [...(await select<SoldGoods>(SOLD, values)), ...(await select<GivenGoods>(GIVEN, values))]
}

const GONE = `COALESCE(SUM(g.quantity), 0) AS gone_back, COALESCE(SUM(g.worth), 0) AS gone_worth,
    COALESCE(SUM(IF(r.status_code IN ('APPROVED', 'COMPLETED'), g.worth, 0)), 0) AS refunded_worth`
const GOING = "(refund_items g JOIN refunds r ON r.id = g.refund_id AND r.status_code <> 'REFUSED' AND r.id <> :except)"

const SOLD = `SELECT i.id AS order_item_id, NULL AS given_by, v.product_id, v.id AS product_variation_id, i.quantity,
  i.price, i.discounted, i.refunded_quantity,
    COALESCE(o.completed_at < NOW(3) - INTERVAL :days DAY, 0) AS late, ${GONE}
  FROM order_items i JOIN orders o ON o.id = i.order_id JOIN product_variations v ON v.id = i.product_variation_id
  LEFT JOIN ${GOING} ON g.order_item_id = i.id AND g.given_by IS NULL
  WHERE i.order_id = :order_id GROUP BY i.id ORDER BY i.id`

const GIVEN = `SELECT b.order_item_id, b.id AS given_by, v.product_id, v.id AS product_variation_id, b.quantity,
  b.refunded_quantity, b.worth - b.amount AS worth,
    b.handed_over_at < NOW(3) - INTERVAL :days DAY AS late, ${GONE}
  FROM refund_items b JOIN refunds x ON x.id = b.refund_id JOIN product_variations v ON v.id = b.exchange_variation_id
  LEFT JOIN ${GOING} ON g.given_by = b.id
  WHERE x.order_id = :order_id AND b.handed_over_at IS NOT NULL GROUP BY b.id ORDER BY b.id`
