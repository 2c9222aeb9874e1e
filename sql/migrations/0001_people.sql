CREATE TABLE roles (
  id TINYINT UNSIGNED PRIMARY KEY,
  code VARCHAR(30) NOT NULL UNIQUE,
  name VARCHAR(60) NOT NULL
);

CREATE TABLE users (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  name VARCHAR(120) NOT NULL,
  email VARCHAR(190) NOT NULL UNIQUE,
  phone VARCHAR(20),
  password_hash VARCHAR(255) NOT NULL,
  role_code VARCHAR(30) NOT NULL,
  status_code VARCHAR(20) NOT NULL DEFAULT 'ACTIVE',
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  updated_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3),
  KEY (updated_at, id),
  FOREIGN KEY (role_code) REFERENCES roles (code)
);

-- One row a signed-in device or guest. The refresh token is never stored, only the hash of the present one and of the one before.
CREATE TABLE sessions (
  id CHAR(22) CHARACTER SET ascii COLLATE ascii_bin PRIMARY KEY,
  user_id INT UNSIGNED,
  device_name VARCHAR(120),
  generation INT UNSIGNED NOT NULL DEFAULT 1,
  refresh_hash CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  previous_hash CHAR(64) CHARACTER SET ascii COLLATE ascii_bin,
  rotated_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  expires_at DATETIME(3) NOT NULL,
  revoked_at DATETIME(3),
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  KEY (user_id, revoked_at),
  KEY (expires_at),
  FOREIGN KEY (user_id) REFERENCES users (id)
);

-- A stored reply is found under who asked, what for, and the key: one hash of all four.
CREATE TABLE idempotency_keys (
  scope CHAR(64) CHARACTER SET ascii COLLATE ascii_bin PRIMARY KEY,
  fingerprint CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  status SMALLINT UNSIGNED,
  body MEDIUMTEXT,
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  KEY (created_at)
);

CREATE TABLE settings (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  name VARCHAR(60) NOT NULL UNIQUE,
  value TEXT NOT NULL,
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  updated_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3),
  KEY (updated_at, id)
);
