/**
 * Whether order `o` was sold: it was paid and still is, or it was cancelled because all of it came back before
 * handover.
 */
export const WAS_SOLD = "(o.status_code NOT IN ('UNPAID', 'CANCELLED') OR o.cancelled_by <=> 'RETURN')"
