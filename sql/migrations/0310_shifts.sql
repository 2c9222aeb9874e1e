-- expand
-- A till's shifts, as its tellers told of them: one row per mutation, never changed. `seq` is the place in the till's chain.
CREATE TABLE shifts (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  mutation_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL UNIQUE,
  shop_id INT UNSIGNED NOT NULL,
  -- Null where a person vouches for it: then it has no place in a chain.
  device_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin,
  seq INT UNSIGNED,
  till_code VARCHAR(8) NOT NULL,
  teller_id INT UNSIGNED NOT NULL,
  occurred_at DATETIME(3) NOT NULL,
  -- JSON: how many of each note and coin.
  float_pieces VARCHAR(1000) NOT NULL,
  float_amount DECIMAL(12,2) NOT NULL,
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  KEY (device_id, seq),
  FOREIGN KEY (teller_id) REFERENCES users (id)
);

-- What was counted at the end of a shift. The one that comes first in the till's chain ends it.
CREATE TABLE shift_closings (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  mutation_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL UNIQUE,
  shop_id INT UNSIGNED NOT NULL,
  -- The shift that it names, which may not have arrived.
  shift_mutation_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  device_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin,
  seq INT UNSIGNED,
  till_code VARCHAR(8) NOT NULL,
  teller_id INT UNSIGNED NOT NULL,
  occurred_at DATETIME(3) NOT NULL,
  counted_pieces VARCHAR(1000) NOT NULL,
  -- JSON: what other tenders came to.
  tenders VARCHAR(2000) NOT NULL,
  note VARCHAR(255) NOT NULL,
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  KEY (shift_mutation_id),
  KEY (device_id, seq),
  FOREIGN KEY (teller_id) REFERENCES users (id)
);

-- The report of a closed shift. A sale that arrives later makes the next revision; rows are only ever added.
CREATE TABLE shift_reports (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  shift_id INT UNSIGNED NOT NULL,
  closing_id INT UNSIGNED NOT NULL,
  revision INT UNSIGNED NOT NULL,
  -- The drawer's cash.
  expected DECIMAL(14,2) NOT NULL,
  counted DECIMAL(14,2) NOT NULL,
  -- JSON: the whole report.
  figures MEDIUMTEXT NOT NULL,
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  UNIQUE KEY (shift_id, revision),
  FOREIGN KEY (shift_id) REFERENCES shifts (id),
  FOREIGN KEY (closing_id) REFERENCES shift_closings (id)
);
