import { SHOP_LEVEL } from '#api/catalogue/reorder-level.ts'
import { select, selectOne } from '#api/db/database.ts'
import { notFound } from '#api/errors.ts'
import { inBatches, type Table } from '#api/lists/csv.ts'
import { orderBy } from '#api/lists/order-by.ts'
import { paged, windowOf } from '#api/lists/paginate.ts'
import { LATEST_MOVEMENT, STOCK_COLUMNS, STOCK_FROM, stockRows, stockSelection } from '#api/stock/stock-rows.ts'
import type { QueryOf } from '#sync/protocol/endpoints.ts'
import type { Page } from '#sync/protocol/page.ts'
import { levelOf, type ProductStock, type ShelfRow, type StockRow } from '#sync/protocol/staff/stock.ts'

type Filters = QueryOf<'GET /api/staff/stock/csv'>

const COLUMNS = {
  name: 'p.name',
  sku: 'v.sku',
  on_hand: 'v.on_hand',
  reserved: 'v.reserved',
  available: 'v.on_hand - v.reserved',
} as const

/** Variations with their stock, the newest product first by default. */
export async function listStock(query: QueryOf<'GET /api/staff/stock'>): Promise<Page<StockRow>> {
  const { from, values } = stockSelection(query)
  const rows = await select<StockRow>(
    `SELECT ${STOCK_COLUMNS} FROM ${from}
      ORDER BY ${orderBy(COLUMNS, query, { id: 'v.id', usual: 'v.product_id DESC, v.id' })}
      LIMIT :limit OFFSET :offset`,
    { ...values, ...windowOf(query) },
  )
  const count = await selectOne<{ n: number }>(`SELECT COUNT(*) AS n FROM ${from}`, values)
  return paged(rows, count!.n, query)
}

/** The same as a table, in order of id. */
export function stockTable(query: Filters): Table {
  const { from, values } = stockSelection(query)
  const after = (id: number) =>
    select<StockRow>(
      `SELECT ${STOCK_COLUMNS} FROM ${from} ${from.includes(' WHERE ') ? 'AND' : 'WHERE'} v.id > :id ORDER BY v.id
        LIMIT 1000`,
      { ...values, id },
    )
  return {
    columns: [
      'SKU',
      'Barcode',
      'Product',
      'Size',
      'Colour',
      'On hand',
      'Reserved',
      'Available',
      'Reorder level',
      'State',
    ],
    rows: cellsOf(inBatches(after)),
  }
}

async function* cellsOf(rows: AsyncIterable<StockRow>) {
  for await (const row of rows)
    yield [
      row.sku,
      row.barcode,
      row.name,
      row.size,
      row.colour,
      row.on_hand,
      row.reserved,
      row.available,
      row.reorder_level,
      levelOf(row),
    ]
}

/** All variations of a product. @throws 404, also for a deleted product */
export async function findProductStock(id: number): Promise<ProductStock> {
  const product = await selectOne<Omit<ProductStock, 'variations'>>(
    `SELECT id AS product_id, name, reorder_level, ${SHOP_LEVEL} AS shop_reorder_level
    FROM products WHERE id = ? AND deleted_at IS NULL`,
    [id],
  )
  if (!product) throw notFound('Product')
  return {
    ...product,
    variations: await select<ShelfRow>(
      `SELECT ${STOCK_COLUMNS}, ${LATEST_MOVEMENT} AS movement_id FROM ${STOCK_FROM} WHERE v.product_id = ?
        ORDER BY v.id`,
      [id],
    ),
  }
}

/** One variation. @throws 404, also for a deleted product */
export async function findStock(id: number): Promise<StockRow> {
  const [row] = await stockRows([id])
  if (!row) throw notFound('Variant')
  return row
}
