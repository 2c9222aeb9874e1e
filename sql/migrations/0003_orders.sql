-- Nothing has a foreign key to accounts: its shared lock, taken by two sales at once, deadlocks when both raise the balance.
CREATE TABLE accounts (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  code VARCHAR(40) NOT NULL UNIQUE,
  name VARCHAR(60) NOT NULL,
  at_till BOOLEAN NOT NULL DEFAULT FALSE,
  balance DECIMAL(14,2) NOT NULL DEFAULT 0,
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  updated_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3)
);

CREATE TABLE tills (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  code VARCHAR(8) NOT NULL UNIQUE,
  name VARCHAR(60) NOT NULL,
  device_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL UNIQUE,
  status_code VARCHAR(20) NOT NULL DEFAULT 'ACTIVE',
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  updated_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3)
);

-- `number` is no identity, so it is not unique; only sale_id may refuse a second row.
CREATE TABLE orders (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  sale_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin UNIQUE,
  type_code VARCHAR(20) NOT NULL,
  delivery_method_code VARCHAR(20) NOT NULL DEFAULT 'self_pick_up',
  status_code VARCHAR(20) NOT NULL,
  number VARCHAR(40),
  till_code VARCHAR(8),
  teller_id INT UNSIGNED,
  user_id INT UNSIGNED,
  account_code VARCHAR(40),
  tendered DECIMAL(12,2),
  reference VARCHAR(120),
  customer_name VARCHAR(120),
  customer_phone VARCHAR(30),
  subtotal DECIMAL(14,2) NOT NULL,
  shipping_fee DECIMAL(12,2) NOT NULL DEFAULT 0,
  discount DECIMAL(12,2) NOT NULL DEFAULT 0,
  total DECIMAL(12,2) NOT NULL,
  shipping_country_code CHAR(2),
  shipping_region_code VARCHAR(10),
  shipping_delivery_zone_code VARCHAR(40),
  shipping_address TEXT,
  shipping_additional_details TEXT,
  occurred_at DATETIME(3),
  received_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  skew_ms BIGINT,
  business_date DATE NOT NULL,
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  updated_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3),
  KEY (number),
  KEY (status_code, id),
  KEY (teller_id, id),
  KEY (user_id, id),
  KEY (created_at)
);

CREATE TABLE order_items (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  order_id INT UNSIGNED NOT NULL,
  product_variation_id INT UNSIGNED NOT NULL,
  quantity INT NOT NULL,
  price DECIMAL(12,2) NOT NULL,
  FOREIGN KEY (order_id) REFERENCES orders (id),
  FOREIGN KEY (product_variation_id) REFERENCES product_variations (id)
);

CREATE TABLE stock_movements (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  product_variation_id INT UNSIGNED NOT NULL,
  order_id INT UNSIGNED,
  reason VARCHAR(20) NOT NULL,
  quantity INT NOT NULL,
  user_id INT UNSIGNED,
  note VARCHAR(255),
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  KEY (product_variation_id, id),
  FOREIGN KEY (order_id) REFERENCES orders (id),
  FOREIGN KEY (product_variation_id) REFERENCES product_variations (id)
);

CREATE TABLE transactions (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  account_code VARCHAR(40) NOT NULL,
  type_code VARCHAR(20) NOT NULL,
  order_id INT UNSIGNED,
  user_id INT UNSIGNED,
  amount DECIMAL(12,2) NOT NULL,
  description VARCHAR(255) NOT NULL DEFAULT '',
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  KEY (account_code, id),
  FOREIGN KEY (order_id) REFERENCES orders (id)
);

CREATE TABLE exceptions (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  code VARCHAR(30) NOT NULL,
  order_id INT UNSIGNED NOT NULL,
  product_variation_id INT UNSIGNED,
  detail VARCHAR(255) NOT NULL,
  status_code VARCHAR(20) NOT NULL DEFAULT 'OPEN',
  note VARCHAR(500),
  resolved_by INT UNSIGNED,
  resolved_at DATETIME(3),
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  KEY (status_code, id),
  KEY (product_variation_id),
  FOREIGN KEY (order_id) REFERENCES orders (id)
);
