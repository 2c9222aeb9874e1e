import { wordsFor } from '#api/words/search-words.ts'
import { select, selectOne } from '#api/db/database.ts'
import { notFound } from '#api/errors.ts'
import { conditionsOf } from '#api/lists/conditions.ts'
import { inBatches, tableOf, type CsvColumn, type Table } from '#api/lists/csv.ts'
import { beginningWith } from '#api/lists/like.ts'
import { orderBy } from '#api/lists/order-by.ts'
import { pageCounted } from '#api/lists/paginate.ts'
import { COUNT_LINES_BOOKED, DIFFERENCE } from '#api/stock/booked-lines.ts'
import { ITEM_NAME } from '#api/stock/stock-rows.ts'
import { readingsOf } from '#sync/protocol/ean.ts'
import type { QueryOf } from '#sync/protocol/endpoints.ts'
import type { Page } from '#sync/protocol/page.ts'
import type { CountLines, StockCount, StockCountLine } from '#sync/protocol/staff/stock-count.ts'

type Filters = QueryOf<'GET /api/staff/stock/counts/:id/lines/csv'>
type Row = Omit<StockCountLine, 'again' | 'book' | 'difference' | 'counted_at'> & {
  again: number
  book: number | string | null
  difference: number | string | null
  counted_at: Date | null
  all_rows: number
}

const SHOWN: Record<CountLines, string> = {
  COUNTED: 'l.counted IS NOT NULL',
  UNCOUNTED: 'l.counted IS NULL AND l.round = 1',
  AGAIN: 'l.counted IS NULL AND l.round = 2',
  DIFFERENT: 'l.shown_difference <> 0',
}
const ORDERS = {
  item: 'item',
  sku: 'v.sku',
  counted: 'l.counted',
  counted_at: 'l.latest_at',
  difference: 'l.shown_difference',
} as const
const GOODS = `JOIN product_variations v ON v.id = l.product_variation_id JOIN products p ON p.id = v.product_id
  JOIN sizes s ON s.code = v.size_code
    LEFT JOIN colours c ON c.code = v.colour_code LEFT JOIN users u ON u.id = l.counted_by`

/** The booked stock stays hidden until nothing is left to count again, so that people count what is there. */
const isOpenBook = ({ status_code }: StockCount) => status_code === 'CHECKED' || status_code === 'CLOSED'

/** Lines that match the filters, with room for more conditions, an order and a window; with the values. */
function chosenOf(count: StockCount, { search, show }: Filters) {
  const difference = !isOpenBook(count) ? 'NULL' : count.status_code === 'CLOSED' ? 'l.difference' : DIFFERENCE
  const { where, values } = conditionsOf(
    {
      all: 'TRUE',
      show: show ? SHOWN[show] : '',
      beginning:
        '(v.sku LIKE :beginning OR v.barcode LIKE :beginning OR v.barcode IN (:readings) OR v.product_id IN (SELECT product_id FROM product_words WHERE MATCH (words) AGAINST (:words IN BOOLEAN MODE)))',
    },
    { all: true, show, beginning: search ? beginningWith(search) : undefined },
  )
  return {
    values: { ...values, id: count.id, words: wordsFor(search), readings: readingsOf(search ?? '') },
    statement: `SELECT l.id, l.product_variation_id, ${ITEM_NAME} AS item, v.sku, v.barcode, l.counted,
      u.name AS counted_by, l.latest_at AS counted_at, l.round = 2 AND l.counted IS NULL AS again,
      CAST(l.counted AS SIGNED) - l.shown_difference AS book, l.shown_difference AS difference, l.put_right,
      COUNT(*) OVER () AS all_rows
    FROM (SELECT l.*, ${difference} AS shown_difference
      FROM ${isOpenBook(count) ? COUNT_LINES_BOOKED : '(SELECT * FROM stock_count_lines WHERE count_id = :id) l'}) l ${GOODS} ${where}`,
  }
}

/** A count's lines, the most recently counted first by default. */
export async function listCountLines(
  count: StockCount,
  query: QueryOf<'GET /api/staff/stock/counts/:id'>,
): Promise<Page<StockCountLine>> {
  const { statement, values } = chosenOf(count, query)
  const order = orderBy(ORDERS, query, { id: 'l.id', usual: 'l.latest_at DESC, l.id' })
  return (
    await pageCounted(
      query,
      window => select<Row>(`${statement} ORDER BY ${order} LIMIT :limit OFFSET :offset`, { ...values, ...window }),
      lineFrom,
    )
  ).rows
}

const COLUMNS: readonly CsvColumn<StockCountLine>[] = [
  ['id', ({ id }) => id],
  ['item', ({ item }) => item],
  ['sku', ({ sku }) => sku],
  ['barcode', ({ barcode }) => barcode],
  ['counted', ({ counted }) => counted],
  ['counted_by', ({ counted_by }) => counted_by],
  ['counted_at', ({ counted_at }) => (counted_at === null ? null : new Date(counted_at))],
  ['again', ({ again }) => again],
  ['book', ({ book }) => book],
  ['difference', ({ difference }) => difference],
  ['put_right', ({ put_right }) => put_right],
]

/** All that match the filters, by id. */
export function countLineTable(count: StockCount, filters: Filters): Table {
  const { statement, values } = chosenOf(count, filters)
  return tableOf(
    COLUMNS,
    inBatches(async after =>
      (await select<Row>(`${statement} AND l.id > :after ORDER BY l.id LIMIT 1000`, { ...values, after })).map(
        lineFrom,
      ),
    ),
  )
}

/** A variation's line, as the person counting may see it. @throws 404 */
export async function findCountLine(count_id: number, product_variation_id: number): Promise<StockCountLine> {
  const row = await selectOne<Omit<Row, 'all_rows'>>(
    `SELECT l.id, l.product_variation_id, ${ITEM_NAME} AS item, v.sku, v.barcode, l.counted, u.name AS counted_by,
      l.latest_at AS counted_at,
    0 AS again, NULL AS book, NULL AS difference, 0 AS put_right FROM stock_count_lines l ${GOODS}
    WHERE l.count_id = ? AND l.product_variation_id = ?`,
    [count_id, product_variation_id],
  )
  if (!row) throw notFound('Line')
  return lineFrom({ ...row, all_rows: 1 })
}

const lineFrom = ({ all_rows: _all, again, book, difference, counted_at, ...row }: Row): StockCountLine => ({
  ...row,
  counted_at: counted_at?.toJSON() ?? null,
  again: Boolean(again),
  book: book === null ? null : Number(book),
  difference: difference === null ? null : Number(difference),
})
