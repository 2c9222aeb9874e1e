/** Rules between the parts of payments in several ways, their orders and the ledger. */
export const TENDER_RULES = {
  'a payment in parts whose entries are not its parts': `SELECT x.order_id FROM (
      SELECT order_id, account_code, amount FROM order_tenders
      UNION ALL SELECT t.order_id, t.account_code, -t.amount FROM transactions t
      WHERE t.type_code = 'SALE' AND t.account_code NOT IN ('GIFT_CARDS', 'GIFT_CARDS_SHORT')
      AND t.order_id IN (SELECT p.order_id FROM order_tenders p)) x
    GROUP BY x.order_id, x.account_code HAVING SUM(x.amount) <> 0`,
  'a payment in parts that cannot be': `SELECT o.id FROM orders o JOIN order_tenders p ON p.order_id = o.id
    GROUP BY o.id, o.account_code HAVING COUNT(*) NOT BETWEEN 2 AND 6 OR MAX(p.place) <> COUNT(*)
      OR SUM(p.place = 1 AND p.account_code <> o.account_code) > 0 OR MIN(p.amount) <= 0
      OR SUM(p.account_code = 'CASH') > 1
      OR SUM(p.tendered < p.amount OR p.tendered IS NOT NULL AND p.account_code <> 'CASH') > 0`,
} as const
