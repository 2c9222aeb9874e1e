-- expand
-- The end of a shift is a count of its drawer. `from_seq` and `to_seq`: what a count covers of what has a place in the
-- till's chain, both excluded. `from_at`: from when it covers what has no place; null: from the last entry of the count before.
ALTER TABLE cash_counts
  ADD COLUMN shift_id INT UNSIGNED NULL,
  ADD COLUMN from_seq INT UNSIGNED NULL,
  ADD COLUMN to_seq INT UNSIGNED NULL,
  ADD COLUMN from_at DATETIME(3) NULL,
  ADD KEY (shift_id);
