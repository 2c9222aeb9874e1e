-- expand
-- The link that shows somebody's wishlist, until they take it back. `owner_key` is 'u' and the user's id, or the
-- session's id.
CREATE TABLE wishlist_links (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  owner_key VARCHAR(22) CHARACTER SET ascii COLLATE ascii_bin NOT NULL UNIQUE,
  user_id INT UNSIGNED,
  session_id CHAR(22) CHARACTER SET ascii COLLATE ascii_bin,
  token CHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL UNIQUE,
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  KEY (session_id),
  FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  FOREIGN KEY (session_id) REFERENCES sessions (id) ON DELETE CASCADE
);
