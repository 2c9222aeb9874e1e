-- How wide and long a size is in a category, in centimetres. A category without rows has its parent's.
CREATE TABLE fit_rows (
  category_id INT UNSIGNED NOT NULL,
  size_code VARCHAR(20) NOT NULL,
  waist DECIMAL(4,1),
  hip DECIMAL(4,1),
  inseam DECIMAL(4,1),
  rise DECIMAL(4,1),
  PRIMARY KEY (category_id, size_code),
  FOREIGN KEY (category_id) REFERENCES categories (id) ON DELETE CASCADE,
  FOREIGN KEY (size_code) REFERENCES sizes (code)
);
