-- expand
-- Cash put into a till's drawer or taken out of it, as its tellers told of it: one row per mutation, never changed.
CREATE TABLE cash_moves (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  mutation_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL UNIQUE,
  shop_id INT UNSIGNED NOT NULL,
  -- The shift that it names, which may not have arrived. It counts in the shift that its place is in.
  shift_mutation_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  -- Null where a person vouches for it: then it has no place in a chain.
  device_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin,
  seq INT UNSIGNED,
  till_code VARCHAR(8) NOT NULL,
  teller_id INT UNSIGNED NOT NULL,
  occurred_at DATETIME(3) NOT NULL,
  reason VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  note VARCHAR(255) NOT NULL,
  -- Above zero: put in. Below zero: taken out.
  amount DECIMAL(12,2) NOT NULL,
  -- The drawer's entry in the ledger, and the one at the other end.
  transaction_id INT UNSIGNED NOT NULL,
  other_transaction_id INT UNSIGNED NOT NULL,
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  KEY (device_id, seq),
  KEY (transaction_id),
  FOREIGN KEY (teller_id) REFERENCES users (id)
);

-- Drawers opened without a sale.
CREATE TABLE drawer_openings (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  mutation_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL UNIQUE,
  shop_id INT UNSIGNED NOT NULL,
  shift_mutation_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  device_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin,
  seq INT UNSIGNED,
  till_code VARCHAR(8) NOT NULL,
  teller_id INT UNSIGNED NOT NULL,
  occurred_at DATETIME(3) NOT NULL,
  reason VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  note VARCHAR(255) NOT NULL,
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  KEY (device_id, seq),
  FOREIGN KEY (teller_id) REFERENCES users (id)
);
