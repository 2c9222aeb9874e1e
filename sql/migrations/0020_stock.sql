-- Stock as staff manage it: when to order again, goods that come in, counts of the shelf.

-- As many as are left, or fewer, are low. Null: as the product has it, and where that is null too, as the setting says.
ALTER TABLE products ADD COLUMN reorder_level SMALLINT UNSIGNED AFTER discount;
ALTER TABLE product_variations ADD COLUMN reorder_level SMALLINT UNSIGNED AFTER reserved;
INSERT IGNORE INTO settings (name, value) VALUES ('reorder_level', '2');

-- Goods that came in. A DRAFT moves nothing; BOOKED, once, it has moved what its lines say. Costs are cedis for one piece.
CREATE TABLE stock_receipts (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  status_code VARCHAR(20) NOT NULL DEFAULT 'DRAFT',
  supplier VARCHAR(120),
  note VARCHAR(500),
  user_id INT UNSIGNED,
  booked_by INT UNSIGNED,
  booked_at DATETIME(3),
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  updated_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3),
  KEY (status_code, id),
  FOREIGN KEY (user_id) REFERENCES users (id),
  FOREIGN KEY (booked_by) REFERENCES users (id)
);

CREATE TABLE stock_receipt_lines (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  receipt_id INT UNSIGNED NOT NULL,
  product_variation_id INT UNSIGNED NOT NULL,
  quantity INT UNSIGNED NOT NULL,
  unit_cost DECIMAL(12,2),
  KEY (product_variation_id, id),
  FOREIGN KEY (receipt_id) REFERENCES stock_receipts (id) ON DELETE CASCADE,
  FOREIGN KEY (product_variation_id) REFERENCES product_variations (id)
);

-- A count of the shelf while the shop sells: OPEN, then CHECKED once all that differed was counted twice, then CLOSED or CANCELLED.
CREATE TABLE stock_counts (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  name VARCHAR(120) NOT NULL,
  category_id INT UNSIGNED,
  status_code VARCHAR(20) NOT NULL DEFAULT 'OPEN',
  user_id INT UNSIGNED,
  closed_by INT UNSIGNED,
  closed_at DATETIME(3),
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  updated_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3),
  KEY (status_code, id),
  FOREIGN KEY (category_id) REFERENCES categories (id) ON DELETE SET NULL,
  FOREIGN KEY (user_id) REFERENCES users (id),
  FOREIGN KEY (closed_by) REFERENCES users (id)
);

-- `counted` is null until somebody counts. The rest says what the book had meanwhile: on hand at the first and at the latest
-- scan, the last movement before the first, and when that was.
CREATE TABLE stock_count_lines (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  count_id INT UNSIGNED NOT NULL,
  product_variation_id INT UNSIGNED NOT NULL,
  counted INT UNSIGNED,
  book INT,
  latest_book INT,
  movement_id INT UNSIGNED,
  started_at DATETIME(3),
  -- 1, or 2 once it is to be counted again, and what the first time came to.
  round TINYINT UNSIGNED NOT NULL DEFAULT 1,
  first_counted INT UNSIGNED,
  -- What closing moved.
  difference INT,
  UNIQUE KEY (count_id, product_variation_id),
  FOREIGN KEY (count_id) REFERENCES stock_counts (id) ON DELETE CASCADE,
  FOREIGN KEY (product_variation_id) REFERENCES product_variations (id)
);

-- Why an ADJUSTMENT was made, and what else a movement belongs to.
ALTER TABLE stock_movements
  ADD COLUMN cause VARCHAR(20) AFTER reason,
  ADD COLUMN receipt_id INT UNSIGNED AFTER order_id,
  ADD COLUMN count_id INT UNSIGNED AFTER receipt_id,
  ADD FOREIGN KEY (receipt_id) REFERENCES stock_receipts (id),
  ADD FOREIGN KEY (count_id) REFERENCES stock_counts (id);

-- What was done about an exception, beside the words.
ALTER TABLE exceptions ADD COLUMN resolution VARCHAR(20) AFTER status_code, ADD KEY (status_code, code, id);
