/** Rules for gift cards: balances, holds, orders and the account in which the shop owes them. */
export const STORED_VALUE_RULES = {
  'a gift card whose balance is not the sum of its entries, or below nothing': `SELECT v.id FROM stored_values v
    LEFT JOIN stored_value_entries e ON e.stored_value_id = v.id
    GROUP BY v.id, v.balance, v.status_code HAVING v.balance <> COALESCE(SUM(e.amount), 0) OR v.balance < 0
      OR v.status_code = 'VOID' AND v.balance <> 0`,
  'a gift card that holds otherwise than its orders, or more than it has': `SELECT v.id FROM stored_values v
    LEFT JOIN (SELECT stored_value_id, amount FROM stored_value_holds WHERE status_code = 'HELD'
      UNION ALL SELECT stored_value_id, amount FROM till_holds WHERE status_code = 'HELD') h ON h.stored_value_id = v.id
    GROUP BY v.id, v.held, v.balance HAVING v.held <> COALESCE(SUM(h.amount), 0) OR v.held > v.balance`,
  'an account of gift cards that is not what is on them': `SELECT a.code FROM accounts a WHERE a.code = 'GIFT_CARDS'
    AND a.balance <> -(SELECT COALESCE(SUM(v.balance), 0) FROM stored_values v)`,
  'an order that a gift card pays otherwise than it says': `SELECT o.id FROM orders o
    LEFT JOIN stored_value_holds h ON h.order_id = o.id
    WHERE o.gift > 0 AND (h.amount IS NULL OR h.amount <> o.gift)
    OR h.status_code = 'HELD' AND (o.gift <> h.amount OR o.status_code <> 'UNPAID' AND o.due = 0)
    OR o.gift > 0 AND (o.status_code = 'UNPAID' OR o.due > 0) AND h.status_code <> 'HELD'
    OR o.gift > 0 AND (o.paid_at IS NOT NULL OR o.type_code = 'STORE') AND h.status_code <> 'SPENT'
    OR h.status_code = 'SPENT' AND (o.paid_at IS NULL AND o.type_code <> 'STORE' OR o.gift = 0)`,
  'a sale at the till that took otherwise from a gift card than was held for it': `SELECT o.id FROM orders o
    LEFT JOIN till_holds h ON h.sale_id = o.sale_id AND h.status_code = 'SPENT'
    WHERE o.type_code = 'STORE' AND o.gift > 0 AND NOT h.amount <=> o.gift
    UNION ALL SELECT h.sale_id FROM till_holds h LEFT JOIN orders o ON o.sale_id = h.sale_id
    WHERE h.status_code = 'SPENT' AND NOT o.gift <=> h.amount`,
  'an order whose entries do not take what its gift card paid': `SELECT o.id FROM orders o
    LEFT JOIN transactions t ON t.order_id = o.id AND t.type_code = 'SALE' AND t.account_code = 'GIFT_CARDS'
    GROUP BY o.id, o.gift, o.paid_at, o.type_code
    HAVING COALESCE(SUM(t.amount), 0) <> IF(o.paid_at IS NULL AND o.type_code <> 'STORE', 0, o.gift)`,
  'a gift card of the website that is not what was paid for it': `SELECT p.id FROM gift_purchases p
    LEFT JOIN stored_value_entries e ON e.stored_value_id = p.stored_value_id AND e.reason = 'ISSUE'
    WHERE IF(p.status_code = 'PAID', NOT e.amount <=> p.amount OR p.provider_transaction_id IS NULL,
      p.stored_value_id IS NOT NULL OR p.sent_at IS NOT NULL)`,
  'a gift card of which more goes back by the provider than was paid': `SELECT p.id FROM gift_purchases p
    JOIN gift_refunds r ON r.gift_purchase_id = p.id AND r.status_code <> 'FAILED'
    GROUP BY p.id, p.amount HAVING SUM(r.amount) > ROUND(p.amount * 100)`,
  'a gift card that is paid back and still good': `SELECT p.id FROM gift_purchases p
    JOIN gift_refunds r ON r.gift_purchase_id = p.id AND r.status_code <> 'FAILED'
    JOIN stored_values v ON v.id = p.stored_value_id WHERE v.status_code <> 'VOID'`,
  "a provider's refund of a gift card entered otherwise than it went": `SELECT r.id FROM gift_refunds r
    WHERE r.booked <> (r.status_code IN ('SENT', 'PROCESSED', 'NEEDS_ATTENTION'))`,
  'a gift card that got back more than it gave': `SELECT e.order_id FROM stored_value_entries e
    WHERE e.order_id IS NOT NULL AND e.reason IN ('SPEND', 'RETURN')
    GROUP BY e.stored_value_id, e.order_id HAVING SUM(e.amount) > 0`,
  'a refund that went to a gift card otherwise than it says': `SELECT r.id FROM refunds r
    LEFT JOIN stored_value_entries e ON e.refund_id = r.id
    GROUP BY r.id, r.to_card, r.amount
    HAVING r.to_card <> COALESCE(SUM(e.amount), 0) OR r.to_card > GREATEST(r.amount, 0)`,
} as const
