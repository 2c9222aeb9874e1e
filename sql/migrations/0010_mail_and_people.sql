-- Letters to be sent, written by the transaction they tell of. once_key makes one event one letter. due_at is when to try next; NULL: sent or
-- given up. What a letter says and to whom goes when it is sent, since it may carry a link that opens an account.
CREATE TABLE mails (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  once_key VARCHAR(120) CHARACTER SET ascii COLLATE ascii_bin NOT NULL UNIQUE,
  recipient VARCHAR(190),
  letter MEDIUMTEXT,
  tries TINYINT UNSIGNED NOT NULL DEFAULT 0,
  due_at DATETIME(3) DEFAULT CURRENT_TIMESTAMP(3),
  sent_at DATETIME(3),
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  KEY (due_at, id),
  KEY (recipient),
  KEY (created_at)
);

-- A link that sets a new password, once. Only the hash of its token is stored. user_id is NULL where nobody has the e-mail that asked:
-- writing a row in either case takes the same time, which would tell who is a customer otherwise.
CREATE TABLE password_resets (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  user_id INT UNSIGNED,
  token_hash CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL UNIQUE,
  expires_at DATETIME(3) NOT NULL,
  used_at DATETIME(3),
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  KEY (user_id),
  KEY (expires_at),
  FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);

-- Where a customer's orders go. default_of repeats user_id in the one that is offered first, so there is one at most.
CREATE TABLE addresses (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  user_id INT UNSIGNED NOT NULL,
  first_name VARCHAR(60) NOT NULL,
  last_name VARCHAR(60) NOT NULL,
  phone VARCHAR(20) NOT NULL,
  country_code VARCHAR(2) NOT NULL,
  region_code VARCHAR(6) NOT NULL,
  zone_code VARCHAR(40),
  address VARCHAR(500) NOT NULL,
  digital_address VARCHAR(15),
  default_of INT UNSIGNED UNIQUE,
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  updated_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3),
  KEY (user_id, id),
  FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  FOREIGN KEY (country_code) REFERENCES countries (code),
  FOREIGN KEY (region_code) REFERENCES regions (code),
  FOREIGN KEY (zone_code) REFERENCES delivery_zones (code)
);

-- Whose stored replies go with a person: they repeat what was typed.
ALTER TABLE idempotency_keys
  ADD COLUMN user_id INT UNSIGNED,
  ADD KEY (user_id);

-- Whether customers find it in their account; other codes are handed out to those they are for.
ALTER TABLE coupons ADD COLUMN shown TINYINT UNSIGNED NOT NULL DEFAULT 1 AFTER expires_on;
