-- The addresses that a product had before its present one. They lead on to it, and no other product gets them.
CREATE TABLE product_slugs (
  slug VARCHAR(160) PRIMARY KEY,
  product_id INT UNSIGNED NOT NULL,
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  KEY (product_id, created_at),
  FOREIGN KEY (product_id) REFERENCES products (id) ON DELETE CASCADE
);

-- A change of many products at once: for each what it was and what it became, so that it can be taken back.
CREATE TABLE product_bulks (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  user_id INT UNSIGNED,
  -- JSON: [{id, was, became, updated_at}].
  changes MEDIUMTEXT NOT NULL,
  undone_at DATETIME(3),
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  KEY (created_at),
  FOREIGN KEY (user_id) REFERENCES users (id)
);

ALTER TABLE products ADD KEY (deleted_at, name), ADD KEY (deleted_at, retail_price), ADD KEY (deleted_at, created_at);
