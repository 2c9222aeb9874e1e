/** When order `o` was sold, as SQL: when it was paid, or rung up by its till's corrected clock, else created. */
export const ORDER_SOLD_AT =
  'COALESCE(o.paid_at, o.occurred_at - INTERVAL COALESCE(o.skew_ms, 0) * 1000 MICROSECOND, o.created_at)'

/**
 * Whether order `o` was sold: it was paid and still is, or it was cancelled because all of it came back before
 * handover.
 */
export const ORDER_WAS_SOLD =
  "(o.status_code NOT IN ('UNPAID', 'CANCELLED') AND o.due = 0 OR o.cancelled_by <=> 'RETURN')"
