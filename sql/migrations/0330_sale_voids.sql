-- expand
-- Sales that their tills voided: one row per mutation. Only `outcome`, `order_id` and `refund_id` change, once: when the sale has arrived.
CREATE TABLE sale_voids (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  mutation_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL UNIQUE,
  shop_id INT UNSIGNED NOT NULL,
  -- Null where a person vouches for it: then it has no place in a chain.
  device_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin,
  seq INT UNSIGNED,
  till_code VARCHAR(8) NOT NULL,
  teller_id INT UNSIGNED NOT NULL,
  -- 1 where a grant proves that this teller was signed in.
  proved TINYINT UNSIGNED NOT NULL,
  occurred_at DATETIME(3) NOT NULL,
  business_date DATE NOT NULL,
  -- The sale that it names, which may not have arrived.
  sale_mutation_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  number VARCHAR(40) NOT NULL,
  reason VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  -- WAITING for its sale, BOOKED, TWICE where nothing was left to give back, or ELSEWHERE for a sale of another till.
  outcome VARCHAR(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'WAITING',
  order_id INT UNSIGNED,
  -- The return that gave goods and money back.
  refund_id INT UNSIGNED,
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  KEY (sale_mutation_id, outcome),
  KEY (device_id, seq),
  KEY (order_id),
  FOREIGN KEY (teller_id) REFERENCES users (id),
  FOREIGN KEY (order_id) REFERENCES orders (id),
  FOREIGN KEY (refund_id) REFERENCES refunds (id)
);
