-- What cashiers leave for the manager, one row per mutation.
CREATE TABLE till_notes (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  mutation_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL UNIQUE,
  device_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin,
  teller_id INT UNSIGNED NOT NULL,
  text VARCHAR(500) NOT NULL,
  occurred_at DATETIME(3) NOT NULL,
  read_by INT UNSIGNED,
  read_at DATETIME(3),
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  KEY (read_at, id),
  FOREIGN KEY (teller_id) REFERENCES users (id)
);
