-- Whose a row is: a user's, or, until somebody signs in, a guest session's own. Exactly one of the two is set.
CREATE TABLE wishlist_items (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  user_id INT UNSIGNED,
  session_id CHAR(22) CHARACTER SET ascii COLLATE ascii_bin,
  product_id INT UNSIGNED NOT NULL,
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  UNIQUE KEY user_product (user_id, product_id),
  UNIQUE KEY session_product (session_id, product_id),
  CONSTRAINT wishlist_owner CHECK ((user_id IS NULL) <> (session_id IS NULL)),
  FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  FOREIGN KEY (session_id) REFERENCES sessions (id) ON DELETE CASCADE,
  FOREIGN KEY (product_id) REFERENCES products (id) ON DELETE CASCADE
);

-- price is what one piece cost when its owner last touched the line. cut_from is how many were wanted before signing in
-- cut the line to what was left.
CREATE TABLE cart_items (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  user_id INT UNSIGNED,
  session_id CHAR(22) CHARACTER SET ascii COLLATE ascii_bin,
  product_variation_id INT UNSIGNED NOT NULL,
  quantity INT UNSIGNED NOT NULL,
  price DECIMAL(12,2) NOT NULL,
  cut_from INT UNSIGNED,
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  updated_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3),
  UNIQUE KEY user_variation (user_id, product_variation_id),
  UNIQUE KEY session_variation (session_id, product_variation_id),
  CONSTRAINT cart_owner CHECK ((user_id IS NULL) <> (session_id IS NULL)),
  CONSTRAINT cart_quantity CHECK (quantity >= 1),
  FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  FOREIGN KEY (session_id) REFERENCES sessions (id) ON DELETE CASCADE,
  FOREIGN KEY (product_variation_id) REFERENCES product_variations (id) ON DELETE CASCADE
);
