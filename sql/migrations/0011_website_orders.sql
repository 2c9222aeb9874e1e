-- Orders of the website: who may see them, how long their goods are held, the coupon they use, and their payments.

ALTER TABLE orders
  ADD COLUMN session_id CHAR(22) CHARACTER SET ascii COLLATE ascii_bin AFTER user_id,
  ADD COLUMN tracking_token CHAR(32) CHARACTER SET ascii COLLATE ascii_bin UNIQUE AFTER session_id,
  ADD COLUMN coupon_id INT UNSIGNED AFTER account_code,
  ADD COLUMN reserved_until DATETIME(3) AFTER business_date,
  ADD COLUMN paid_at DATETIME(3) AFTER reserved_until,
  ADD COLUMN completed_at DATETIME(3) AFTER paid_at,
  -- EXPIRY or PERSON: only what time took away may come back by a late payment.
  ADD COLUMN cancelled_by VARCHAR(10) AFTER completed_at,
  ADD COLUMN cancel_reason VARCHAR(255) AFTER cancelled_by,
  ADD KEY (session_id, id),
  ADD KEY (status_code, reserved_until),
  ADD FOREIGN KEY (coupon_id) REFERENCES coupons (id);

-- A use of a coupon: it counts until it is given back.
CREATE TABLE coupon_redemptions (
  order_id INT UNSIGNED PRIMARY KEY,
  coupon_id INT UNSIGNED NOT NULL,
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  KEY (coupon_id),
  FOREIGN KEY (order_id) REFERENCES orders (id),
  FOREIGN KEY (coupon_id) REFERENCES coupons (id)
);

-- What happened to an order, in its own order; never changed.
CREATE TABLE order_events (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  order_id INT UNSIGNED NOT NULL,
  code VARCHAR(30) NOT NULL,
  detail VARCHAR(255) NOT NULL DEFAULT '',
  user_id INT UNSIGNED,
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  KEY (order_id, id),
  FOREIGN KEY (order_id) REFERENCES orders (id)
);

-- One try to pay an order, kept before the provider hears of it. Amounts in pesewas.
CREATE TABLE payment_attempts (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  order_id INT UNSIGNED NOT NULL,
  reference VARCHAR(100) CHARACTER SET ascii COLLATE ascii_bin NOT NULL UNIQUE,
  amount BIGINT UNSIGNED NOT NULL,
  email VARCHAR(190) NOT NULL,
  -- CREATED, OPENED, PENDING, SUCCESS, FAILED or MISMATCH.
  status_code VARCHAR(20) NOT NULL DEFAULT 'CREATED',
  reason VARCHAR(255),
  access_code VARCHAR(100),
  authorization_url VARCHAR(500),
  checked_at DATETIME(3),
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  updated_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3),
  KEY (order_id, id),
  KEY (status_code, checked_at),
  FOREIGN KEY (order_id) REFERENCES orders (id)
);

-- Money that the provider took: each of its transactions once, for ever.
CREATE TABLE payments (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  attempt_id INT UNSIGNED NOT NULL UNIQUE,
  order_id INT UNSIGNED NOT NULL,
  provider_transaction_id VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL UNIQUE,
  amount BIGINT UNSIGNED NOT NULL,
  channel VARCHAR(20),
  paid_at DATETIME(3) NOT NULL,
  -- APPLIED: it pays its order, which only one does. RETURNED: it is given back.
  status_code VARCHAR(20) NOT NULL,
  applied_to INT UNSIGNED AS (IF(status_code = 'APPLIED', order_id, NULL)) STORED UNIQUE,
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  KEY (order_id, id),
  FOREIGN KEY (attempt_id) REFERENCES payment_attempts (id),
  FOREIGN KEY (order_id) REFERENCES orders (id)
);

-- Money that goes back through the provider; one row is one order to it. Amounts in pesewas.
CREATE TABLE payment_refunds (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  payment_id INT UNSIGNED NOT NULL,
  amount BIGINT UNSIGNED NOT NULL,
  reason VARCHAR(255) NOT NULL,
  -- QUEUED, SENT, PROCESSED, FAILED or NEEDS_ATTENTION.
  status_code VARCHAR(20) NOT NULL DEFAULT 'QUEUED',
  provider_refund_id VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin UNIQUE,
  tries INT UNSIGNED NOT NULL DEFAULT 0,
  next_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  updated_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3),
  KEY (payment_id),
  KEY (status_code, next_at),
  FOREIGN KEY (payment_id) REFERENCES payments (id)
);

-- A payment that belongs to no order of ours is an oddity too.
ALTER TABLE exceptions MODIFY order_id INT UNSIGNED;
