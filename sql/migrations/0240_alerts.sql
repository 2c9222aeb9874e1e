-- expand
-- Where somebody is told: an email address, or a browser that takes push messages. `server_key` is the shop's public key
-- that the browser expects, `session_id` the session of that browser. After `off_at` an address is asked again first.
CREATE TABLE alert_contacts (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  address_hash CHAR(43) CHARACTER SET ascii COLLATE ascii_bin NOT NULL UNIQUE,
  email VARCHAR(190) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  endpoint VARCHAR(1000) CHARACTER SET ascii COLLATE ascii_bin,
  p256dh CHAR(87) CHARACTER SET ascii COLLATE ascii_bin,
  auth CHAR(22) CHARACTER SET ascii COLLATE ascii_bin,
  server_key CHAR(87) CHARACTER SET ascii COLLATE ascii_bin,
  session_id CHAR(22) CHARACTER SET ascii COLLATE ascii_bin,
  token CHAR(43) CHARACTER SET ascii COLLATE ascii_bin NOT NULL UNIQUE,
  off_at DATETIME(3),
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  KEY (session_id),
  KEY (email)
);

-- What somebody wants to be told, once. The subject is a variant, a product or an order. `price` in cedis, when asked.
-- `owner_key` is 'u' and the user's id, or the session's id.
CREATE TABLE alerts (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  contact_id INT UNSIGNED NOT NULL,
  kind VARCHAR(10) NOT NULL,
  subject_id INT UNSIGNED NOT NULL,
  price DECIMAL(12,2),
  user_id INT UNSIGNED,
  session_id CHAR(22) CHARACTER SET ascii COLLATE ascii_bin,
  confirm_token CHAR(43) CHARACTER SET ascii COLLATE ascii_bin NOT NULL UNIQUE,
  confirmed_at DATETIME(3),
  told_at DATETIME(3),
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  owner_key VARCHAR(22) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  UNIQUE KEY once (contact_id, kind, subject_id, owner_key),
  KEY (told_at, kind, subject_id),
  KEY (created_at),
  KEY (user_id),
  KEY (session_id),
  FOREIGN KEY (contact_id) REFERENCES alert_contacts (id) ON DELETE CASCADE
);

-- Push messages on their way.
CREATE TABLE pushes (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  contact_id INT UNSIGNED NOT NULL,
  notice TEXT NOT NULL,
  tries INT UNSIGNED NOT NULL DEFAULT 0,
  due_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  KEY (due_at),
  KEY (created_at),
  FOREIGN KEY (contact_id) REFERENCES alert_contacts (id) ON DELETE CASCADE
);
