/**
 * When an order was sold, as SQL; `o` is the order: when it was paid, or rung up by its till's clock set right, else
 * made.
 */
export const SOLD_AT =
  'COALESCE(o.paid_at, o.occurred_at - INTERVAL COALESCE(o.skew_ms, 0) * 1000 MICROSECOND, o.created_at)'
