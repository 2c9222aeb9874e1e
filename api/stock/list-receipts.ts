import { select, selectOne } from '#api/db/database.ts'
import { notFound } from '#api/errors.ts'
import { conditionsOf } from '#api/lists/conditions.ts'
import { tableOf, type CsvColumn, type Table } from '#api/lists/csv.ts'
import { holding } from '#api/lists/like.ts'
import { newestFirst } from '#api/lists/newest-first.ts'
import { orderBy } from '#api/lists/order-by.ts'
import { paged, windowOf } from '#api/lists/paginate.ts'
import { ITEM_NAME } from '#api/stock/stock-rows.ts'
import type { QueryOf } from '#sync/protocol/endpoints.ts'
import type { GoodsReceipt, GoodsReceiptLine, GoodsReceiptSummary } from '#sync/protocol/staff/goods-receipt.ts'
import type { Page } from '#sync/protocol/page.ts'

type Row = Omit<GoodsReceiptSummary, 'booked_at' | 'created_at' | 'updated_at'> & {
  booked_at: Date | null
  created_at: Date
  updated_at: Date
}

const SELECT = `SELECT r.id, r.status_code, r.supplier, r.note, r.booked_at, r.created_at, r.updated_at, u.name AS user,
  b.name AS booked_by,
  CAST((SELECT COALESCE(SUM(l.quantity), 0) FROM stock_receipt_lines l WHERE l.receipt_id = r.id) AS SIGNED) AS pieces
  FROM stock_receipts r LEFT JOIN users u ON u.id = r.user_id LEFT JOIN users b ON b.id = r.booked_by`

const CONDITIONS = {
  status_code: 'r.status_code = :status_code',
  search: '(r.supplier LIKE :search OR r.note LIKE :search)',
} as const
const COLUMNS = { id: 'r.id', supplier: 'r.supplier', pieces: 'pieces' } as const
const chosenBy = (filters: QueryOf<'GET /api/staff/stock/receipts/csv'>) =>
  conditionsOf(CONDITIONS, { ...filters, search: filters.search ? holding(filters.search) : undefined })

/** Goods receipts, the newest first by default. */
export async function listReceipts(
  query: QueryOf<'GET /api/staff/stock/receipts'>,
): Promise<Page<GoodsReceiptSummary>> {
  const { where, values } = chosenBy(query)
  const rows = await select<Row>(
    `${SELECT} ${where} ORDER BY ${orderBy(COLUMNS, query, { id: 'r.id' })} LIMIT :limit OFFSET :offset`,
    { ...values, ...windowOf(query) },
  )
  const count = await selectOne<{ n: number }>(`SELECT COUNT(*) AS n FROM stock_receipts r ${where}`, values)
  return paged(rows.map(summaryFrom), count!.n, query)
}

const CSV_COLUMNS: readonly CsvColumn<Row>[] = [
  ['id', ({ id }) => id],
  ['status_code', ({ status_code }) => status_code],
  ['supplier', ({ supplier }) => supplier],
  ['pieces', ({ pieces }) => pieces],
  ['note', ({ note }) => note],
  ['user', ({ user }) => user],
  ['booked_by', ({ booked_by }) => booked_by],
  ['booked_at', ({ booked_at }) => booked_at],
  ['created_at', ({ created_at }) => created_at],
]

/** All that match the filter, the newest first. */
export const receiptTable = (filters: QueryOf<'GET /api/staff/stock/receipts/csv'>): Table =>
  tableOf(CSV_COLUMNS, newestFirst<Row>(SELECT, 'r.id', chosenBy(filters)))

/** A goods receipt with its lines; costs only for people who may see them. @throws 404 */
export async function findReceipt(id: number, { costs }: { costs: boolean }): Promise<GoodsReceipt> {
  const row = await selectOne<Row>(`${SELECT} WHERE r.id = ?`, [id])
  if (!row) throw notFound('Goods receipt')
  const lines = await select<GoodsReceiptLine>(
    `SELECT l.id, v.product_id, l.product_variation_id, ${ITEM_NAME} AS item, v.sku, v.barcode, l.quantity,
      ${costs ? 'l.unit_cost' : 'NULL AS unit_cost'}
    FROM stock_receipt_lines l JOIN product_variations v ON v.id = l.product_variation_id
    JOIN products p ON p.id = v.product_id
    JOIN sizes s ON s.code = v.size_code LEFT JOIN colours c ON c.code = v.colour_code WHERE l.receipt_id = ?
    ORDER BY l.id`,
    [id],
  )
  return { ...summaryFrom(row), lines }
}

const summaryFrom = (row: Row): GoodsReceiptSummary => ({
  ...row,
  booked_at: row.booked_at?.toJSON() ?? null,
  created_at: row.created_at.toJSON(),
  updated_at: row.updated_at.toJSON(),
})
