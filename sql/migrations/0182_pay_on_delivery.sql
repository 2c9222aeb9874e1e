-- expand
-- What is left to collect when an order is handed over; until then its goods stay reserved and no money is entered.
ALTER TABLE orders ADD COLUMN due DECIMAL(12,2) NOT NULL DEFAULT 0;
ALTER TABLE delivery_zones ADD COLUMN pay_on_delivery TINYINT UNSIGNED NOT NULL DEFAULT 0;
