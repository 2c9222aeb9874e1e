-- expand
-- unconfirmed_since: when somebody registered who has not shown yet that the address is theirs; NULL: it is.
ALTER TABLE users ADD COLUMN unconfirmed_since DATETIME(3), ADD KEY (unconfirmed_since);
CREATE TABLE email_confirmations (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  user_id INT UNSIGNED NOT NULL,
  -- The address that the letter went to.
  email VARCHAR(190) NOT NULL,
  token_hash CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL UNIQUE,
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  KEY (created_at),
  KEY (user_id)
);
