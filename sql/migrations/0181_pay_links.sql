-- expand
-- The link by which somebody else pays an order.
CREATE TABLE pay_links (
  order_id INT UNSIGNED PRIMARY KEY,
  token CHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL UNIQUE,
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  FOREIGN KEY (order_id) REFERENCES orders (id)
);

-- Whether the payer came by that link: they see their own attempts only.
ALTER TABLE payment_attempts ADD COLUMN by_link TINYINT NOT NULL DEFAULT 0;
