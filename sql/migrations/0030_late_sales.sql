-- What a till sold before a shelf was counted may be sent after the count is closed. Then what closing changed is put right.

ALTER TABLE stock_count_lines
  -- The last movement before the latest scan, and when that scan was.
  ADD COLUMN latest_movement_id INT UNSIGNED AFTER movement_id,
  ADD COLUMN latest_at DATETIME(3) AFTER started_at,
  -- On hand as closing found it, and the last movement then.
  ADD COLUMN closing_book INT,
  ADD COLUMN closing_movement_id INT UNSIGNED,
  -- How much of the difference was added since closing, for sales that came in late.
  ADD COLUMN put_right INT NOT NULL DEFAULT 0;
UPDATE stock_count_lines SET latest_movement_id = movement_id, latest_at = started_at WHERE counted IS NOT NULL;
ALTER TABLE stock_counts ADD KEY (status_code, closed_at);
