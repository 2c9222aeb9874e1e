-- The highest seq that a till may go on from. A seq far ahead of a gap never moves it, so nobody can use up a till's numbers.
-- unsigned_until: the last seq that counts without a signature; NULL while the till has no key.
ALTER TABLE tills
  ADD COLUMN last_seq INT UNSIGNED NOT NULL DEFAULT 0 AFTER status_code,
  ADD COLUMN unsigned_until INT UNSIGNED AFTER last_seq;

UPDATE tills t JOIN (
  SELECT device_id, MAX(seq) AS last_seq FROM (
    SELECT device_id, seq, SUM(step > 1001) OVER (PARTITION BY device_id ORDER BY seq) AS jumps FROM (
      SELECT device_id, seq, CAST(seq AS SIGNED) - COALESCE(LAG(CAST(seq AS SIGNED)) OVER (PARTITION BY device_id ORDER BY seq), 0) AS step
      FROM (SELECT DISTINCT device_id, seq FROM sync_verdicts WHERE device_id IS NOT NULL AND seq IS NOT NULL) seen) steps) walked
  WHERE jumps = 0 GROUP BY device_id) known ON known.device_id = t.device_id
SET t.last_seq = known.last_seq, t.updated_at = t.updated_at;

-- The public halves of the keys that tills sign with. x, y: the point on P-256, as a JWK has it.
CREATE TABLE till_keys (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  till_id INT UNSIGNED NOT NULL,
  key_id CHAR(43) CHARACTER SET ascii COLLATE ascii_bin NOT NULL UNIQUE,
  x CHAR(43) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  y CHAR(43) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  approved BOOLEAN NOT NULL DEFAULT FALSE,
  cosigned_by INT UNSIGNED,
  -- Two profiles have signed with this key.
  forked_at DATETIME(3),
  enrolled_by INT UNSIGNED,
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  FOREIGN KEY (till_id) REFERENCES tills (id)
);

-- The chain of each key: one row per mutation with a good signature, whatever became of it. No UNIQUE but the hash: a fork is noted, not refused.
CREATE TABLE till_links (
  till_key_id INT UNSIGNED NOT NULL,
  hash CHAR(43) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  prev CHAR(43) CHARACTER SET ascii COLLATE ascii_bin,
  seq INT UNSIGNED,
  mutation_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin,
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  PRIMARY KEY (till_key_id, hash),
  KEY (till_key_id, prev),
  KEY (till_key_id, seq),
  FOREIGN KEY (till_key_id) REFERENCES till_keys (id)
);

-- The right of a person to sell on one till, for a while.
CREATE TABLE till_grants (
  id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin PRIMARY KEY,
  till_id INT UNSIGNED NOT NULL,
  user_id INT UNSIGNED NOT NULL,
  role_code VARCHAR(20) NOT NULL,
  issued_at DATETIME(3) NOT NULL,
  expires_at DATETIME(3) NOT NULL,
  ended_at DATETIME(3),
  KEY (user_id, ended_at),
  FOREIGN KEY (till_id) REFERENCES tills (id),
  FOREIGN KEY (user_id) REFERENCES users (id)
);

-- Which life of the database this is: a restore begins another one.
CREATE TABLE shop_generation (
  id TINYINT UNSIGNED PRIMARY KEY,
  generation CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  restored_at DATETIME(3)
);
INSERT INTO shop_generation (id, generation) VALUES (1, UUID());

-- What each verdict is about, and who brought the mutation: the author's key, the carrier's, or the session, and the address.
ALTER TABLE sync_verdicts
  ADD COLUMN kind VARCHAR(40) NOT NULL DEFAULT 'sale.record' AFTER mutation_id,
  ADD COLUMN author_key INT UNSIGNED,
  ADD COLUMN carrier_key INT UNSIGNED,
  ADD COLUMN session_id CHAR(22) CHARACTER SET ascii COLLATE ascii_bin,
  ADD COLUMN ip VARCHAR(45);
ALTER TABLE sync_quarantine
  ADD COLUMN author_key INT UNSIGNED,
  ADD COLUMN carrier_key INT UNSIGNED,
  ADD COLUMN session_id CHAR(22) CHARACTER SET ascii COLLATE ascii_bin,
  ADD COLUMN ip VARCHAR(45);
