-- expand
-- The parts of payments in several ways: none for an order that was paid in one. They come to its total less its gift card.
CREATE TABLE order_tenders (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  shop_id INT UNSIGNED NOT NULL,
  order_id INT UNSIGNED NOT NULL,
  -- From 1; the first is also the account of the order.
  place TINYINT UNSIGNED NOT NULL,
  account_code VARCHAR(40) NOT NULL,
  amount DECIMAL(12,2) NOT NULL,
  -- What was handed over of cash, with the change.
  tendered DECIMAL(12,2),
  reference VARCHAR(120),
  -- As in orders.
  reference_key VARCHAR(120) CHARACTER SET ascii COLLATE ascii_bin,
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  UNIQUE (order_id, place),
  KEY (account_code),
  KEY (reference_key),
  FOREIGN KEY (order_id) REFERENCES orders (id)
);
