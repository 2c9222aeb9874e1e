-- What a product cost, in cedis, and whether any of it was left, when it was saved or when its owner last read what had changed.
ALTER TABLE wishlist_items ADD COLUMN price DECIMAL(12,2) AFTER product_id, ADD COLUMN in_stock TINYINT(1) AFTER price;
UPDATE wishlist_items w JOIN products p ON p.id = w.product_id SET w.price = p.retail_price - p.discount,
  w.in_stock = EXISTS (SELECT 1 FROM product_variations v WHERE v.product_id = p.id AND v.on_hand > v.reserved);
