-- expand
-- An attempt to pay from a phone's wallet: its network, the phone, what the payer has to do ('prompt' or 'code'), and until when.
ALTER TABLE payment_attempts
  ADD COLUMN network VARCHAR(3) CHARACTER SET ascii COLLATE ascii_bin,
  ADD COLUMN phone VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin,
  ADD COLUMN step VARCHAR(10),
  ADD COLUMN ends_at DATETIME(3),
  ADD KEY (phone, created_at);

-- When the phone of a charge answers by itself.
ALTER TABLE sandbox_transactions ADD COLUMN answers_at DATETIME(3), ADD KEY (answers_at);
