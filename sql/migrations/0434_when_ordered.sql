-- expand
-- ordered_at: when a sale was rung up, by its till's corrected clock; when a website order was placed. Its day is the
-- business date of a sale: one that is dated back counts from its arrival. Microseconds, because MariaDB 10.11 takes no
-- generated column whose value it would round.
ALTER TABLE orders
  ADD COLUMN ordered_at DATETIME(6) AS (
    CASE
      WHEN occurred_at IS NULL THEN created_at
      WHEN DATE(LEAST(occurred_at - INTERVAL COALESCE(skew_ms, 0) * 1000 MICROSECOND, received_at)) = business_date
        THEN LEAST(occurred_at - INTERVAL COALESCE(skew_ms, 0) * 1000 MICROSECOND, received_at)
      ELSE received_at
    END
  ) STORED,
  ADD KEY (ordered_at);
