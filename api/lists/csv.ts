import { Download } from '#api/http/download.ts'
import { route, type Request, type Route } from '#api/http/route.ts'
import type { EndpointName, QueryOf, ReplyOf } from '#sync/protocol/endpoints.ts'
import type { FileReply } from '#sync/protocol/file-reply.ts'
import type Joi from 'joi'
import type { Clearance } from '#sync/protocol/roles.ts'

/** Money as text with two decimals, or a number if decimals do not matter; a time as a Date. */
export type CsvCell = string | number | boolean | Date | null | undefined
export interface Table {
  columns: readonly string[]
  rows: AsyncIterable<readonly CsvCell[]>
}

/** The endpoints that answer with a file. */
type FileEndpointName = { [N in EndpointName]: ReplyOf<N> extends FileReply ? N : never }[EndpointName]

interface Spec<N extends EndpointName> {
  summary: string
  access: Clearance
  query?: Joi.Schema<QueryOf<N>>
  /** It shows how people can be reached: users with a second factor show it again. */
  stepUp?: true
  /** The file's name, without the day and the extension. */
  file: string | ((query: QueryOf<N>) => string)
}

/**
 * A route that streams a table as a CSV file: `csvRoute('GET /api/staff/stock/csv', { summary, access: STAFF, query,
 * file: 'stock' }, ({ query }) => ({ columns, rows }))`.
 */
export const csvRoute = <N extends FileEndpointName>(
  name: N,
  { file, ...spec }: Spec<N>,
  tableOf: (request: Request<N>) => Table | Promise<Table>,
): Route =>
  route(
    name,
    { ...spec, reply: null, sends: 'text/csv' },
    async request =>
      new Download(
        `${typeof file === 'string' ? file : file(request.query)}-${new Date().toISOString().slice(0, 10)}.csv`,
        'text/csv; charset=utf-8; header=present',
        csvText(await tableOf(request)),
      ) as ReplyOf<N>,
  )

/** Above every id, to start descending. */
export const HIGHEST_ID = 4_294_967_296

/**
 * Rows in the order of their ids, a thousand at a time. Holds no database connection between batches, however slowly
 * the client reads. `batchAfter` returns the rows after an id; an empty batch is the end. Ids may ascend from 0 or
 * descend from HIGHEST_ID.
 */
export const inBatches = <Row extends { id: number }>(
  batchAfter: (id: number) => Promise<Row[]>,
  first = 0,
): AsyncGenerator<Row> => inBatchesBehind<Row>(last => batchAfter(last?.id ?? first))

/** The same in any order. `batchBehind` returns the rows behind one; those at the beginning for null. */
export async function* inBatchesBehind<Row>(batchBehind: (last: Row | null) => Promise<Row[]>): AsyncGenerator<Row> {
  for (let rows = await batchBehind(null); rows.length > 0; rows = await batchBehind(rows.at(-1)!)) yield* rows
}

/** A column's heading, and its cell for a row. */
export type CsvColumn<Row> = readonly [head: string, cell: (row: Row) => CsvCell]

/** Rows as a streamed table. */
export const tableOf = <Row>(columns: readonly CsvColumn<Row>[], rows: AsyncIterable<Row>): Table => ({
  columns: columns.map(([head]) => head),
  rows: cellsOf(columns, rows),
})

async function* cellsOf<Row>(columns: readonly CsvColumn<Row>[], rows: AsyncIterable<Row>): AsyncGenerator<CsvCell[]> {
  for await (const row of rows) yield columns.map(([, cell]) => cell(row))
}

/** How much text is collected before it is sent. */
const CHUNK = 65_536

/** A table as CSV that spreadsheets open directly: UTF-8 with a BOM, CRLF, and no cell that would run as a formula. */
export async function* csvText({ columns, rows }: Table): AsyncGenerator<string> {
  let text = `\uFEFF${lineOf(columns)}`
  for await (const row of rows) {
    text += lineOf(row)
    if (text.length < CHUNK) continue
    yield text
    text = ''
  }
  if (text) yield text
}

const lineOf = (cells: readonly CsvCell[]) => `${cells.map(cellOf).join(',')}\r\n`

function cellOf(value: CsvCell): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return momentOf(value)
  if (typeof value !== 'string') return String(value)
  const text = neutral(value)
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** '2026-11-22 15:04:00', which spreadsheets read as a time. It is UTC, Ghana's own time. */
const momentOf = (date: Date) => date.toJSON().slice(0, 19).replace('T', ' ')

/**
 * Prefixes an apostrophe to anything a spreadsheet would run as a formula, even behind apostrophes. Negative amounts
 * are not formulas.
 */
const neutral = (text: string) =>
  /^'*[=+\-@\t\r\n＝＋－＠]/.test(text) && !/^-\d+(\.\d+)?$/.test(text) ? `'${text}` : text

/** Removes that apostrophe. */
export const unneutral = (text: string) => (/^'+[=+\-@\t\r\n＝＋－＠]/.test(text) ? text.slice(1) : text)
