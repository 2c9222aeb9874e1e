-- expand
-- What a till moved on one day counts together.
ALTER TABLE cash_moves ADD KEY (device_id, occurred_at);
