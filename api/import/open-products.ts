import { invalid } from '#api/errors.ts'
import { ownFormat } from '#api/import/own-format.ts'
import { readCsv } from '#api/import/read-csv.ts'
import type { Cell, Format, Mistake, Row } from '#api/import/row.ts'
import { shopifyFormat } from '#api/import/shopify-format.ts'

/** The formats that can be read, in the order in which a file is held against them. */
const FORMATS: readonly Format[] = [ownFormat, shopifyFormat]

/** More rows than any shop's file of 20 MB holds, unless it is made to fill the memory. */
const MOST_ROWS = 200_000

/**
 * Opens a product file and yields its rows, and in their place what is wrong with the bad ones.
 * @throws 422 on `file`, before the first row, when it is no product file that we know
 */
export async function openProducts(path: string): Promise<AsyncGenerator<Row | Mistake>> {
  return readRows(await begin(path))
}

/** @throws 422 on `file` when it is no product file that we know */
export async function checkProducts(path: string): Promise<void> {
  const { records } = await begin(path)
  await records.return(undefined)
}

interface Begun { records: ReturnType<typeof readCsv>; columns: string[]; format: Format }

async function begin(path: string): Promise<Begun> {
  const records = readCsv(path)
  const first = await records.next()
  const { cells = [], flaw = 'This file is empty.' } = first.done ? {} : first.value
  const columns = cells.map(column => column.trim().toLowerCase())
  const format = FORMATS.find(({ needs }) => needs.every(column => columns.includes(column)))
  if (flaw === null && format) return { records, columns, format }
  await records.return(undefined)
  throw invalid({ file: [flaw ?? unknownColumns(columns)] })
}

async function* readRows({ records, columns, format }: Begun): AsyncGenerator<Row | Mistake> {
  const places = new Map([...columns.entries()].reverse().map(([place, column]) => [column, place]))
  let cells: string[] = []
  const cell: Cell = column => cells[places.get(column) ?? -1]?.trim() ?? ''
  let rows = 0
  for await (const record of records) {
    const { line } = record
    cells = record.cells
    if (++rows > MOST_ROWS) return yield { line, slug: null, message: `A file may have ${MOST_ROWS} rows; the rest was not read. Please split it.` }
    if (record.flaw) yield { line, slug: null, message: record.flaw }
    else if (cells.slice(columns.length).some(text => text.trim() !== '')) {
      yield { line, slug: null, message: `This row has ${cells.length} cells under ${columns.length} columns: a text with a comma may lack its quotation marks.` }
    } else yield { line, ...format.read(cell) }
  }
}

function unknownColumns(columns: readonly string[]): string {
  const nearest = FORMATS.map(({ name, needs }) => ({ name, missing: needs.filter(column => !columns.includes(column)), needs }))
    .sort((a, b) => a.missing.length - b.missing.length)[0]!
  return nearest.missing.length < nearest.needs.length
    ? `The first line reads like ${nearest.name} format, but lacks: ${nearest.missing.join(', ')}.`
    : `The first line must name the columns; the least are: ${FORMATS.map(({ name, needs }) => `${needs.join(', ')} (${name} format)`).join(' or ')}.`
}
