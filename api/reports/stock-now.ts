import { REORDER_LEVEL } from '#api/catalogue/reorder-level.ts'
import { select, selectOne } from '#api/db/database.ts'
import { keepFor } from '#api/reports/keep-for.ts'

/** `products`: LIVE ones with stock on hand. `sizes`: stock on hand by category and size. */
export interface StockNow {
  categories: { id: number; name: string }[]
  products: { product_id: number; on_hand: number; created_day: string }[]
  sizes: { category_id: number; size_code: string; on_hand: number }[]
  low: number
}

const stock = keepFor(60_000, readStock)

/** The current stock, at most one minute old, or two without recent viewers: it sums over every variation. */
export const stockNow = () => stock.get('')

/** Makes the next read fresh. */
export const forgetStock = stock.forget

const FROM = 'FROM product_variations v JOIN products p ON p.id = v.product_id AND p.deleted_at IS NULL'

async function readStock(): Promise<StockNow> {
  const [categories, products, sizes, low] = await Promise.all([
    select<StockNow['categories'][number]>('SELECT id, name FROM categories ORDER BY name'),
    select<StockNow['products'][number]>(
      `SELECT p.id AS product_id, SUM(v.on_hand) AS on_hand,
        DATE_FORMAT(p.created_at, '%Y-%m-%d') AS created_day ${FROM} WHERE p.status_code = 'LIVE' AND v.on_hand > 0
        GROUP BY p.id`,
    ),
    select<StockNow['sizes'][number]>(
      `SELECT p.category_id, v.size_code, SUM(v.on_hand) AS on_hand ${FROM} WHERE v.on_hand > 0
        GROUP BY p.category_id, v.size_code`,
    ),
    selectOne<{ n: number }>(
      `SELECT COUNT(*) AS n ${FROM} WHERE p.status_code = 'LIVE' AND v.on_hand - v.reserved <= ${REORDER_LEVEL}`,
    ),
  ])
  return { categories, products, sizes, low: low!.n }
}
