import { PRICE_CHARGED } from '#api/catalogue/describe-products.ts'
import { CATEGORY_BELOW } from '#api/catalogue/categories.ts'
import { wordsFor } from '#api/words/search-words.ts'
import { select } from '#api/db/database.ts'
import type { Table } from '#api/lists/csv.ts'
import { orderBy } from '#api/lists/order-by.ts'
import { pageCounted } from '#api/lists/paginate.ts'
import { AVERAGE_COSTS } from '#api/stock/goods-cost.ts'
import { PRODUCT_FOUND } from '#api/stock/stock-rows.ts'
import type { QueryOf } from '#sync/protocol/endpoints.ts'
import type { Page } from '#sync/protocol/page.ts'
import type { DeadStock } from '#sync/protocol/staff/stock-report.ts'

/** `costs`: whether the caller may see costs. */
type Asked = QueryOf<'GET /api/staff/stock/dead'> & { costs: boolean }
type Row = Omit<DeadStock, 'last_sold_at' | 'last_received_at'> & {
  last_sold_at: Date | null
  last_received_at: Date | null
  all_rows: number
  whole: number
}

const DAYS = 90

/**
 * Products on the shelf neither sold nor received for `days`, the highest value first by default, and their total
 * value.
 */
export async function listDeadStock(query: Asked): Promise<{ dead_stock: Page<DeadStock>; worth: number }> {
  const { rows, any } = await pageCounted(query, window => readDead(query, window), deadFrom)
  return { dead_stock: rows, worth: any?.whole ?? 0 }
}

/** The same as a table. */
export const deadStockTable = (query: Asked): Table => ({
  columns: [
    'Product',
    'Category',
    'Pieces',
    'Value',
    ...(query.costs ? ['Cost value'] : []),
    'Last sold',
    'Last received',
  ],
  rows: cellsOf(query),
})

async function* cellsOf(query: Asked) {
  for (const row of await readDead(query, { limit: 100_000, offset: 0 })) {
    const { name, category, pieces, value, cost_value, last_sold_at, last_received_at } = deadFrom(row)
    yield [
      name,
      category,
      pieces,
      value.toFixed(2),
      ...(query.costs ? [cost_value?.toFixed(2)] : []),
      last_sold_at?.slice(0, 10),
      last_received_at?.slice(0, 10),
    ]
  }
}

const COLUMNS = {
  name: 'p.name',
  category: 'k.name',
  pieces: 'd.pieces',
  value: 'd.value',
  last_sold_at: 'd.last_sold_at',
  last_received_at: 'd.last_received_at',
} as const

const readDead = (
  { days = DAYS, category_id, search, costs, ...order }: Asked,
  window: { limit: number; offset: number },
) =>
  select<Row>(
    `
  WITH held AS (SELECT v.id, v.product_id, v.on_hand, ${PRICE_CHARGED} AS price,
      (SELECT MAX(m.created_at) FROM stock_movements m
        WHERE m.product_variation_id = v.id AND m.reason = 'SALE') AS last_sold_at,
      (SELECT MAX(m.created_at) FROM stock_movements m
        WHERE m.product_variation_id = v.id AND m.reason = 'RECEIPT') AS last_received_at
    FROM product_variations v JOIN products p ON p.id = v.product_id AND p.deleted_at IS NULL
      AND p.status_code = 'LIVE' ${category_id ? `AND ${CATEGORY_BELOW}` : ''} ${search ? `AND ${PRODUCT_FOUND}` : ''}),
  dead AS (SELECT h.product_id, CAST(SUM(GREATEST(h.on_hand, 0)) AS SIGNED) AS pieces,
    SUM(GREATEST(h.on_hand, 0) * h.price) AS value,
  ${costs ? 'SUM(GREATEST(h.on_hand, 0) * a.average)' : 'NULL'} AS cost_value, MAX(h.last_sold_at) AS last_sold_at, MAX(h.last_received_at) AS last_received_at
    FROM held h ${costs ? `LEFT JOIN ${AVERAGE_COSTS} a ON a.product_variation_id = h.id` : ''} GROUP BY h.product_id
    HAVING pieces > 0 AND COALESCE(MAX(h.last_sold_at), '1970-01-01') < NOW(3) - INTERVAL :days DAY
      AND COALESCE(MAX(h.last_received_at), '1970-01-01') < NOW(3) - INTERVAL :days DAY)
  SELECT p.id, p.name, k.name AS category, d.pieces, d.value, d.cost_value,
    d.last_sold_at, d.last_received_at,
    COUNT(*) OVER () AS all_rows, SUM(d.value) OVER () AS whole
  FROM dead d JOIN products p ON p.id = d.product_id JOIN categories k ON k.id = p.category_id
  ORDER BY ${orderBy(COLUMNS, order, { id: 'p.id', usual: 'value DESC, p.id' })} LIMIT :limit OFFSET :offset`,
    { days, category_id, words: wordsFor(search), ...window },
  )

const deadFrom = ({ all_rows: _all, whole: _whole, ...row }: Row): DeadStock => ({
  ...row,
  last_sold_at: row.last_sold_at?.toJSON() ?? null,
  last_received_at: row.last_received_at?.toJSON() ?? null,
})
