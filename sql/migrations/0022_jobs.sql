-- Work that goes on after the reply: imports, exports. due_at is when a worker may take it: while one has it, when it counts as dead; NULL: done
-- or given up. Each taking raises `claims`, and only the last taker's words count.
CREATE TABLE jobs (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  kind VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  user_id INT UNSIGNED,
  -- From where it was asked for.
  ip VARCHAR(45) CHARACTER SET ascii,
  request_id VARCHAR(64) CHARACTER SET ascii,
  -- JSON.
  input MEDIUMTEXT NOT NULL,
  status_code VARCHAR(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'QUEUED',
  claims INT UNSIGNED NOT NULL DEFAULT 0,
  tries TINYINT UNSIGNED NOT NULL DEFAULT 0,
  done INT UNSIGNED NOT NULL DEFAULT 0,
  total INT UNSIGNED NOT NULL DEFAULT 0,
  -- JSON.
  result MEDIUMTEXT,
  error VARCHAR(500),
  due_at DATETIME(3) DEFAULT CURRENT_TIMESTAMP(3),
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  started_at DATETIME(3),
  finished_at DATETIME(3),
  KEY (due_at, id),
  KEY (user_id, kind, id),
  KEY (created_at),
  FOREIGN KEY (user_id) REFERENCES users (id)
);

-- What the shop does by itself again and again: how its last round went. failures counts rounds since the last good one.
CREATE TABLE rounds (
  name VARCHAR(60) CHARACTER SET ascii COLLATE ascii_bin PRIMARY KEY,
  ended_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  took_ms INT UNSIGNED NOT NULL,
  failures INT UNSIGNED NOT NULL DEFAULT 0,
  error VARCHAR(255),
  failed_at DATETIME(3)
);
