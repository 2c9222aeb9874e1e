-- expand
-- The shops. Row 1 is the one that every table means until it names a shop.
CREATE TABLE shops (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  code VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL UNIQUE,
  name VARCHAR(200) NOT NULL,
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3)
);
INSERT INTO shops (id, code, name) VALUES
  (1, 'main', LEFT(COALESCE((SELECT TRIM(value) FROM settings WHERE name = 'shop_name'), ''), 200));
