-- The seal of the books: links of one chain, in the order of `id`, which has no gap. Each holds digests of some rows of one table. Rows are only ever added.
CREATE TABLE seals (
  id INT UNSIGNED PRIMARY KEY,
  table_code VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  -- Every row of that table up to this place is in this link or an earlier one.
  up_to INT UNSIGNED NOT NULL,
  -- By row: its id, a digest of what never changes, and where the table names people a keyed one of that.
  digests MEDIUMBLOB NOT NULL,
  sealed_at DATETIME(3) NOT NULL,
  -- SHA-256 over the hash of the link before and all of the above.
  hash BINARY(32) NOT NULL,
  -- Ed25519. The key is in DATA_DIR, out of reach of who owns the database; this is its public half.
  public_key CHAR(43) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  signature BINARY(64) NOT NULL,
  KEY (table_code, up_to)
);
