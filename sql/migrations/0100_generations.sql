-- What the server signs for tills must outlive the keys of sessions, and be known again by a server put back from a backup: so its secret is in the database.
-- tills_until: up to here ids and codes may belong to tills that a restore has lost.
ALTER TABLE shop_generation
  ADD COLUMN token_secret CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT '',
  ADD COLUMN tills_until INT UNSIGNED NOT NULL DEFAULT 0;
UPDATE shop_generation SET token_secret = HEX(RANDOM_BYTES(32)) WHERE token_secret = '';
