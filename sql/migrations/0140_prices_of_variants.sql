-- expand
-- A variation may have its own price and discount; without them it has the product's. `weight` is in grams.
ALTER TABLE product_variations
  ADD COLUMN retail_price DECIMAL(12,2),
  ADD COLUMN discount DECIMAL(12,2),
  ADD COLUMN weight DECIMAL(10,3);
