import { execute, inTransaction, select } from '#api/db/database.ts'
import { listingsChanged } from '#api/catalogue/listing-copy.ts'
import { ORDER_WAS_SOLD } from '#api/sales/sold-orders.ts'

/** How far back sales count for the order of best sellers. */
const DAYS = 90
const AT_ONCE = 500

interface Sold {
  product_id: number
  pieces: number
}

const RECENT = `o.business_date > UTC_DATE() - INTERVAL ${DAYS} DAY AND ${ORDER_WAS_SOLD}`

/** Pieces of website and till that customers kept, and those they got in exchange. */
const KEPT = `SELECT i.product_variation_id, i.quantity - i.refunded_quantity AS pieces
    FROM orders o JOIN order_items i ON i.order_id = o.id WHERE ${RECENT}
  UNION ALL SELECT g.exchange_variation_id, g.quantity - g.refunded_quantity
    FROM orders o JOIN refunds r ON r.order_id = o.id JOIN refund_items g ON g.refund_id = r.id
    WHERE ${RECENT} AND g.handed_over_at IS NOT NULL AND g.exchange_variation_id IS NOT NULL`

/** Counts what each product on sale sold lately, for the order of best sellers. Returns how many counts changed. */
export async function countSold(): Promise<number> {
  const changed = await select<Sold>(
    `SELECT l.product_id, CAST(GREATEST(COALESCE(s.pieces, 0), 0) AS UNSIGNED) AS pieces FROM product_listings l
    LEFT JOIN (SELECT v.product_id, SUM(k.pieces) AS pieces
      FROM (${KEPT}) k JOIN product_variations v ON v.id = k.product_variation_id GROUP BY v.product_id) s
      ON s.product_id = l.product_id
    WHERE l.sold <> GREATEST(COALESCE(s.pieces, 0), 0) ORDER BY l.product_id`,
  )
  for (let from = 0; from < changed.length; from += AT_ONCE) await store(changed.slice(from, from + AT_ONCE))
  return changed.length
}

async function store(rows: readonly Sold[]): Promise<void> {
  const ids = rows.map(({ product_id }) => product_id)
  const counts = rows.map(({ product_id, pieces }) => `WHEN ${product_id} THEN ${Number(pieces)}`).join(' ')
  await inTransaction(() =>
    execute(
      `UPDATE product_listings FORCE INDEX (PRIMARY) SET sold = CASE product_id ${counts} END WHERE product_id IN (?)`,
      [ids],
    ),
  )
  listingsChanged(ids)
}
