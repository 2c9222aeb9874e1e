-- expand
-- When the till's own clock said that a shift was closed. Null for those from before: then `occurred_at` is the nearest.
ALTER TABLE shift_closings
  ADD COLUMN stated_at DATETIME(3) NULL,
  ADD KEY device_occurred (device_id, occurred_at);
