-- What of an order goes back, and what for. Amounts in cedis.
CREATE TABLE refunds (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  order_id INT UNSIGNED NOT NULL,
  action VARCHAR(20) NOT NULL,
  reason VARCHAR(20) NOT NULL,
  note VARCHAR(500),
  status_code VARCHAR(20) NOT NULL DEFAULT 'REQUESTED',
  amount DECIMAL(12,2) NOT NULL,
  -- Who asked; null for a guest with a tracking link.
  user_id INT UNSIGNED,
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  updated_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3),
  KEY (order_id, id),
  KEY (status_code, id),
  FOREIGN KEY (order_id) REFERENCES orders (id)
);

CREATE TABLE refund_items (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  refund_id INT UNSIGNED NOT NULL,
  order_item_id INT UNSIGNED NOT NULL,
  quantity INT UNSIGNED NOT NULL,
  exchange_variation_id INT UNSIGNED,
  disposition VARCHAR(20),
  UNIQUE KEY (refund_id, order_item_id),
  KEY (order_item_id),
  FOREIGN KEY (refund_id) REFERENCES refunds (id),
  FOREIGN KEY (order_item_id) REFERENCES order_items (id),
  FOREIGN KEY (exchange_variation_id) REFERENCES product_variations (id)
);

CREATE TABLE refund_photos (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  refund_id INT UNSIGNED NOT NULL,
  -- A random name that nobody can guess.
  name CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL UNIQUE,
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  KEY (refund_id, id),
  FOREIGN KEY (refund_id) REFERENCES refunds (id)
);
