-- expand
-- What a till takes from a card for a sale that has not arrived yet: HELD, then SPENT, RELEASED by the till, or ENDED.
CREATE TABLE till_holds (
  -- The sale's own id, minted when its cart opened.
  sale_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin PRIMARY KEY,
  stored_value_id INT UNSIGNED NOT NULL,
  amount DECIMAL(12,2) NOT NULL,
  status_code VARCHAR(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  -- Checkout was pressed: the sale is coming, however late.
  firm BOOLEAN NOT NULL DEFAULT FALSE,
  ends_at DATETIME(3) NOT NULL,
  user_id INT UNSIGNED NOT NULL,
  updated_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3),
  KEY (stored_value_id),
  KEY (status_code, ends_at),
  FOREIGN KEY (stored_value_id) REFERENCES stored_values (id)
);
