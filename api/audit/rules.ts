/** The books of the whole shop, as questions whose answer must be no row. The first column names the row that is wrong. */
export const RULES = {
  'a completed order whose entries are not its total': `SELECT o.id FROM orders o LEFT JOIN transactions t ON t.order_id = o.id AND t.type_code = 'SALE'
    WHERE o.status_code NOT IN ('UNPAID', 'CANCELLED') GROUP BY o.id, o.total HAVING o.total <> COALESCE(SUM(t.amount), 0)`,
  'an order that took no money but has entries': `SELECT o.id FROM orders o JOIN transactions t ON t.order_id = o.id WHERE o.status_code = 'UNPAID'`,
  'a balance that is not the sum of its entries': `SELECT a.code FROM accounts a LEFT JOIN transactions t ON t.account_code = a.code
    GROUP BY a.code, a.balance HAVING a.balance <> COALESCE(SUM(t.amount), 0)`,
  'an entry of no account': 'SELECT t.id FROM transactions t LEFT JOIN accounts a ON a.code = t.account_code WHERE a.code IS NULL',
  'a total that is not lines less discount and shipping': `SELECT o.id FROM orders o LEFT JOIN order_items i ON i.order_id = o.id
    GROUP BY o.id, o.total, o.discount, o.shipping_fee, o.subtotal HAVING o.total <> COALESCE(SUM(i.price * i.quantity), 0) - o.discount + o.shipping_fee OR o.subtotal <> COALESCE(SUM(i.price * i.quantity), 0)`,
  'an order without lines': 'SELECT o.id FROM orders o WHERE NOT EXISTS (SELECT 1 FROM order_items i WHERE i.order_id = o.id)',
  'on hand that is not the sum of its movements': `SELECT v.id FROM product_variations v LEFT JOIN stock_movements m ON m.product_variation_id = v.id
    AND m.reason NOT IN ('RESERVATION', 'RELEASE') GROUP BY v.id, v.on_hand HAVING v.on_hand <> COALESCE(SUM(m.quantity), 0)`,
  'reserved that is not the sum of its movements': `SELECT v.id FROM product_variations v LEFT JOIN stock_movements m ON m.product_variation_id = v.id
    AND m.reason IN ('RESERVATION', 'RELEASE') GROUP BY v.id, v.reserved HAVING v.reserved <> -COALESCE(SUM(m.quantity), 0)`,
  'units sold that did not leave the shelf': `SELECT i.order_id FROM order_items i JOIN orders o ON o.id = i.order_id AND o.type_code = 'STORE'
    GROUP BY i.order_id HAVING SUM(i.quantity) <> (SELECT -COALESCE(SUM(m.quantity), 0) FROM stock_movements m WHERE m.order_id = i.order_id AND m.reason = 'SALE')`,
  'negative stock without an exception': `SELECT v.id FROM product_variations v WHERE v.on_hand < 0
    AND NOT EXISTS (SELECT 1 FROM exceptions e WHERE e.product_variation_id = v.id AND e.code = 'OVERSOLD')`,
  'a store sale without a verdict': `SELECT o.id FROM orders o LEFT JOIN sync_verdicts v ON v.mutation_id = o.sale_id WHERE o.type_code = 'STORE' AND v.mutation_id IS NULL`,
  'an accepted verdict without its order': `SELECT v.mutation_id FROM sync_verdicts v LEFT JOIN orders o ON o.sale_id = v.mutation_id
    WHERE v.verdict LIKE '%"status":"accepted"%' AND o.id IS NULL`,
  'a rejected verdict without its quarantine': `SELECT v.mutation_id FROM sync_verdicts v WHERE v.verdict LIKE '%"status":"rejected"%'
    AND NOT EXISTS (SELECT 1 FROM sync_quarantine q WHERE q.content = v.content)`,
  'a sale booked twice': 'SELECT sale_id FROM orders WHERE sale_id IS NOT NULL GROUP BY sale_id HAVING COUNT(*) > 1',
} as const
export type AuditRule = keyof typeof RULES
