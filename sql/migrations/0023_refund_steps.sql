-- Refunds as staff decide them and carry them out: the money and the goods each on its own.

-- What of an order's money was promised back, in cedis, and how many pieces of a line: never more than was paid and sold.
ALTER TABLE orders ADD COLUMN refunded DECIMAL(12,2) NOT NULL DEFAULT 0 AFTER total;
ALTER TABLE order_items ADD COLUMN refunded_quantity INT NOT NULL DEFAULT 0 AFTER quantity;

-- An amount below 0 is the difference that a customer pays for dearer goods.
ALTER TABLE refunds
  -- NONE, PENDING, PROCESSING (with the provider), NEEDS_ATTENTION or DONE.
  ADD COLUMN money_status VARCHAR(20) NOT NULL DEFAULT 'NONE' AFTER status_code,
  -- AWAITED, BACK, or KEPT where nothing is to come back.
  ADD COLUMN goods_status VARCHAR(20) NOT NULL DEFAULT 'AWAITED' AFTER money_status,
  -- Where the money came out of, or the difference went into.
  ADD COLUMN account_code VARCHAR(40) AFTER amount,
  -- What of the amount is the delivery fee.
  ADD COLUMN shipping_fee DECIMAL(12,2) NOT NULL DEFAULT 0 AFTER amount,
  -- What staff say of their decision; the customer reads it.
  ADD COLUMN decision_note VARCHAR(500) AFTER note,
  ADD KEY (created_at);

ALTER TABLE refund_items
  ADD COLUMN amount DECIMAL(12,2) NOT NULL DEFAULT 0,
  -- What a piece of other goods costs; null where only size or colour are others, which cost the same.
  ADD COLUMN exchange_price DECIMAL(12,2),
  -- The goods given instead have left the shelf.
  ADD COLUMN handed_over TINYINT UNSIGNED NOT NULL DEFAULT 0;

-- What happened to a refund, in its own order; never changed.
CREATE TABLE refund_events (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  refund_id INT UNSIGNED NOT NULL,
  code VARCHAR(30) NOT NULL,
  detail VARCHAR(500) NOT NULL DEFAULT '',
  user_id INT UNSIGNED,
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  KEY (refund_id, id),
  FOREIGN KEY (refund_id) REFERENCES refunds (id)
);

ALTER TABLE transactions
  ADD COLUMN refund_id INT UNSIGNED AFTER order_id,
  ADD FOREIGN KEY (refund_id) REFERENCES refunds (id);

-- booked: the ledger has it, which is so from when the provider takes the order until it says that it could not be carried out.
ALTER TABLE payment_refunds
  ADD COLUMN refund_id INT UNSIGNED AFTER payment_id,
  ADD COLUMN booked TINYINT UNSIGNED NOT NULL DEFAULT 0 AFTER status_code,
  ADD FOREIGN KEY (refund_id) REFERENCES refunds (id);
