import { execute, select, sqlTime } from '#api/db/database.ts'
import { bookedLines, changeOf, DIFFERENCE } from '#api/stock/booked-lines.ts'
import { moveStock } from '#api/stock/stock.ts'

/** A sale just booked in the surrounding transaction. `sold_at`: epoch ms by the server's clock. */
export interface BookedSale {
  number: string
  sold_at: number
  variations: readonly number[]
}

/**
 * Counts that may need a correction when goods left the shelf at :oldest or later, for a UNION: those closed since, and
 * those with scans since. Usually there are none, and checking costs almost nothing.
 */
export const COUNTS_SINCE = `SELECT 'count', c.id, NULL, NULL, NULL FROM stock_counts c
  WHERE c.status_code = 'CLOSED' AND c.closed_at >= :oldest
  OR c.status_code IN ('OPEN', 'CHECKED') AND EXISTS (SELECT 1 FROM stock_count_lines l
    WHERE l.count_id = c.id AND l.latest_at >= :oldest)`

/** Those that counted these goods. A closed one may need a correction; an open one must not close yet. */
const touchedOf = (ids: readonly number[], sales: readonly BookedSale[]) =>
  select<{ id: number }>(
    `SELECT DISTINCT c.id FROM stock_counts c
    JOIN stock_count_lines l ON l.count_id = c.id AND l.product_variation_id IN (:variations)
    WHERE c.id IN (:ids) AND (l.latest_at >= :oldest OR c.status_code = 'CLOSED' AND l.closing_book IS NOT NULL)`,
    {
      ids,
      variations: [...new Set(sales.flatMap(({ variations }) => variations))],
      oldest: sqlTime(Math.max(0, Math.min(...sales.map(({ sold_at }) => sold_at)))),
    },
  )

interface Closed {
  id: number
  name: string
  status_code: string
  closed_at: Date | null
}

/**
 * Corrects counts closed before earlier sales arrived: goods that closing took for missing had been sold. The result is
 * as if the sales had arrived in time. `ids`: of COUNTS_SINCE. The caller has locked the variations and booked the
 * sales. Returns how many pieces the stock rose, by variation.
 */
export async function putCountsRight(
  ids: readonly number[],
  sales: readonly BookedSale[],
): Promise<Map<number, number>> {
  const back = new Map<number, number>()
  const touched = ids.length === 0 ? [] : await touchedOf(ids, sales)
  if (touched.length === 0) return back
  // Locked until the end, so that none closes without these sales.
  const counts = await select<Closed>(
    'SELECT id, name, status_code, closed_at FROM stock_counts WHERE id IN (:ids) ORDER BY id LOCK IN SHARE MODE',
    { ids: touched.map(({ id }) => id) },
  )
  const closed = counts
    .filter(({ status_code }) => status_code === 'CLOSED')
    .sort((a, b) => Number(a.closed_at) - Number(b.closed_at) || a.id - b.id)
  // What one count returns, the next one found there, so take them in order.
  for (const count of closed)
    for (const [id, pieces] of await putRight(count, sales)) back.set(id, (back.get(id) ?? 0) + pieces)
  return back
}

interface Line {
  id: number
  product_variation_id: number
  wanted: number | null
  difference: number
  on_hand: number
}

async function putRight(
  { id: count_id, name, closed_at }: Closed,
  sales: readonly BookedSale[],
): Promise<[number, number][]> {
  const late = sales.filter(({ sold_at }) => sold_at <= Number(closed_at))
  const lines = await select<Line>(
    `SELECT l.id, l.product_variation_id, ${DIFFERENCE} AS wanted, l.difference, l.on_hand
    FROM ${bookedLines('l.count_id = :count_id AND l.product_variation_id IN (:variations) AND l.closing_book IS NOT NULL')} ORDER BY l.product_variation_id`,
    { count_id, variations: [0, ...late.flatMap(({ variations }) => variations)] },
  )
  const changes = lines.flatMap(({ id, product_variation_id, wanted, difference, on_hand }) => {
    const quantity = changeOf(wanted === null ? null : Number(wanted), Number(on_hand)) - difference
    return quantity === 0 ? [] : [{ id, product_variation_id, quantity }]
  })
  await moveStock(
    changes.map(({ product_variation_id, quantity }) => ({
      product_variation_id,
      order_id: null,
      reason: 'COUNT',
      quantity,
      user_id: null,
      count_id,
      note: noteOf(
        name,
        late.filter(({ variations }) => variations.includes(product_variation_id)),
      ),
    })),
  )
  for (const { id, quantity } of changes)
    await execute('UPDATE stock_count_lines SET difference = difference + ?, put_right = put_right + ? WHERE id = ?', [
      quantity,
      quantity,
      id,
    ])
  return changes.map(({ product_variation_id, quantity }) => [product_variation_id, quantity])
}

const MOST_NAMED = 2

/** In at most 255 characters. */
function noteOf(name: string, sales: readonly BookedSale[]): string {
  const more = sales.length > MOST_NAMED ? ` and ${sales.length - MOST_NAMED} more` : ''
  return `Sold before the count “${name.slice(0, 80)}” was closed, sent after: ${sales
    .slice(0, MOST_NAMED)
    .map(({ number }) => number)
    .join(', ')}${more}`
}
