-- A POST that asks the payment provider keeps under its key what it has reached, so that the same key goes on from there.
ALTER TABLE idempotency_keys ADD COLUMN reached TEXT AFTER fingerprint;

-- Until when somebody is opening the attempt at the provider; nobody else does meanwhile.
ALTER TABLE payment_attempts ADD COLUMN opening_until DATETIME(3) AFTER authorization_url;

-- What becomes known by several ways is one exception.
ALTER TABLE exceptions ADD COLUMN once_key VARCHAR(150) CHARACTER SET ascii COLLATE ascii_bin UNIQUE AFTER id;
