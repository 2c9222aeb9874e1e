-- expand
-- The first place in a till's chain that is known to be signed after the last restore, and when that was noted: what stands before it may be sent again.
ALTER TABLE tills
  ADD COLUMN fresh_from INT UNSIGNED AFTER unsigned_until,
  ADD COLUMN fresh_at DATETIME(3) AFTER fresh_from;
