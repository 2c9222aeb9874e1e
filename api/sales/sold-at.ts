/** When order `o` was sold, as SQL: when it was paid, or rung up by its till's corrected clock, else created. */
export const SOLD_AT =
  'COALESCE(o.paid_at, o.occurred_at - INTERVAL COALESCE(o.skew_ms, 0) * 1000 MICROSECOND, o.created_at)'
