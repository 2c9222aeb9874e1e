import { CATEGORY_BELOW } from '#api/catalogue/categories.ts'
import { wordsFor } from '#api/words/search-words.ts'
import { select } from '#api/db/database.ts'
import type { Table } from '#api/lists/csv.ts'
import { orderBy } from '#api/lists/order-by.ts'
import { pageCounted } from '#api/lists/paginate.ts'
import { PRODUCT_FOUND } from '#api/stock/stock-rows.ts'
import type { QueryOf } from '#sync/protocol/endpoints.ts'
import type { Page } from '#sync/protocol/page.ts'
import { bySizeCode } from '#sync/protocol/size-order.ts'
import type { BrokenRun } from '#sync/protocol/staff/stock-report.ts'

type Filters = QueryOf<'GET /api/staff/stock/broken-runs/csv'>
type Query = QueryOf<'GET /api/staff/stock/broken-runs'>
type Row = Omit<BrokenRun, 'missing'> & { missing: string; all_rows: number }

/** Colours on sale with a size sold out between their smallest and largest; the most pieces left first by default. */
export const listBrokenRuns = async (query: Query): Promise<Page<BrokenRun>> =>
  (
    await pageCounted(
      query,
      window => readRuns(query, window),
      ({ all_rows: _all, missing, ...row }) => ({ ...row, missing: missing.split('\n') }),
    )
  ).rows

/** The same as a table. */
export const brokenRunsTable = (query: Filters): Table => ({
  columns: ['Product', 'Colour', 'Missing sizes', 'Pieces left'],
  rows: cellsOf(query),
})

async function* cellsOf(query: Filters) {
  for (const { name, colour, missing, pieces } of await readRuns(query, { limit: 100_000, offset: 0 }))
    yield [name, colour, missing.replaceAll('\n', ', '), pieces]
}

const COLUMNS = { name: 'p.name', pieces: 'b.pieces' } as const

async function readRuns(
  { category_id, search, ...order }: Query,
  window: { limit: number; offset: number },
): Promise<Row[]> {
  const sizes = (await select<{ code: string }>('SELECT code FROM sizes')).map(({ code }) => code).sort(bySizeCode)
  return select<Row>(
    `
    WITH run AS (SELECT v.id, v.product_id, v.colour_code, v.colour_key, s.name AS size,
    v.on_hand - v.reserved AS available,
        ROW_NUMBER() OVER (PARTITION BY v.product_id, v.colour_key ORDER BY FIELD(v.size_code, :sizes)) AS place,
        COUNT(*) OVER (PARTITION BY v.product_id, v.colour_key) AS sizes
      FROM product_variations v JOIN sizes s ON s.code = v.size_code
      JOIN products p ON p.id = v.product_id AND p.deleted_at IS NULL
        AND p.status_code = 'LIVE' ${category_id ? `AND ${CATEGORY_BELOW}` : ''} ${search ? `AND ${PRODUCT_FOUND}` : ''}),
    broken AS (SELECT MIN(id) AS id, product_id, colour_code, CAST(SUM(GREATEST(available, 0)) AS SIGNED) AS pieces,
        GROUP_CONCAT(IF(available <= 0 AND place > 1 AND place < sizes, size, NULL)
          ORDER BY place SEPARATOR '\n') AS missing
      FROM run GROUP BY product_id, colour_key, colour_code HAVING missing IS NOT NULL AND pieces > 0)
    SELECT b.id, b.product_id, p.name, b.colour_code, c.name AS colour, b.missing, b.pieces,
      COUNT(*) OVER () AS all_rows
    FROM broken b JOIN products p ON p.id = b.product_id LEFT JOIN colours c ON c.code = b.colour_code
    ORDER BY ${orderBy(COLUMNS, order, { id: 'b.id', usual: 'b.pieces DESC, b.id' })} LIMIT :limit OFFSET :offset`,
    { sizes: ['', ...sizes], category_id, words: wordsFor(search), ...window },
  )
}
