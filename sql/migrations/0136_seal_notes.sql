-- expand
-- What the shop itself changed in rows that the seal covers: it emptied the columns about a person, or gave a guest's order to their account.
CREATE TABLE seal_notes (
  table_code VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  row_id INT UNSIGNED NOT NULL,
  -- Whose the order is now; NULL where a person was erased.
  user_id INT UNSIGNED,
  -- Ed25519 by the seal's key, which is out of reach of who owns the database.
  signature BINARY(64) NOT NULL,
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  PRIMARY KEY (table_code, row_id)
);
