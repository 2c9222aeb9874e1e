/** When a sale `o` was rung up, by the server's clock, as far as the device's can be believed. */
const SOLD_AT = 'TIMESTAMPADD(MICROSECOND, -1000 * COALESCE(o.skew_ms, 0), o.occurred_at)'

/**
 * Pieces of a line's goods that had left the shelf at a time though no movement up to the given one tells: what a till
 * sold by then and sent later, less what that has put right of other counts, closed by then.
 */
const lateAt = (
  movement: string,
  time: string,
) => `COALESCE((SELECT CAST(-SUM(m.quantity) AS SIGNED) FROM stock_movements m LEFT JOIN orders o ON o.id = m.order_id
  LEFT JOIN stock_counts e ON e.id = m.count_id
  WHERE m.product_variation_id = l.product_variation_id AND m.id > l.${movement}
  AND (m.reason = 'SALE' AND ${SOLD_AT} <= ${time} OR m.reason = 'COUNT' AND m.count_id <> l.count_id AND e.closed_at <= ${time})), 0)`

/**
 * Lines `l` of counts, chosen by a condition, each with what the book had while it was counted, from `low` to `high`.
 * These differ where goods were sold between the first scan and the last, when nobody knows whether a sold piece had
 * been counted, so that both are right. Whatever order sales come in, the book is the same. `on_hand`: what closing
 * found, or would have found.
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

/** How far what was counted is from what the book had; null where nobody counted. */
export const DIFFERENCE = 'CAST(l.counted AS SIGNED) - LEAST(GREATEST(CAST(l.counted AS SIGNED), l.low), l.high)'

/**
 * What closing changes by a line: `wanted` is its difference, null where nobody counted and so none is there. A count
 * never takes more than there is.
 */
export const changeOf = (wanted: number | null, on_hand: number): number => atMostAll(wanted ?? -on_hand, on_hand)

/** A difference that leaves the shelf not emptier than empty; one that is oversold already is left so. */
export const atMostAll = (difference: number, on_hand: number) => Math.max(difference, -Math.max(on_hand, 0)) + 0
