/** When a sale `o` was rung up, by the server's clock, as far as the device's clock is credible. */
const RUNG_UP_AT = 'TIMESTAMPADD(MICROSECOND, -1000 * COALESCE(o.skew_ms, 0), o.occurred_at)'

/** Marks what a till's void put back on the shelf. */
export const VOIDED = 'Voided at the till'

/** When movement `m` put goods of a voided sale back, by the till's corrected clock; null for another movement. */
const VOIDED_AT = `IF(m.reason = 'RETURN' AND m.note = '${VOIDED}', (SELECT MAX(w.occurred_at) FROM sale_voids w
  WHERE w.order_id = m.order_id AND w.refund_id IS NOT NULL), NULL)`

/**
 * Pieces of a line's goods that had already left the shelf, though no movement up to the given one shows it: sold by a
 * till before, sent later, less what it voided, less what that has corrected in other counts closed by then.
 */
const lateAt = (
  movement: string,
  time: string,
) => `COALESCE((SELECT CAST(-SUM(m.quantity) AS SIGNED) FROM stock_movements m LEFT JOIN orders o ON o.id = m.order_id
  LEFT JOIN stock_counts e ON e.id = m.count_id
  WHERE m.product_variation_id = l.product_variation_id AND m.id > l.${movement}
  AND (m.reason = 'SALE' AND ${RUNG_UP_AT} <= ${time} OR ${VOIDED_AT} <= ${time} OR m.reason = 'COUNT' AND m.count_id <> l.count_id AND e.closed_at <= ${time})), 0)`

/**
 * Lines `l` of counts, chosen by a condition, each with the booked stock while it was counted, from `low` to `high`.
 * These differ if goods were sold between the first and the last scan: nobody knows whether a sold piece was counted,
 * so both are right. The result is the same in whatever order sales arrive. `on_hand`: what closing found, or would
 * have found.
 */
export const bookedLines = (
  condition: string,
) => `(SELECT b.*, LEAST(b.first_book, b.last_book) AS low, GREATEST(b.first_book, b.last_book) AS high
  FROM (SELECT l.*, l.book - ${lateAt('movement_id', 'l.started_at')} AS first_book,
  l.latest_book - ${lateAt('latest_movement_id', 'l.latest_at')} AS last_book,
      l.closing_book - ${lateAt('closing_movement_id', 'c.closed_at')} AS on_hand
    FROM stock_count_lines l JOIN stock_counts c ON c.id = l.count_id WHERE ${condition}) b) l`

/** The lines of the count :id. */
export const COUNT_LINES_BOOKED = bookedLines('l.count_id = :id')

/** The counted stock minus the booked stock; null if nobody counted. */
export const DIFFERENCE = 'CAST(l.counted AS SIGNED) - LEAST(GREATEST(CAST(l.counted AS SIGNED), l.low), l.high)'

/**
 * What closing changes for a line: `wanted` is its difference, null if nobody counted and so none are there. A count
 * never removes more than there is.
 */
export const changeOf = (wanted: number | null, on_hand: number): number => atMostAll(wanted ?? -on_hand, on_hand)

/** Limits a difference so that stock does not fall below zero; stock that is already oversold stays. */
export const atMostAll = (difference: number, on_hand: number) => Math.max(difference, -Math.max(on_hand, 0)) + 0
