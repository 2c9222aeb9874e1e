-- A product file that somebody sent: CHECKING → CHECKED (a rehearsal says what it would do) → RUNNING → DONE. The file lies in
-- DATA_DIR/imports under file_key; columns_found is JSON, [{name, isRead}]. Where the job has FAILED, so has the import.
ALTER TABLE product_imports
  ADD COLUMN file_name VARCHAR(200) NOT NULL DEFAULT '',
  ADD COLUMN file_key CHAR(36) CHARACTER SET ascii COLLATE ascii_bin,
  ADD COLUMN format_code VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin,
  ADD COLUMN columns_found TEXT,
  ADD COLUMN line_count INT UNSIGNED NOT NULL DEFAULT 0,
  ADD COLUMN job_id INT UNSIGNED;

-- What came, or in a rehearsal would come, of each product of a file, and each row that is wrong: these have words in `detail` and
-- no slug, the others JSON, [{what, was, becomes}].
CREATE TABLE product_import_lines (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  import_id INT UNSIGNED NOT NULL,
  is_rehearsal BOOLEAN NOT NULL,
  outcome VARCHAR(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  line INT UNSIGNED NOT NULL,
  slug VARCHAR(160),
  name VARCHAR(160),
  detail TEXT NOT NULL,
  UNIQUE KEY (import_id, is_rehearsal, slug),
  KEY (import_id, is_rehearsal, outcome, line, id),
  FOREIGN KEY (import_id) REFERENCES product_imports (id) ON DELETE CASCADE
);

-- When a picture's address is tried next; NULL: it is here, comes from nowhere on the web, or was given up.
ALTER TABLE product_images
  ADD COLUMN next_fetch_at DATETIME(3),
  ADD COLUMN fetch_tries TINYINT UNSIGNED NOT NULL DEFAULT 0,
  ADD COLUMN fetch_error VARCHAR(200),
  ADD KEY (next_fetch_at);

UPDATE product_images SET next_fetch_at = created_at WHERE name IS NULL AND source LIKE 'http%';
