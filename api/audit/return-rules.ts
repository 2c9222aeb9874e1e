/**
 * Goods of an order that moved by returns, and what a return gave for them. `i` is the original line, `b` the item that
 * gave what now goes back.
 */
const MOVED =
  'refund_items g JOIN refunds r ON r.id = g.refund_id JOIN order_items i ON i.id = g.order_item_id LEFT JOIN refund_items b ON b.id = g.given_by'
const CAME = 'COALESCE(b.exchange_variation_id, i.product_variation_id)'

/** True if completed returns brought back every piece of order `o`, whether sold or given in exchange. */
const ALL_IS_BACK = `(SELECT SUM(i.quantity) FROM order_items i WHERE i.order_id = o.id)
  + (SELECT COALESCE(SUM(g.quantity), 0) FROM refund_items g JOIN refunds r ON r.id = g.refund_id
    WHERE r.order_id = o.id AND g.handed_over_at IS NOT NULL)
  = (SELECT COALESCE(SUM(g.quantity), 0) FROM refund_items g JOIN refunds r ON r.id = g.refund_id
    WHERE r.order_id = o.id AND r.status_code = 'COMPLETED' AND g.disposition IS NOT NULL)`

/** Rules for returns: pieces, money and stock must each match what the returns say. */
export const RETURN_RULES = {
  'more refunded than paid, or otherwise than the returns say': `SELECT o.id FROM orders o
    LEFT JOIN refunds r ON r.order_id = o.id AND r.status_code IN ('APPROVED', 'COMPLETED')
    GROUP BY o.id, o.total, o.refunded, o.collected
    HAVING o.refunded > o.total + o.collected OR o.refunded <> COALESCE(SUM(GREATEST(r.amount, 0)), 0)`,
  'differences collected otherwise than the returns say': `SELECT o.id FROM orders o
    LEFT JOIN refunds r ON r.order_id = o.id AND r.money_status = 'DONE'
    GROUP BY o.id, o.collected HAVING o.collected <> COALESCE(-SUM(LEAST(r.amount, 0)), 0)`,
  'more pieces sent back than sold, or otherwise than the returns say': `SELECT i.id FROM order_items i
    LEFT JOIN (refund_items g JOIN refunds r ON r.id = g.refund_id
      AND r.status_code IN ('APPROVED', 'COMPLETED')) ON g.order_item_id = i.id AND g.given_by IS NULL
    GROUP BY i.id, i.quantity, i.refunded_quantity
    HAVING i.refunded_quantity > i.quantity OR i.refunded_quantity <> COALESCE(SUM(g.quantity), 0)`,
  'goods sent back for more than they were sold for': `SELECT o.id FROM orders o JOIN order_items i ON i.order_id = o.id
    JOIN refund_items g ON g.order_item_id = i.id AND g.given_by IS NULL
    JOIN refunds r ON r.id = g.refund_id AND r.status_code IN ('APPROVED', 'COMPLETED')
    GROUP BY o.id, o.total, o.shipping_fee HAVING SUM(g.worth) > o.total - o.shipping_fee`,
  'more pieces sent back than an exchange gave, or for more than they are worth': `SELECT b.id FROM refund_items b
    LEFT JOIN (refund_items g JOIN refunds r ON r.id = g.refund_id
      AND r.status_code IN ('APPROVED', 'COMPLETED')) ON g.given_by = b.id
    GROUP BY b.id, b.quantity, b.refunded_quantity, b.worth, b.amount, b.handed_over_at
    HAVING b.refunded_quantity > IF(b.handed_over_at IS NULL, 0, b.quantity)
      OR b.refunded_quantity <> COALESCE(SUM(g.quantity), 0) OR COALESCE(SUM(g.worth), 0) > b.worth - b.amount`,
  "goods of an exchange that are another line's, or another order's": `SELECT g.id FROM ${MOVED}
    LEFT JOIN refunds x ON x.id = b.refund_id
    WHERE i.order_id <> r.order_id OR b.order_item_id <> g.order_item_id OR x.order_id <> r.order_id
      OR g.given_by IS NOT NULL AND b.exchange_variation_id IS NULL`,
  'an order that waits with nothing left to hand over, or was given up with something left': `SELECT o.id FROM orders o
    WHERE o.type_code = 'WEBSITE' AND (o.status_code IN ('PROCESSING', 'READY_TO_SHIP')
    OR o.cancelled_by = 'RETURN') AND (${ALL_IS_BACK}) <> (o.status_code = 'CANCELLED')`,
  'a return whose entries are not its money': `SELECT r.id FROM refunds r LEFT JOIN transactions t ON t.refund_id = r.id
    GROUP BY r.id, r.amount, r.to_card, r.money_status HAVING -COALESCE(SUM(t.amount),
    0) <> IF(EXISTS (SELECT 1 FROM payment_refunds p WHERE p.refund_id = r.id AND p.booked = 1)
      OR r.money_status = 'DONE', r.amount, r.to_card)`,
  "an entry of a refund that is no return's":
    "SELECT t.id FROM transactions t WHERE t.type_code = 'REFUND' AND t.refund_id IS NULL",
  "a provider's refund entered otherwise than it went": `SELECT p.id FROM payment_refunds p
    WHERE p.refund_id IS NOT NULL AND p.booked <> (p.status_code IN ('SENT', 'PROCESSED', 'NEEDS_ATTENTION'))`,
  'goods sent back that did not move as the return says': `SELECT h.order_id FROM (
      SELECT r.order_id, ${CAME} AS product_variation_id, 'RETURN' AS reason, g.quantity FROM ${MOVED}
      WHERE g.disposition IS NOT NULL
      UNION ALL SELECT r.order_id, ${CAME}, 'DAMAGED', -g.quantity FROM ${MOVED} WHERE g.disposition = 'DAMAGED'
      UNION ALL SELECT r.order_id, g.exchange_variation_id, 'EXCHANGE', -g.quantity FROM refund_items g
      JOIN refunds r ON r.id = g.refund_id WHERE g.handed_over_at IS NOT NULL
      UNION ALL SELECT order_id, product_variation_id, reason, -quantity FROM stock_movements
      WHERE reason IN ('RETURN', 'DAMAGED', 'EXCHANGE')) h
    GROUP BY h.order_id, h.product_variation_id, h.reason HAVING SUM(h.quantity) <> 0`,
  'a return whose states do not go together': `SELECT r.id FROM refunds r
    WHERE r.status_code IN ('REQUESTED', 'REFUSED') AND (r.money_status <> 'NONE' OR r.goods_status <> 'AWAITED')
    OR r.status_code = 'COMPLETED' AND (r.goods_status = 'AWAITED' OR r.money_status = 'PENDING')
    OR r.status_code = 'APPROVED' AND (r.amount = 0) <> (r.money_status = 'NONE')
    OR r.goods_status = 'AWAITED' AND EXISTS (SELECT 1 FROM refund_items g WHERE g.refund_id = r.id)
    AND NOT EXISTS (SELECT 1 FROM refund_items g WHERE g.refund_id = r.id AND g.disposition IS NULL)`,
} as const
