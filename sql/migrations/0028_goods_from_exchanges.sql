-- Goods that a customer got in an exchange go back, or are exchanged again.

-- Differences of exchanges that customers have paid, in cedis: with the total it is what was paid for an order.
ALTER TABLE orders ADD COLUMN collected DECIMAL(12,2) NOT NULL DEFAULT 0 AFTER refunded;
UPDATE orders o JOIN (SELECT order_id, -SUM(amount) AS paid FROM refunds WHERE amount < 0 AND money_status = 'DONE' GROUP BY order_id) r ON r.order_id = o.id SET o.collected = r.paid;

ALTER TABLE refund_items
  -- The item in exchange for which these goods were given; null for what was ordered. The line is the one that both began with.
  ADD COLUMN given_by INT UNSIGNED AFTER order_item_id,
  ADD COLUMN given_by_or_0 INT UNSIGNED AS (COALESCE(given_by, 0)) VIRTUAL,
  -- How many of the goods that this one gave were promised back.
  ADD COLUMN refunded_quantity INT NOT NULL DEFAULT 0 AFTER quantity,
  -- What the goods that go back are worth, in cedis. Less the amount it is what the goods given for them are worth.
  ADD COLUMN worth DECIMAL(12,2) NOT NULL DEFAULT 0 AFTER amount,
  ADD COLUMN handed_over_at DATETIME(3),
  ADD UNIQUE KEY refund_goods (refund_id, order_item_id, given_by_or_0),
  DROP KEY refund_id,
  ADD FOREIGN KEY (given_by) REFERENCES refund_items (id);

UPDATE refund_items g JOIN refunds r ON r.id = g.refund_id
  SET g.handed_over_at = COALESCE((SELECT MAX(e.created_at) FROM refund_events e WHERE e.refund_id = r.id AND e.code = 'HANDED_OVER'), r.updated_at) WHERE g.handed_over;
UPDATE refund_items g JOIN order_items i ON i.id = g.order_item_id JOIN orders o ON o.id = i.order_id
  SET g.worth = CASE WHEN g.exchange_variation_id IS NULL THEN g.amount WHEN g.exchange_price IS NOT NULL THEN g.amount + g.exchange_price * g.quantity
    ELSE i.price * g.quantity - IF(i.discounted, COALESCE(CEIL(100 * o.discount * i.price * g.quantity
      / NULLIF((SELECT SUM(l.price * l.quantity) FROM order_items l WHERE l.order_id = o.id AND l.discounted), 0)) / 100, 0), 0) END;
ALTER TABLE refund_items DROP COLUMN handed_over;
