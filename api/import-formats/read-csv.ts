import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { parse, type CsvError, type Info } from 'csv-parse'

/** A record of a file, or its error. `line` is where it starts, counted from 1. */
export interface CsvRecord {
  line: number
  cells: string[]
  flaw: string | null
}

const MOST_RECORD_BYTES = 4 * 1024 * 1024

/**
 * Reads a UTF-8 CSV file record by record, with commas, semicolons or tabs, and any line ends. Skips empty records but
 * counts their lines. Takes the memory of a few records, however long the file.
 */
export async function* readCsv(path: string): AsyncGenerator<CsvRecord> {
  const { delimiter, unreadable } = await lookInto(path)
  if (unreadable) return yield { line: 1, cells: [], flaw: unreadable }
  const flaws: CsvError[] = []
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    max_record_size: MOST_RECORD_BYTES,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_records_with_empty_values: true,
    skip_records_with_error: true,
    on_skip: error => {
      if (error) flaws.push(error)
    },
  })
  const file = createReadStream(path)
  file.on('error', error => parser.destroy(error)).pipe(parser)
  const lineOf = lineCounter()
  try {
    for await (const { info, record } of parser as AsyncIterable<{ info: Info; record: string[] }>) {
      yield { line: lineOf(info.lines, record), cells: record, flaw: flawOf(record) }
    }
    // The parser reports where a broken record ends; the reader needs its start.
    if (flaws.length > 0) yield { line: lineOf(0, []), cells: [], flaw: wordsFor(flaws[0]!) }
  } finally {
    file.destroy()
    parser.destroy()
  }
}

/** Converts the parser's line to the record's first line. The parser counts CRLF inside quotes as two lines. */
function lineCounter() {
  let doubled = 0
  let end = 0
  return (reached: number, cells: readonly string[]): number => {
    if (reached === 0) return end + 1
    let breaks = 0
    for (const cell of cells)
      if (cell.includes('\n') || cell.includes('\r')) {
        breaks += cell.match(/\r\n|\n|\r/g)!.length
        doubled += cell.match(/\r\n/g)?.length ?? 0
      }
    end = reached - doubled
    return end - breaks
  }
}

function flawOf(cells: readonly string[]): string | null {
  for (const cell of cells) {
    if (cell.includes('\uFFFD')) return 'Some letters cannot be read: please save the file as "CSV UTF-8".'
    if (cell.includes('\0')) return 'There is a NUL byte in this row.'
  }
  return null
}

const wordsFor = ({ code }: CsvError) =>
  code === 'CSV_QUOTE_NOT_CLOSED'
    ? 'A quotation mark is opened after here and never closed, so that the rest of the file cannot be read.'
    : 'This row is longer than 4 MB; a quotation mark may be missing. The rest of the file was not read.'

async function lookInto(path: string): Promise<{ delimiter: string; unreadable: string | null }> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16_384), 0, 16_384, 0)
    const head = buffer.subarray(0, bytesRead)
    return { delimiter: delimiterOf(head.toString('utf8')), unreadable: unreadable(head) }
  } finally {
    await file.close()
  }
}

function unreadable(head: Buffer): string | null {
  if (head.length === 0) return 'This file is empty.'
  const start = head.toString('latin1', 0, 4)
  if (start.startsWith('PK')) return 'This is an Excel workbook. Please save it as "CSV UTF-8" and send that.'
  if (start.startsWith('\xff\xfe') || start.startsWith('\xfe\xff') || (head[0] === 0) !== (head[1] === 0))
    return 'This file is in UTF-16. Please save it as "CSV UTF-8".'
  return null
}

/** The most frequent one in the first line; spreadsheets in some countries write semicolons. */
function delimiterOf(head: string): string {
  const line = head.split(/[\r\n]/, 1)[0]!.replace(/"[^"]*"/g, '')
  const count = (mark: string) => line.split(mark).length
  return [',', ';', '\t'].reduce((best, mark) => (count(mark) > count(best) ? mark : best))
}
