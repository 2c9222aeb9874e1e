-- Two-step verification of staff: what somebody shows beside their password.
CREATE TABLE passkeys (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  user_id INT UNSIGNED NOT NULL,
  name VARCHAR(60) NOT NULL,
  credential_id VARCHAR(1400) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  -- SHA-256 of the id, which is too long for an index.
  credential_hash CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL UNIQUE,
  public_key VARBINARY(2000) NOT NULL,
  counter INT UNSIGNED NOT NULL,
  transports VARCHAR(120) CHARACTER SET ascii NOT NULL DEFAULT '',
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  used_at DATETIME(3),
  KEY (user_id),
  FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);

CREATE TABLE authenticators (
  user_id INT UNSIGNED PRIMARY KEY,
  secret VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  -- The 30 seconds of the newest code that was taken: none is taken twice, nor one before it.
  last_step BIGINT UNSIGNED NOT NULL,
  -- Wrong codes in a row.
  wrong_codes INT UNSIGNED NOT NULL DEFAULT 0,
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  used_at DATETIME(3),
  FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);

CREATE TABLE recovery_codes (
  user_id INT UNSIGNED NOT NULL,
  code_hash CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  used_at DATETIME(3),
  PRIMARY KEY (user_id, code_hash),
  FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);

-- A question that the shop has asked, by the hash of its token.
CREATE TABLE factor_challenges (
  token_hash CHAR(64) CHARACTER SET ascii COLLATE ascii_bin PRIMARY KEY,
  user_id INT UNSIGNED NOT NULL,
  purpose VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  -- The session that was asked; null while somebody signs in.
  session_id CHAR(22) CHARACTER SET ascii COLLATE ascii_bin,
  -- Hash of the password, role and status it was asked by: where one of them changes, it is over.
  basis CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  device_name VARCHAR(120),
  -- Of an authenticator app that is being set up.
  secret VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin,
  wrong_answers TINYINT UNSIGNED NOT NULL DEFAULT 0,
  expires_at DATETIME(3) NOT NULL,
  used_at DATETIME(3),
  KEY (user_id),
  KEY (expires_at),
  FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);

-- When this session last showed a second factor.
ALTER TABLE sessions ADD COLUMN second_factor_at DATETIME(3);
