CREATE TABLE categories (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  name VARCHAR(120) NOT NULL,
  description TEXT,
  parent_id INT UNSIGNED,
  icon_name VARCHAR(120),
  icon_link VARCHAR(255),
  banner_name VARCHAR(120),
  banner_link VARCHAR(255),
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  updated_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3),
  KEY (updated_at, id),
  FOREIGN KEY (parent_id) REFERENCES categories (id)
);

CREATE TABLE sizes (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  code VARCHAR(20) NOT NULL UNIQUE,
  name VARCHAR(60) NOT NULL,
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  updated_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3),
  KEY (updated_at, id)
);

CREATE TABLE colours (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  code VARCHAR(6) NOT NULL UNIQUE,
  name VARCHAR(60) NOT NULL,
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  updated_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3),
  KEY (updated_at, id)
);

-- A deleted product keeps its row for the orders that name it, and as the tombstone that tills pull.
CREATE TABLE products (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  slug VARCHAR(160) NOT NULL UNIQUE,
  name VARCHAR(160) NOT NULL,
  description TEXT NOT NULL,
  features TEXT NOT NULL,
  category_id INT UNSIGNED NOT NULL,
  retail_price DECIMAL(12,2) NOT NULL,
  discount DECIMAL(12,2) NOT NULL DEFAULT 0,
  status_code VARCHAR(20) NOT NULL DEFAULT 'LIVE',
  views INT UNSIGNED NOT NULL DEFAULT 0,
  deleted_at DATETIME(3),
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  updated_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3),
  KEY (updated_at, id),
  FOREIGN KEY (category_id) REFERENCES categories (id)
);

-- on_hand is what lies on the shelf, reserved what the website has promised of it; both move only by stock movements.
CREATE TABLE product_variations (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  product_id INT UNSIGNED NOT NULL,
  sku VARCHAR(64) NOT NULL UNIQUE,
  barcode VARCHAR(64),
  size_code VARCHAR(20) NOT NULL,
  colour_code VARCHAR(6),
  colour_key VARCHAR(6) AS (COALESCE(colour_code, '')) STORED,
  on_hand INT NOT NULL DEFAULT 0,
  reserved INT NOT NULL DEFAULT 0,
  quantity_in_stock INT AS (on_hand - reserved) VIRTUAL,
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  updated_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3),
  UNIQUE KEY product_choice (product_id, size_code, colour_key),
  KEY (product_id, id),
  KEY (barcode),
  KEY (updated_at, id),
  FOREIGN KEY (product_id) REFERENCES products (id),
  FOREIGN KEY (size_code) REFERENCES sizes (code),
  FOREIGN KEY (colour_code) REFERENCES colours (code)
);

-- `name` is the picture's content hash: the files are uploads/pictures/{name}-{width}.webp. Without a name the picture is
-- still to be fetched from source_url.
CREATE TABLE product_images (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  product_id INT UNSIGNED NOT NULL,
  position SMALLINT UNSIGNED NOT NULL DEFAULT 0,
  name VARCHAR(64),
  alt VARCHAR(255),
  dominant CHAR(6),
  source VARCHAR(512),
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  KEY (product_id, position, id),
  FOREIGN KEY (product_id) REFERENCES products (id)
);

-- What the shop's lists show of a LIVE product, one row each, so that a list reads nothing else. Rewritten when the product
-- changes. `choices` is its sizes and colours, `summary` the rest of its place in a list, both JSON. Each api process keeps a
-- copy of these rows and compares the sum of updated_at, hence the microseconds.
CREATE TABLE product_listings (
  product_id INT UNSIGNED PRIMARY KEY,
  category_id INT UNSIGNED NOT NULL,
  name VARCHAR(160) NOT NULL,
  price DECIMAL(12,2) NOT NULL,
  views INT UNSIGNED NOT NULL DEFAULT 0,
  in_stock BOOLEAN NOT NULL,
  created_at DATETIME(3) NOT NULL,
  choices MEDIUMTEXT NOT NULL,
  summary MEDIUMTEXT NOT NULL,
  updated_at DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6) ON UPDATE CURRENT_TIMESTAMP(6),
  KEY (updated_at),
  FOREIGN KEY (product_id) REFERENCES products (id) ON DELETE CASCADE
);

-- The words that find a product which is not deleted, each spelled so that FULLTEXT takes it however short or common it is.
CREATE TABLE product_words (
  product_id INT UNSIGNED PRIMARY KEY,
  words TEXT NOT NULL,
  FULLTEXT KEY (words),
  FOREIGN KEY (product_id) REFERENCES products (id) ON DELETE CASCADE
);

CREATE TABLE product_views (
  day DATE NOT NULL,
  product_id INT UNSIGNED NOT NULL,
  session_id CHAR(22) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  PRIMARY KEY (day, product_id, session_id)
);

CREATE TABLE product_imports (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  user_id INT UNSIGNED NOT NULL,
  status_code VARCHAR(20) NOT NULL DEFAULT 'RUNNING',
  row_count INT UNSIGNED NOT NULL DEFAULT 0,
  report MEDIUMTEXT,
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  updated_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3)
);
