-- expand
-- The words of product_words once more, so that an index of goods is read from one table, and a change of a feature shows
-- in its updated_at.
ALTER TABLE product_listings ADD COLUMN words TEXT NOT NULL DEFAULT ('');
