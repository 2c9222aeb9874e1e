-- The payment sandbox's own books: what Paystack would know of the demo shop. Nothing of the shop refers to them. Amounts are in pesewas.
CREATE TABLE sandbox_transactions (
  id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  reference VARCHAR(100) CHARACTER SET ascii COLLATE ascii_bin NOT NULL UNIQUE,
  access_code CHAR(15) CHARACTER SET ascii COLLATE ascii_bin NOT NULL UNIQUE,
  domain VARCHAR(4) NOT NULL,
  status VARCHAR(20) NOT NULL,
  amount BIGINT UNSIGNED NOT NULL,
  fees BIGINT UNSIGNED,
  currency CHAR(3) NOT NULL,
  email VARCHAR(255) NOT NULL,
  metadata MEDIUMTEXT NOT NULL,
  callback_url VARCHAR(2000),
  ip_address VARCHAR(100),
  channel VARCHAR(20),
  gateway_response VARCHAR(255),
  auth TEXT NOT NULL,
  history TEXT NOT NULL,
  instrument VARCHAR(30),
  steps_done TINYINT UNSIGNED NOT NULL DEFAULT 0,
  offline_until DATETIME(3),
  paid_at DATETIME(3),
  created_at DATETIME(3) NOT NULL,
  KEY (status, id)
) AUTO_INCREMENT = 4099260516;

CREATE TABLE sandbox_refunds (
  id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  transaction_id BIGINT UNSIGNED NOT NULL,
  amount BIGINT UNSIGNED NOT NULL,
  currency CHAR(3) NOT NULL,
  status VARCHAR(20) NOT NULL,
  customer_note VARCHAR(500) NOT NULL,
  merchant_note VARCHAR(500) NOT NULL,
  created_at DATETIME(3) NOT NULL,
  updated_at DATETIME(3) NOT NULL,
  KEY (status, id),
  FOREIGN KEY (transaction_id) REFERENCES sandbox_transactions (id)
) AUTO_INCREMENT = 13201331;

-- The body is what was signed, byte by byte.
CREATE TABLE sandbox_webhooks (
  id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  event VARCHAR(60) NOT NULL,
  domain VARCHAR(4) NOT NULL,
  body MEDIUMBLOB NOT NULL,
  attempts SMALLINT UNSIGNED NOT NULL DEFAULT 0,
  next_at DATETIME(3),
  delivered_at DATETIME(3),
  created_at DATETIME(3) NOT NULL,
  KEY (next_at)
);

CREATE TABLE sandbox_settings (
  name VARCHAR(60) PRIMARY KEY,
  value INT UNSIGNED NOT NULL
);
