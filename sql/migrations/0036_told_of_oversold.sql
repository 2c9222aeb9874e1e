-- Goods of which more is sold or promised than there are, and of which nothing waits for a manager.
INSERT INTO exceptions (code, product_variation_id, detail)
SELECT 'OVERSOLD', v.id, CONCAT(v.reserved - v.on_hand, ' more sold or promised than there are.') FROM product_variations v
WHERE v.on_hand < v.reserved AND NOT EXISTS (SELECT 1 FROM exceptions e WHERE e.product_variation_id = v.id AND e.code = 'OVERSOLD' AND e.status_code = 'OPEN');
