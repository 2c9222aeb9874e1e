-- expand
-- Money that the shop owes to whoever holds it: a gift card, later a customer's credit. The code is kept as a keyed hash and its last characters.
CREATE TABLE stored_values (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  kind VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'GIFT_CARD',
  code_hash BINARY(32) UNIQUE,
  code_end CHAR(4) CHARACTER SET ascii COLLATE ascii_bin,
  status_code VARCHAR(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'ACTIVE',
  balance DECIMAL(12,2) NOT NULL DEFAULT 0,
  -- Part of the balance: what orders hold until they are paid or end.
  held DECIMAL(12,2) NOT NULL DEFAULT 0,
  expires_on DATE,
  note VARCHAR(255),
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  updated_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3),
  KEY (code_end)
);

-- What changed a balance; never changed. ISSUE, SPEND, RETURN, ADJUST or VOID.
CREATE TABLE stored_value_entries (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  stored_value_id INT UNSIGNED NOT NULL,
  reason VARCHAR(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  amount DECIMAL(12,2) NOT NULL,
  order_id INT UNSIGNED,
  refund_id INT UNSIGNED,
  user_id INT UNSIGNED,
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  KEY (stored_value_id, id),
  KEY (order_id),
  KEY (user_id, created_at),
  FOREIGN KEY (stored_value_id) REFERENCES stored_values (id),
  FOREIGN KEY (order_id) REFERENCES orders (id)
);

-- What an order takes from a card once it is paid: HELD, then SPENT or RELEASED.
CREATE TABLE stored_value_holds (
  order_id INT UNSIGNED PRIMARY KEY,
  stored_value_id INT UNSIGNED NOT NULL,
  amount DECIMAL(12,2) NOT NULL,
  status_code VARCHAR(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  updated_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3),
  KEY (stored_value_id),
  FOREIGN KEY (stored_value_id) REFERENCES stored_values (id),
  FOREIGN KEY (order_id) REFERENCES orders (id)
);

-- What a gift card pays of an order, and what of a refund went back to it.
ALTER TABLE orders ADD COLUMN gift DECIMAL(12,2) NOT NULL DEFAULT 0;
ALTER TABLE refunds ADD COLUMN to_card DECIMAL(12,2) NOT NULL DEFAULT 0;
