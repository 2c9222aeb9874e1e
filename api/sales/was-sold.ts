/**
 * Whether an order `o` was sold: it was paid, and is, or all of it came back before it was handed over, which cancelled
 * it.
 */
export const WAS_SOLD = "(o.status_code NOT IN ('UNPAID', 'CANCELLED') OR o.cancelled_by <=> 'RETURN')"
