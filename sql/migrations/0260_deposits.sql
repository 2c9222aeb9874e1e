-- expand
-- What a zone asks for before an order is sent to be paid on delivery: per cent of its total, or an amount, whichever is more.
ALTER TABLE delivery_zones
  ADD COLUMN deposit_percent INT UNSIGNED NULL,
  ADD COLUMN deposit_amount DECIMAL(12,2) NULL;

-- The deposit that an unpaid order waits for instead of its total, or that was paid while something is due.
ALTER TABLE orders ADD COLUMN deposit DECIMAL(12,2) NOT NULL DEFAULT 0;
