import { SEAL } from '#api/audit/seal.ts'
import { GOODS_RULES } from '#api/audit/goods-rules.ts'
import { SHIFT_RULES } from '#api/audit/shift-rules.ts'
import { STORED_VALUE_RULES } from '#api/audit/stored-value-rules.ts'
import { RETURN_RULES } from '#api/audit/return-rules.ts'
import { TENDER_RULES } from '#api/audit/tender-rules.ts'
import { VOID_RULES } from '#api/audit/void-rules.ts'

/** Order `o` was paid. An order whose goods all came back before handover is CANCELLED and stays paid. */
const ORDER_WAS_SOLD = "(o.status_code NOT IN ('UNPAID', 'CANCELLED') AND o.due = 0 OR o.cancelled_by <=> 'RETURN')"

/**
 * Rules for the whole shop's books. Each is a query that must return no row; its first column names the row that is
 * wrong.
 */
export const RULES = {
  'a completed order whose entries are not its total': `SELECT o.id FROM orders o
    LEFT JOIN transactions t ON t.order_id = o.id AND t.type_code = 'SALE'
    WHERE ${ORDER_WAS_SOLD} GROUP BY o.id, o.total HAVING o.total <> COALESCE(SUM(t.amount), 0)`,
  'an order that took no money but has entries': `SELECT o.id FROM orders o JOIN transactions t ON t.order_id = o.id
    AND t.type_code <> 'MANUAL' WHERE NOT ${ORDER_WAS_SOLD}`,
  'a balance that is not the sum of its entries': `SELECT a.code FROM accounts a
    LEFT JOIN transactions t ON t.account_code = a.code
    GROUP BY a.code, a.balance HAVING a.balance <> COALESCE(SUM(t.amount), 0)`,
  'an entry of no account':
    'SELECT t.id FROM transactions t LEFT JOIN accounts a ON a.code = t.account_code WHERE a.code IS NULL',
  'a closed month that is not the sum of its entries': `SELECT c.period, c.account_code FROM closed_periods c
    LEFT JOIN transactions t ON t.account_code = c.account_code AND t.period = c.period
    GROUP BY c.period, c.account_code, c.opening_balance, c.credits, c.debits, c.closing_balance, c.entries, c.seal
    HAVING c.entries <> COUNT(t.id) OR c.seal <> ${SEAL}
      OR c.credits <> COALESCE(SUM(GREATEST(t.amount, 0)), 0) OR c.debits <> COALESCE(SUM(LEAST(t.amount, 0)), 0)
      OR c.closing_balance <> c.opening_balance + c.credits + c.debits`,
  'a month that does not begin with what the one before ended with': `SELECT c.period, c.account_code
    FROM closed_periods c LEFT JOIN closed_periods b ON b.account_code = c.account_code
    AND b.period = DATE_FORMAT(CONCAT(c.period, '-01') - INTERVAL 1 MONTH, '%Y-%m')
    WHERE c.opening_balance <> COALESCE(b.closing_balance, 0)`,
  'an entry in a month before its day, or closed without it': `SELECT t.id FROM transactions t JOIN books b ON b.id = 1
    WHERE t.period < DATE_FORMAT(t.business_date, '%Y-%m')
    OR t.period < b.open_period AND NOT EXISTS (SELECT 1 FROM closed_periods c
      WHERE c.period = t.period AND c.account_code = t.account_code)`,
  'a total that is not lines less discount and shipping': `SELECT o.id FROM orders o
    LEFT JOIN order_items i ON i.order_id = o.id
    GROUP BY o.id, o.total, o.discount, o.shipping_fee, o.subtotal
    HAVING o.total <> COALESCE(SUM(i.price * i.quantity), 0) - o.discount + o.shipping_fee
      OR o.subtotal <> COALESCE(SUM(i.price * i.quantity), 0)`,
  'an order without lines':
    'SELECT o.id FROM orders o WHERE NOT EXISTS (SELECT 1 FROM order_items i WHERE i.order_id = o.id)',
  'on hand that is not the sum of its movements': `SELECT v.id FROM product_variations v
    LEFT JOIN stock_movements m ON m.product_variation_id = v.id
    AND m.reason NOT IN ('RESERVATION', 'RELEASE') GROUP BY v.id, v.on_hand
    HAVING v.on_hand <> COALESCE(SUM(m.quantity), 0)`,
  'reserved that is not the sum of its movements': `SELECT v.id FROM product_variations v
    LEFT JOIN stock_movements m ON m.product_variation_id = v.id
    AND m.reason IN ('RESERVATION', 'RELEASE') GROUP BY v.id, v.reserved
    HAVING v.reserved <> -COALESCE(SUM(m.quantity), 0)`,
  'units sold that did not leave the shelf': `SELECT i.order_id FROM order_items i
    JOIN orders o ON o.id = i.order_id AND ${ORDER_WAS_SOLD}
    GROUP BY i.order_id HAVING SUM(i.quantity) <> (SELECT -COALESCE(SUM(m.quantity), 0) FROM stock_movements m
      WHERE m.order_id = i.order_id AND m.reason = 'SALE')`,
  'goods held otherwise than for an order that waits for payment, or an exchange': `SELECT h.order_id FROM (
      SELECT i.order_id, i.product_variation_id, i.quantity FROM order_items i
      JOIN orders o ON o.id = i.order_id AND (o.status_code = 'UNPAID' OR o.due > 0)
      UNION ALL SELECT r.order_id, g.exchange_variation_id, g.quantity FROM refund_items g
      JOIN refunds r ON r.id = g.refund_id AND r.status_code = 'APPROVED'
      WHERE g.exchange_variation_id IS NOT NULL AND g.handed_over_at IS NULL
      UNION ALL SELECT order_id, product_variation_id, quantity FROM stock_movements
      WHERE reason IN ('RESERVATION', 'RELEASE')) h
    GROUP BY h.order_id, h.product_variation_id HAVING SUM(h.quantity) <> 0`,
  'a coupon whose uses are not those of orders': `SELECT c.id FROM coupons c
    LEFT JOIN coupon_redemptions r ON r.coupon_id = c.id
    GROUP BY c.id, c.current_usage HAVING c.current_usage <> COUNT(r.order_id)`,
  'an order whose coupon is not counted, or counted without it': `SELECT o.id FROM orders o
    LEFT JOIN coupon_redemptions r ON r.order_id = o.id
    WHERE IF(o.status_code = 'CANCELLED', r.order_id IS NOT NULL, NOT (r.coupon_id <=> o.coupon_id))`,
  'a discount of more than the goods it is off': `SELECT o.id FROM orders o JOIN order_items i ON i.order_id = o.id
    GROUP BY o.id, o.discount HAVING o.discount > SUM(IF(i.discounted, i.price * i.quantity, 0))`,
  'an order paid online without its payment': `SELECT o.id FROM orders o
    WHERE o.type_code = 'WEBSITE' AND o.account_code = 'PAYSTACK'
    AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.order_id = o.id AND p.status_code = 'APPLIED')`,
  'a payment that its order does not show': `SELECT p.id FROM payments p JOIN orders o ON o.id = p.order_id
    WHERE p.status_code = 'APPLIED' AND (o.paid_at IS NULL AND o.deposit = 0
      OR p.amount < ROUND(IF(o.deposit > 0, o.deposit, o.total - o.gift) * 100))`,
  "a payment that is no order's and does not go back": `SELECT p.id FROM payments p
    WHERE p.status_code = 'RETURNED' AND NOT EXISTS (SELECT 1 FROM payment_refunds r WHERE r.payment_id = p.id)`,
  'a payment of which more goes back than came': `SELECT p.id FROM payments p
    JOIN payment_refunds r ON r.payment_id = p.id AND r.status_code <> 'FAILED'
    GROUP BY p.id, p.amount HAVING SUM(r.amount) > p.amount`,
  'an order whose times are not those of its status': `SELECT o.id FROM orders o WHERE o.type_code = 'WEBSITE' AND (
    (o.status_code = 'UNPAID') <> (o.reserved_until IS NOT NULL)
    OR (o.status_code IN ('UNPAID', 'CANCELLED') AND NOT o.cancelled_by <=> 'RETURN' OR o.due > 0) <> (o.paid_at IS NULL)
    OR (o.status_code = 'COMPLETED') <> (o.completed_at IS NOT NULL) OR (o.status_code = 'CANCELLED') <> (o.cancelled_by IS NOT NULL))`,
  'an order to be paid on delivery that cannot be': `SELECT o.id FROM orders o WHERE o.due <> 0
    AND (o.due <> o.total - o.deposit - o.gift OR o.type_code <> 'WEBSITE' OR o.status_code NOT IN ('PROCESSING', 'READY_TO_SHIP'))`,
  'a deposit that was not paid, or is not owed until the order ends': `SELECT o.id FROM orders o
    LEFT JOIN transactions t ON t.order_id = o.id AND t.account_code = 'DEPOSITS'
    GROUP BY o.id, o.due, o.deposit, o.paid_at HAVING COALESCE(SUM(t.amount), 0) <> IF(o.due > 0, -o.deposit, 0)
      OR COALESCE(SUM(GREATEST(t.amount, 0)), 0) > o.deposit
      OR o.deposit > 0 AND (o.due > 0 OR o.paid_at IS NOT NULL) AND NOT EXISTS (SELECT 1 FROM payments p
        WHERE p.order_id = o.id AND p.status_code = 'APPLIED')`,
  'goods received otherwise than their receipt says': `SELECT x.receipt_id FROM (
      SELECT l.receipt_id, l.product_variation_id, l.quantity FROM stock_receipt_lines l
      JOIN stock_receipts r ON r.id = l.receipt_id AND r.status_code = 'BOOKED'
      UNION ALL SELECT receipt_id, product_variation_id, -quantity FROM stock_movements WHERE receipt_id IS NOT NULL) x
    GROUP BY x.receipt_id, x.product_variation_id HAVING SUM(x.quantity) <> 0`,
  'a shelf count whose movements are not its differences': `SELECT x.count_id FROM (
      SELECT count_id, product_variation_id, difference FROM stock_count_lines WHERE difference IS NOT NULL
      UNION ALL SELECT count_id, product_variation_id, -quantity FROM stock_movements WHERE count_id IS NOT NULL) x
    GROUP BY x.count_id, x.product_variation_id HAVING SUM(x.difference) <> 0`,
  'a store sale without a verdict': `SELECT o.id FROM orders o LEFT JOIN sync_verdicts v ON v.mutation_id = o.sale_id
    WHERE o.type_code = 'STORE' AND v.mutation_id IS NULL`,
  'a rejected verdict without its quarantine': `SELECT v.mutation_id FROM sync_verdicts v
    WHERE v.verdict LIKE '%"status":"rejected"%'
    AND NOT EXISTS (SELECT 1 FROM sync_quarantine q WHERE q.content = v.content)`,
  ...STORED_VALUE_RULES,
  ...SHIFT_RULES,
  ...RETURN_RULES,
  ...VOID_RULES,
  ...TENDER_RULES,
  ...GOODS_RULES,
  'no row for the first shop': 'SELECT 1 AS id FROM DUAL WHERE NOT EXISTS (SELECT 1 FROM shops WHERE id = 1)',
  'a sale booked twice': 'SELECT sale_id FROM orders WHERE sale_id IS NOT NULL GROUP BY sale_id HAVING COUNT(*) > 1',
} as const
export type AuditRule = keyof typeof RULES
