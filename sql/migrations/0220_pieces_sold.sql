-- expand
-- Pieces sold in the last 90 days less returns, which a round counts.
ALTER TABLE product_listings ADD COLUMN sold INT UNSIGNED NOT NULL DEFAULT 0;
