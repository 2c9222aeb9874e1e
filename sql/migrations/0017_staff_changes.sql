-- What staff changed: who, when, from where, and what it was before and became. Rows are only ever added.
CREATE TABLE staff_changes (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  -- Null for what the shop did by itself, or somebody at its command line.
  user_id INT UNSIGNED,
  ip VARCHAR(45) CHARACTER SET ascii,
  request_id VARCHAR(64) CHARACTER SET ascii,
  subject VARCHAR(40) NOT NULL,
  subject_id INT UNSIGNED,
  action VARCHAR(40) NOT NULL,
  -- JSON of the members that differ.
  was MEDIUMTEXT,
  became MEDIUMTEXT,
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  KEY (subject, subject_id, id),
  KEY (user_id, id),
  FOREIGN KEY (user_id) REFERENCES users (id)
);
