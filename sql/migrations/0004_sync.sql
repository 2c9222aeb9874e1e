-- The verdict is text, not JSON: it is replayed as stored, member by member. Kept for ever, like sale ids.
-- (device_id, seq) is no identity either: a repeated seq is booked and noted.
CREATE TABLE sync_verdicts (
  mutation_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin PRIMARY KEY,
  device_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin,
  seq INT UNSIGNED,
  content CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  content_version TINYINT UNSIGNED NOT NULL,
  verdict MEDIUMTEXT NOT NULL,
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  KEY (device_id, seq)
);

CREATE TABLE sync_quarantine (
  content CHAR(64) CHARACTER SET ascii COLLATE ascii_bin PRIMARY KEY,
  mutation_id MEDIUMTEXT NOT NULL,
  device_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  seq INT UNSIGNED,
  mutation MEDIUMTEXT NOT NULL,
  error MEDIUMTEXT NOT NULL,
  status_code VARCHAR(20) NOT NULL DEFAULT 'OPEN',
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  KEY (device_id, seq)
);
