-- Who scanned goods last, beside when.
ALTER TABLE stock_count_lines
  ADD COLUMN counted_by INT UNSIGNED AFTER latest_at,
  ADD FOREIGN KEY (counted_by) REFERENCES users (id);
