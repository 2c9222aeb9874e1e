-- expand
-- A gift card bought on the website. Its card, and so the debt, begins with the payment; its code with the letter.
CREATE TABLE gift_purchases (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  -- SHA-256 of the token in the buyer's link.
  token_hash BINARY(32) NOT NULL UNIQUE,
  amount DECIMAL(12,2) NOT NULL,
  status_code VARCHAR(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'UNPAID',
  buyer_name VARCHAR(120),
  buyer_email VARCHAR(190),
  recipient_name VARCHAR(120),
  recipient_email VARCHAR(190),
  message VARCHAR(500),
  -- The day on which the letter with the code goes out; null for at once.
  send_on DATE,
  sent_at DATETIME(3),
  reference VARCHAR(60) CHARACTER SET ascii COLLATE ascii_bin UNIQUE,
  access_code VARCHAR(100) CHARACTER SET ascii COLLATE ascii_bin,
  authorization_url VARCHAR(500),
  provider_transaction_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin UNIQUE,
  stored_value_id INT UNSIGNED UNIQUE,
  paid_at DATETIME(3),
  checked_at DATETIME(3),
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  KEY (status_code, sent_at, send_on),
  KEY (buyer_email, created_at),
  FOREIGN KEY (stored_value_id) REFERENCES stored_values (id)
);
