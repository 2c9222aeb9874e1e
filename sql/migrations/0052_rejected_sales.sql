-- How far ahead the clock of the device was, so that a sale that is booked later still falls on its own day.
ALTER TABLE sync_quarantine ADD COLUMN skew_ms BIGINT AFTER seq;

-- What tills could not get booked, and nobody was told of.
INSERT INTO exceptions (code, once_key, detail)
SELECT 'SALE_REJECTED', CONCAT('SALE_REJECTED ', q.device_id, ' ', q.content),
  LEFT(CONCAT(LEFT(COALESCE(JSON_VALUE(q.mutation, '$.payload.number'), 'A sale without a number'), 40), ': ', COALESCE(JSON_VALUE(q.error, '$.message'), 'It could not be booked.')), 255)
FROM sync_quarantine q WHERE q.status_code = 'OPEN';
