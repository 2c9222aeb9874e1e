-- A shelf and a balance are sums, and no number of entries that the shop takes may fill one. One rebuild for each table.
ALTER TABLE product_variations
  MODIFY on_hand BIGINT NOT NULL DEFAULT 0,
  MODIFY reserved BIGINT NOT NULL DEFAULT 0,
  MODIFY quantity_in_stock BIGINT AS (on_hand - reserved) VIRTUAL;

-- A count moves a shelf by whatever it is off.
ALTER TABLE stock_movements MODIFY quantity BIGINT NOT NULL;
ALTER TABLE stock_count_lines
  MODIFY book BIGINT,
  MODIFY latest_book BIGINT,
  MODIFY difference BIGINT,
  MODIFY closing_book BIGINT,
  MODIFY put_right BIGINT NOT NULL DEFAULT 0;

ALTER TABLE accounts MODIFY balance DECIMAL(18,2) NOT NULL DEFAULT 0;
-- A count of the cash books whatever the account is off.
ALTER TABLE transactions MODIFY amount DECIMAL(18,2) NOT NULL;
ALTER TABLE closed_periods
  MODIFY opening_balance DECIMAL(18,2) NOT NULL,
  MODIFY credits DECIMAL(18,2) NOT NULL,
  MODIFY debits DECIMAL(18,2) NOT NULL,
  MODIFY closing_balance DECIMAL(18,2) NOT NULL;
ALTER TABLE cash_counts
  MODIFY expected DECIMAL(18,2) NOT NULL,
  MODIFY since_last DECIMAL(18,2) NOT NULL;
