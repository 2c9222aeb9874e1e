/** When order `o` was sold, as SQL: when it was paid, else when it was rung up or placed. */
export const ORDER_SOLD_AT = 'COALESCE(o.paid_at, o.ordered_at)'

/**
 * Whether order `o` was sold: it was paid and still is, or it was cancelled because all of it came back before
 * handover.
 */
export const ORDER_WAS_SOLD =
  "(o.status_code NOT IN ('UNPAID', 'CANCELLED') AND o.due = 0 OR o.cancelled_by <=> 'RETURN')"

/** A till sends its sales within seconds while it is online. */
const USUAL_DELAY_MS = 10 * 60_000

/** When a sale arrived, if that was much later than it was rung up. */
export const arrivedLate = ({ ordered_at, received_at }: { ordered_at: Date; received_at: Date }): Date | null =>
  received_at.getTime() - ordered_at.getTime() > USUAL_DELAY_MS ? received_at : null
