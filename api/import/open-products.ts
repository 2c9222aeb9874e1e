import { invalid } from '#api/errors.ts'
import { unneutral } from '#api/lists/csv.ts'
import { ownFormat } from '#api/import-formats/own-format.ts'
import { readCsv } from '#api/import-formats/read-csv.ts'
import type { Cell, Format, Mistake, Row } from '#api/import-formats/row.ts'
import { shopifyFormat } from '#api/import-formats/shopify-format.ts'
import { wooFormat } from '#api/import-formats/woo-format.ts'
import type { FormatCode } from '#sync/protocol/staff/import-report.ts'

/** The readable formats, in the order they are tried. */
const FORMATS: readonly Format[] = [ownFormat, shopifyFormat, wooFormat]

/**
 * Twice 50,000 products with five variations each, so that a shop of that size can read its own export. Each row takes
 * a little memory.
 */
const MOST_ROWS = 500_000
const MOST_COLUMNS = 1_000

/**
 * Opens a product file and yields its rows, with errors in place of bad ones.
 * @throws 422 on `file`, before the first row, if it is not a known product file
 */
export async function openProducts(path: string): Promise<AsyncGenerator<Row | Mistake>> {
  return readRows(await begin(path))
}

/** A file's format, and which of its columns are read. @throws 422 on `file` if it is not a known product file */
export async function inspectProducts(
  path: string,
): Promise<{ format: FormatCode; columns: { name: string; isRead: boolean }[] }> {
  const { records, names, format } = await begin(path)
  await records.return(undefined)
  return {
    format: format.code,
    columns: names.map(name => ({ name: name.slice(0, 100), isRead: format.reads(name.toLowerCase()) })),
  }
}

interface Begun {
  records: ReturnType<typeof readCsv>
  names: string[]
  columns: string[]
  format: Format
}

async function begin(path: string): Promise<Begun> {
  const records = readCsv(path)
  const first = await records.next()
  const { cells = [], flaw = 'This file is empty.' } = first.done ? {} : first.value
  const names = cells.map(column => column.trim())
  const columns = names.map(name => name.toLowerCase())
  const format = FORMATS.find(({ needs }) => needs.every(column => columns.includes(column)))
  if (flaw === null && format && columns.length <= MOST_COLUMNS) return { records, names, columns, format }
  await records.return(undefined)
  throw invalid({
    file: [
      flaw ??
        (format
          ? `A file can have up to ${MOST_COLUMNS} columns; this one has ${columns.length}.`
          : unknownColumns(columns)),
    ],
  })
}

async function* readRows({ records, columns, format }: Begun): AsyncGenerator<Row | Mistake> {
  const places = new Map([...columns.entries()].reverse().map(([place, column]) => [column, place]))
  let cells: string[] = []
  const cell: Cell = column => unneutral(cells[places.get(column) ?? -1] ?? '').trim()
  const reader = format.open(column => places.has(column))
  let rows = 0
  for await (const record of records) {
    const { line } = record
    cells = record.cells
    if (++rows > MOST_ROWS)
      return yield {
        line,
        slug: null,
        message: `A file can have up to ${MOST_ROWS} rows; the rest was not read. Please split it.`,
      }
    if (record.flaw) yield { line, slug: null, message: record.flaw }
    else if (cells.slice(columns.length).some(text => text.trim() !== '')) {
      yield {
        line,
        slug: null,
        message: `This row has ${cells.length} cells under ${columns.length} columns: a text with a comma may lack its quotation marks.`,
      }
    } else yield* reader.read(cell, line)
  }
  yield* reader.end()
}

function unknownColumns(columns: readonly string[]): string {
  const nearest = FORMATS.map(({ name, needs }) => ({
    name,
    missing: needs.filter(column => !columns.includes(column)),
    needs,
  })).sort((a, b) => a.missing.length - b.missing.length)[0]!
  return nearest.missing.length < nearest.needs.length
    ? `The first line reads like ${nearest.name} format, but lacks: ${nearest.missing.join(', ')}.`
    : `The first line must name the columns. Required: ${FORMATS.map(({ name, needs }) => `${needs.join(', ')} (${name} format)`).join(' or ')}.`
}
