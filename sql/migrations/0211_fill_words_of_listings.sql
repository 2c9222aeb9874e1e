-- expand
UPDATE product_listings l JOIN product_words w ON w.product_id = l.product_id
SET l.words = w.words, l.updated_at = l.updated_at;
