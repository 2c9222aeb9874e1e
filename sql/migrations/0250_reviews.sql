-- expand
-- What buyers say of a product. A person has one review of a product; `writer` names the person: 'user 5', or 'order 12' for a guest.
CREATE TABLE IF NOT EXISTS reviews (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  product_id INT UNSIGNED NOT NULL,
  order_id INT UNSIGNED NOT NULL,
  -- The line that shows the purchase.
  order_item_id INT UNSIGNED NOT NULL,
  writer VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  user_id INT UNSIGNED,
  -- As the shop shows it; null: nameless.
  name VARCHAR(60),
  stars TINYINT UNSIGNED NOT NULL,
  -- SMALL, TRUE or LARGE; null: not said.
  fit VARCHAR(10),
  text VARCHAR(2000) NOT NULL DEFAULT '',
  status_code VARCHAR(20) NOT NULL DEFAULT 'PENDING',
  -- Why it was rejected, for its writer.
  reason VARCHAR(500),
  reply VARCHAR(1000),
  moderated_by INT UNSIGNED,
  moderated_at DATETIME(3),
  written_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  updated_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3),
  UNIQUE KEY (product_id, writer),
  KEY (product_id, status_code, id, stars, fit),
  KEY (status_code, id),
  KEY (order_id),
  KEY (user_id),
  FOREIGN KEY (product_id) REFERENCES products (id),
  FOREIGN KEY (order_item_id) REFERENCES order_items (id)
);

CREATE TABLE IF NOT EXISTS review_pictures (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  review_id INT UNSIGNED NOT NULL,
  name VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  UNIQUE KEY (review_id, name),
  FOREIGN KEY (review_id) REFERENCES reviews (id)
);
