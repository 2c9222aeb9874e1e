-- Webhooks as they came, byte by byte. The provider gives them no id, so a repeat is known by the digest of its body.
CREATE TABLE payment_events (
  id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  digest CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL UNIQUE,
  event VARCHAR(60) NOT NULL,
  reference VARCHAR(100) CHARACTER SET ascii COLLATE ascii_bin,
  body MEDIUMBLOB NOT NULL,
  attempts SMALLINT UNSIGNED NOT NULL DEFAULT 0,
  settled_at DATETIME(3),
  received_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  KEY (settled_at, id),
  KEY (reference)
);
