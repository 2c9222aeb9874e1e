-- How often somebody tried, shared by all processes: the columns that rate-limiter-flexible writes. A key is a digest, so that no e-mail stands here.
CREATE TABLE tries (
  `key` CHAR(43) CHARACTER SET ascii COLLATE ascii_bin PRIMARY KEY,
  points INT NOT NULL DEFAULT 0,
  expire BIGINT UNSIGNED,
  KEY (expire)
);
