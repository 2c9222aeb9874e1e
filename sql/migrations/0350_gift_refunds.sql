-- expand
-- What goes back by the provider of a gift card bought on the website; one row is one order to it, as in payment_refunds. Pesewas.
CREATE TABLE gift_refunds (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  gift_purchase_id INT UNSIGNED NOT NULL,
  amount BIGINT UNSIGNED NOT NULL,
  reason VARCHAR(255) NOT NULL,
  -- QUEUED, SENT, PROCESSED, FAILED or NEEDS_ATTENTION.
  status_code VARCHAR(20) NOT NULL DEFAULT 'QUEUED',
  -- The ledger has it: from when the provider takes the order until it says that it could not be carried out.
  booked TINYINT UNSIGNED NOT NULL DEFAULT 0,
  provider_refund_id VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin UNIQUE,
  tries INT UNSIGNED NOT NULL DEFAULT 0,
  next_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  updated_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3),
  KEY (gift_purchase_id),
  KEY (status_code, next_at),
  FOREIGN KEY (gift_purchase_id) REFERENCES gift_purchases (id)
);
