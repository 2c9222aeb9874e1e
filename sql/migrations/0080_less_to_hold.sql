-- Where an unpaid order was sent from, so that one address cannot hold the whole shelf. The row goes once the order no longer waits.
CREATE TABLE order_addresses (
  order_id INT UNSIGNED PRIMARY KEY,
  address VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  KEY (address),
  FOREIGN KEY (order_id) REFERENCES orders (id) ON DELETE CASCADE
);

-- Orders of one phone or address queue at a gate, so that a hundred at once are counted one after the other.
CREATE TABLE order_gates (id TINYINT UNSIGNED PRIMARY KEY);
INSERT INTO order_gates (id) WITH RECURSIVE numbers AS (SELECT 0 AS id UNION ALL SELECT id + 1 FROM numbers WHERE id < 255) SELECT id FROM numbers;

ALTER TABLE orders ADD KEY unpaid_phone (customer_phone, status_code);

-- A session that nobody used for 30 days is over.
UPDATE sessions SET expires_at = rotated_at + INTERVAL 30 DAY WHERE expires_at > rotated_at + INTERVAL 30 DAY;
ALTER TABLE sessions ADD KEY (revoked_at), ADD KEY idle (user_id, rotated_at);

-- What is swept is found by an index.
ALTER TABLE payment_events ADD KEY (received_at);
ALTER TABLE jobs ADD KEY (finished_at);
