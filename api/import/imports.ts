import { select, selectOne } from '#api/db/database.ts'
import { notFound } from '#api/errors.ts'
import { conditionsOf } from '#api/lists/conditions.ts'
import { tableOf, type CsvCell, type CsvColumn, type Table } from '#api/lists/csv.ts'
import { holding } from '#api/lists/like.ts'
import { newestFirst } from '#api/lists/newest-first.ts'
import { orderBy } from '#api/lists/order-by.ts'
import { paged, windowOf } from '#api/lists/paginate.ts'
import { importFile, JOB_STATUS } from '#api/import/import-work.ts'
import { readCsv } from '#api/import-formats/read-csv.ts'
import { isThere } from '#api/uploads/pictures.ts'
import type { QueryOf, ReplyOf } from '#sync/protocol/endpoints.ts'
import type { ImportFilters } from '#sync/protocol/endpoints/imports.ts'
import type {
  Difference,
  ImportedFile,
  ImportLine,
  ImportOutcome,
  ImportQuestions,
  ImportStatus,
  OpenedImport,
} from '#sync/protocol/staff/import.ts'
import type { FormatCode, ImportReport } from '#sync/protocol/staff/import-report.ts'
import type { Page } from '#sync/protocol/page.ts'

interface Row {
  id: number
  file_name: string
  file_key: string | null
  format_code: FormatCode | null
  columns_found: string | null
  questions: string | null
  line_count: number
  row_count: number
  report: string | null
  /** As JSON: fetched, given up, all. */
  pictures: string
  status: ImportStatus
  stage: ImportStatus
  error: string | null
  user_id: number
  user_name: string | null
  created_at: Date
}

/** An import whose job failed keeps its progress; one whose pictures are not all here is not done. */
const STATUS = `CASE WHEN ${JOB_STATUS} = 'FAILED' AND i.status_code IN ('CHECKING', 'RUNNING') THEN 'FAILED'
  WHEN i.status_code = 'DONE' AND EXISTS (SELECT 1 FROM product_images g
    WHERE g.import_id = i.id AND g.next_fetch_at IS NOT NULL) THEN 'FETCHING' ELSE i.status_code END`
const PICTURES = `(SELECT CAST(JSON_ARRAY(COUNT(g.name), COALESCE(SUM(g.name IS NULL AND g.next_fetch_at IS NULL), 0),
    COUNT(*)) AS CHAR)
    FROM product_images g WHERE g.import_id = i.id) AS pictures`
const FROM = 'FROM product_imports i LEFT JOIN users u ON u.id = i.user_id LEFT JOIN jobs j ON j.id = i.job_id'
const COLUMNS = `i.id, i.file_name, i.file_key, i.format_code, i.columns_found, i.questions, i.line_count,
  i.row_count, i.report,
  i.user_id, u.name AS user_name, i.created_at, i.status_code AS stage,
  ${PICTURES}, ${STATUS} AS status, IF(j.status_code = 'FAILED', j.error, NULL) AS error ${FROM}`

const CONDITIONS = {
  search: 'i.file_name LIKE :search',
  status_code: `${STATUS} = :status_code`,
  format_code: 'i.format_code = :format_code',
  user_id: 'i.user_id = :user_id',
  start_date: 'i.created_at >= :start_date',
  end_date: 'i.created_at < :end_date + INTERVAL 1 DAY',
}
const ORDERS = {
  id: 'i.id',
  file_name: 'i.file_name',
  format_code: 'i.format_code',
  status_code: 'status',
  user: 'u.name',
} as const
const chosenBy = (filters: ImportFilters) =>
  conditionsOf(CONDITIONS, { ...filters, search: filters.search ? holding(filters.search) : undefined })

/** The newest first by default. */
export async function listImports(query: QueryOf<'GET /api/staff/imports'>): Promise<Page<ImportedFile>> {
  const { where, values } = chosenBy(query)
  const [rows, [count]] = await Promise.all([
    select<Row>(
      `SELECT ${COLUMNS} ${where} ORDER BY ${orderBy(ORDERS, query, { id: 'i.id' })} LIMIT :limit OFFSET :offset`,
      { ...values, ...windowOf(query) },
    ),
    select<{ n: number }>(`SELECT COUNT(*) AS n ${FROM} ${where}`, values),
  ])
  return paged(rows.map(imported), count!.n, query)
}

const CSV_COLUMNS: readonly CsvColumn<Row>[] = [
  ['id', ({ id }) => id],
  ['file_name', ({ file_name }) => file_name],
  ['format_code', ({ format_code }) => format_code],
  ['status_code', ({ status }) => status],
  ...(['created', 'updated', 'unchanged', 'failed'] as const).map((outcome): CsvColumn<Row> => [
    outcome,
    row => imported(row).summary?.[outcome],
  ]),
  ['user', ({ user_name }) => user_name],
  ['created_at', ({ created_at }) => created_at],
]

/** All that match the filters, the newest first, with the result in products. */
export const importTable = (filters: ImportFilters): Table =>
  tableOf(CSV_COLUMNS, newestFirst<Row>(`SELECT ${COLUMNS}`, 'i.id', chosenBy(filters)))

/** @throws 404 */
export async function readImport(id: number): Promise<OpenedImport> {
  const row = await rowOf(id)
  return {
    ...imported(row),
    columns: row.columns_found === null ? [] : (JSON.parse(row.columns_found) as OpenedImport['columns']),
    given_up: row.status !== 'FAILED' ? null : row.stage === 'CHECKING' ? 'CHECK' : 'IMPORT',
    error: row.error,
    questions: row.questions === null ? null : (JSON.parse(row.questions) as ImportQuestions),
  }
}

/** The same in the format of the one-step import. @throws 404 */
export async function findImport(id: number): Promise<ReplyOf<'GET /api/staff/products/imports/:id'>['import']> {
  const { status, row_count, report } = await rowOf(id)
  const nothing = {
    summary: { created: 0, updated: 0, unchanged: 0, failed: 0 },
    errors: status === 'FAILED' ? [{ line: row_count + 1, message: STOPPED }] : [],
  }
  return {
    id,
    status: STATUSES[status],
    rows: row_count,
    ...(report === null ? nothing : (JSON.parse(report) as ImportReport)),
  }
}

const STATUSES = {
  CHECKING: 'RUNNING',
  RUNNING: 'RUNNING',
  CHECKED: 'DONE',
  FETCHING: 'DONE',
  DONE: 'DONE',
  FAILED: 'FAILED',
} as const
const STOPPED = 'The import stopped near this row. Earlier rows are imported. Send the same file again to continue.'

/** The result for each row: of the rehearsal until the import is applied. In file order. @throws 404 */
export async function listLines(
  id: number,
  query: QueryOf<'GET /api/staff/imports/:id/lines'>,
): Promise<Page<ImportLine>> {
  const { is_rehearsal } = await phaseOf(id)
  const where = `import_id = :id AND is_rehearsal = :is_rehearsal ${query.outcome ? 'AND outcome = :outcome' : ''}`
  const values = { ...windowOf(query), id, is_rehearsal, outcome: query.outcome }
  const [rows, [count]] = await Promise.all([
    select<{
      id: number
      line: number
      outcome: ImportOutcome
      slug: string | null
      name: string | null
      detail: string
    }>(
      `SELECT id, line, outcome, slug, name, detail FROM product_import_lines WHERE ${where} ORDER BY line, id
        LIMIT :limit OFFSET :offset`,
      values,
    ),
    select<{ n: number }>(`SELECT COUNT(*) AS n FROM product_import_lines WHERE ${where}`, values),
  ])
  return paged(
    rows.map(({ detail, ...line }) =>
      line.outcome === 'WRONG' || line.outcome === 'HINT'
        ? { ...line, message: detail, differences: [] }
        : { ...line, message: null, differences: JSON.parse(detail) as Difference[] },
    ),
    count!.n,
    query,
  )
}

/**
 * A file's faulty rows as sent, with their errors: correct them and import the result.
 * @throws 404
 */
export async function mistakesTable(id: number): Promise<Table> {
  const { row, is_rehearsal } = await phaseOf(id)
  const wrong = wrongLines(id, is_rehearsal)
  const path = row.file_key === null ? null : await importFile(row.file_key)
  const isKept = path !== null && (await isThere(path))
  const names =
    row.columns_found === null ? [] : (JSON.parse(row.columns_found) as OpenedImport['columns']).map(({ name }) => name)
  return { columns: ['line', 'what is wrong', ...(isKept ? names : [])], rows: isKept ? wrongRows(path, wrong) : wrong }
}

type WrongLine = [line: number, words: string]

/** Each line's errors, in file order. */
async function* wrongLines(id: number, is_rehearsal: boolean): AsyncGenerator<WrongLine> {
  let last: WrongLine | undefined
  const after = (line: number, line_id: number) =>
    select<{ id: number; line: number; detail: string }>(
      `SELECT id, line, detail FROM product_import_lines
    WHERE import_id = :id AND is_rehearsal = :is_rehearsal AND outcome = 'WRONG' AND line >= :line
      AND (line > :line OR id > :line_id) ORDER BY line, id LIMIT 1000`,
      { id, is_rehearsal, line, line_id },
    )
  for (let rows = await after(0, 0); rows.length > 0; rows = await after(rows.at(-1)!.line, rows.at(-1)!.id)) {
    for (const { line, detail } of rows) {
      if (last && last[0] !== line) yield last
      last = [line, last?.[0] === line ? `${last[1]} ${detail}` : detail]
    }
  }
  if (last) yield last
}

/** Both are in file order, so neither needs to be held in memory. */
async function* wrongRows(path: string, wrong: AsyncGenerator<WrongLine>): AsyncGenerator<CsvCell[]> {
  let next = await wrong.next()
  for await (const { line, cells } of readCsv(path)) {
    while (!next.done && next.value[0] < line) next = await wrong.next()
    if (next.done) return
    if (next.value[0] === line) yield [...next.value, ...cells]
  }
}

async function phaseOf(id: number): Promise<{ row: Row; is_rehearsal: boolean }> {
  const row = await rowOf(id)
  return { row, is_rehearsal: row.stage === 'CHECKING' || row.stage === 'CHECKED' }
}

async function rowOf(id: number): Promise<Row> {
  const row = await selectOne<Row>(`SELECT ${COLUMNS} WHERE i.id = ?`, [id])
  if (!row) throw notFound('Import')
  return row
}

const imported = ({
  id,
  file_name,
  format_code,
  status,
  line_count,
  row_count,
  report,
  user_id,
  user_name,
  created_at,
  pictures,
}: Row): ImportedFile => ({
  id,
  file_name,
  format_code,
  status_code: status,
  done: row_count,
  total: isRead(status) ? row_count : Math.max(row_count, line_count - 1, 0),
  summary: report === null ? null : (JSON.parse(report) as ImportReport).summary,
  user: user_name === null ? null : { id: user_id, name: user_name },
  created_at: created_at.toJSON(),
  pictures: picturesIn(pictures),
})

const isRead = (status: ImportStatus) => ['DONE', 'FETCHING', 'CHECKED'].includes(status)

function picturesIn(text: string): ImportedFile['pictures'] {
  const [done = 0, failed = 0, total = 0] = JSON.parse(text) as number[]
  return { done, failed, total }
}
