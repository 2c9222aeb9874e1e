-- The months of the ledger. Whoever books shares this row until their transaction ends; whoever closes a month or counts cash has it alone.
CREATE TABLE books (
  id TINYINT UNSIGNED PRIMARY KEY,
  -- YYYY-MM: the oldest month that takes entries.
  open_period CHAR(7) CHARACTER SET ascii COLLATE ascii_bin NOT NULL
);

-- An entry belongs to a day and is in a month: that of its day, or, where that is closed, the oldest open one.
ALTER TABLE transactions
  ADD COLUMN business_date DATE NOT NULL DEFAULT (UTC_DATE()) AFTER description,
  ADD COLUMN period CHAR(7) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT (DATE_FORMAT(UTC_DATE(), '%Y-%m')) AFTER business_date,
  ADD KEY (business_date),
  ADD KEY (period, account_code);

UPDATE transactions t LEFT JOIN orders o ON o.id = t.order_id AND o.type_code = 'STORE' AND t.type_code = 'SALE'
  SET t.business_date = COALESCE(o.business_date, DATE(t.created_at)), t.period = DATE_FORMAT(COALESCE(o.business_date, t.created_at), '%Y-%m');

INSERT INTO books (id, open_period) SELECT 1, COALESCE(MIN(period), DATE_FORMAT(UTC_DATE(), '%Y-%m')) FROM transactions;

-- An order of the website is sold on the day it is paid.
UPDATE orders SET business_date = DATE(paid_at), updated_at = updated_at WHERE type_code = 'WEBSITE' AND paid_at IS NOT NULL;

ALTER TABLE orders ADD KEY (business_date);

-- What an account came to when its month was closed. Rows are only ever added.
CREATE TABLE closed_periods (
  period CHAR(7) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  account_code VARCHAR(40) NOT NULL,
  opening_balance DECIMAL(14,2) NOT NULL,
  credits DECIMAL(14,2) NOT NULL,
  debits DECIMAL(14,2) NOT NULL,
  closing_balance DECIMAL(14,2) NOT NULL,
  entries INT UNSIGNED NOT NULL,
  -- A checksum of the entries, by which a change of one is seen.
  seal BIGINT UNSIGNED NOT NULL,
  closed_by INT UNSIGNED,
  closed_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  PRIMARY KEY (period, account_code),
  FOREIGN KEY (closed_by) REFERENCES users (id)
);

-- Money counted by hand, of a whole account or of one till's drawer, against what should have been there.
CREATE TABLE cash_counts (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  account_code VARCHAR(40) NOT NULL,
  till_id INT UNSIGNED,
  counted DECIMAL(12,2) NOT NULL,
  expected DECIMAL(14,2) NOT NULL,
  -- Of what is counted less what was expected, that which is new since the count before.
  since_last DECIMAL(14,2) NOT NULL,
  -- What stays in the drawer, and the next count begins with.
  remains DECIMAL(12,2) NOT NULL,
  note VARCHAR(255) NOT NULL DEFAULT '',
  previous_id INT UNSIGNED,
  -- The newest entry that it takes in; all that come later belong to the next count.
  last_entry_id INT UNSIGNED NOT NULL,
  user_id INT UNSIGNED NOT NULL,
  -- The entry by which the difference was booked.
  transaction_id INT UNSIGNED UNIQUE,
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  KEY (account_code, till_id, id),
  FOREIGN KEY (till_id) REFERENCES tills (id),
  FOREIGN KEY (user_id) REFERENCES users (id),
  FOREIGN KEY (transaction_id) REFERENCES transactions (id)
);

-- The payment provider's list held against ours.
CREATE TABLE reconciliations (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  since DATETIME(3) NOT NULL,
  -- How many payments the provider named.
  listed INT UNSIGNED NOT NULL,
  -- JSON: what differs, each with its reference.
  differences MEDIUMTEXT NOT NULL,
  -- Why it did not come to its end.
  error VARCHAR(255),
  -- Null where the shop did it by itself.
  user_id INT UNSIGNED,
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  FOREIGN KEY (user_id) REFERENCES users (id)
);
