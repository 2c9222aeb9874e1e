import { CATEGORY_BELOW } from '#api/catalogue/categories.ts'
import { REORDER_LEVEL } from '#api/catalogue/reorder-level.ts'
import { wordsFor } from '#api/words/search-words.ts'
import { select } from '#api/db/database.ts'
import { beginningWith } from '#api/lists/like.ts'
import { readingsOf } from '#sync/protocol/ean.ts'
import type { QueryOf } from '#sync/protocol/endpoints.ts'
import type { StockLevel, StockRow } from '#sync/protocol/staff/stock.ts'

export const STOCK_COLUMNS = `v.id, v.product_id, p.name, v.sku, v.barcode, v.size_code, s.name AS size, v.colour_code,
  c.name AS colour,
  v.on_hand, v.reserved, v.on_hand - v.reserved AS available, ${REORDER_LEVEL} AS reorder_level,
  v.reorder_level AS own_reorder_level`
/** The latest movement of a variation `v`. */
export const LATEST_MOVEMENT =
  '(SELECT COALESCE(MAX(m.id), 0) FROM stock_movements m WHERE m.product_variation_id = v.id)'
/** Variations `v` with their product `p`, size `s` and colour `c`. */
export const STOCK_FROM = `product_variations v JOIN products p ON p.id = v.product_id AND p.deleted_at IS NULL
  JOIN sizes s ON s.code = v.size_code LEFT JOIN colours c ON c.code = v.colour_code`

const LEVELS: Record<StockLevel, string> = {
  LOW: `v.on_hand - v.reserved <= ${REORDER_LEVEL} AND p.status_code = 'LIVE'`,
  ZERO: 'v.on_hand - v.reserved = 0',
  OVERSOLD: 'v.on_hand - v.reserved < 0',
}

/** Products `p` with these words in their name. */
export const PRODUCT_FOUND =
  'p.id IN (SELECT w.product_id FROM product_words w WHERE MATCH (w.words) AGAINST (:words IN BOOLEAN MODE))'

/** The FROM clause of a stock list: `search` finds words of the product, or the beginning of a SKU or barcode. */
export function stockSelection({
  search,
  category_id,
  own_category_id,
  size_code,
  level,
}: QueryOf<'GET /api/staff/stock/csv'>): { from: string; values: Record<string, unknown> } {
  const found = `JOIN (SELECT pv.id FROM product_words w JOIN product_variations pv ON pv.product_id = w.product_id
    WHERE MATCH (w.words) AGAINST (:words IN BOOLEAN MODE)
    UNION SELECT id FROM product_variations WHERE sku LIKE :beginning UNION SELECT id FROM product_variations
    WHERE barcode LIKE :beginning OR barcode IN (:readings)) found ON found.id = v.id`
  const conditions = [
    ...(category_id ? [CATEGORY_BELOW] : []),
    ...(own_category_id ? ['p.category_id = :own_category_id'] : []),
    ...(size_code ? ['v.size_code = :size_code'] : []),
    ...(level ? [LEVELS[level]] : []),
  ]
  return {
    from: `${STOCK_FROM} ${search ? found : ''} ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}`,
    values: {
      category_id,
      own_category_id,
      size_code,
      words: wordsFor(search),
      beginning: beginningWith(search ?? ''),
      readings: readingsOf(search ?? ''),
    },
  }
}

/** Variations by id, in order of id, without deleted products. */
export const stockRows = (ids: readonly number[]): Promise<StockRow[]> =>
  select<StockRow>(`SELECT ${STOCK_COLUMNS} FROM ${STOCK_FROM} WHERE v.id IN (:ids) ORDER BY v.id`, {
    ids: [0, ...ids],
  })

/** A variation's name: 'Slim jeans · UK 10 · Indigo'. */
export const ITEM_NAME = "CONCAT_WS(' · ', p.name, s.name, c.name)"
