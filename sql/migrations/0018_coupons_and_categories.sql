-- From when a coupon holds, from what subtotal, how often for one customer, and for which goods.
ALTER TABLE coupons
  ADD COLUMN starts_on DATE AFTER free_delivery,
  ADD COLUMN minimum_subtotal DECIMAL(12,2) AFTER expires_on,
  ADD COLUMN max_per_customer INT UNSIGNED AFTER max_usage;

-- A coupon without rows holds for everything; a category stands for those below it too.
CREATE TABLE coupon_categories (
  coupon_id INT UNSIGNED NOT NULL,
  category_id INT UNSIGNED NOT NULL,
  PRIMARY KEY (coupon_id, category_id),
  FOREIGN KEY (coupon_id) REFERENCES coupons (id) ON DELETE CASCADE,
  FOREIGN KEY (category_id) REFERENCES categories (id) ON DELETE CASCADE
);

-- 0: the order's discount is not off this line, because its coupon holds for other goods.
ALTER TABLE order_items ADD COLUMN discounted TINYINT UNSIGNED NOT NULL DEFAULT 1;

-- Where a category stands among those of the same parent, from 1.
ALTER TABLE categories ADD COLUMN position INT UNSIGNED NOT NULL DEFAULT 0;
UPDATE categories c JOIN (SELECT id, ROW_NUMBER() OVER (PARTITION BY parent_id ORDER BY name, id) AS place FROM categories) p ON p.id = c.id
  SET c.position = p.place, c.updated_at = c.updated_at;

-- Somebody who was invited has a week for the link of their letter, which says another thing than a forgotten password's.
ALTER TABLE password_resets ADD COLUMN invites TINYINT UNSIGNED NOT NULL DEFAULT 0;
