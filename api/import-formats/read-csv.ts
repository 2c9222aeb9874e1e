import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { parse, type CsvError, type Info } from 'csv-parse'

/** A record of a file, or its error. `line` is where it starts, counted from 1. */
export interface CsvRecord {
  line: number
  cells: string[]
  flaw: string | null
}

const MOST_RECORD_BYTES = 4 * 1024 * 1024
/** Far more than a product has columns; a sheet exported in its whole width has 16,384. */
const MOST_CELLS = 20_000
const MOST_CHARACTERS = 100_000
/** Parsed in one turn: 500 of the shortest rows, which take 5 ms. */
const PIECE_BYTES = 1024
const HEAD_BYTES = 16 * 1024

/**
 * Reads a UTF-8 CSV file record by record, with commas, semicolons or tabs, and any line ends. Skips empty records but
 * counts their lines. Takes the memory of a few records, however long the file, and leaves others a turn after every
 * kilobyte.
 */
export async function* readCsv(path: string): AsyncGenerator<CsvRecord> {
  const { delimiter, unreadable } = await lookInto(path)
  if (unreadable) return yield { line: 1, cells: [], flaw: unreadable }
  yield* recordsIn(createReadStream(path), delimiter)
}

/** The same of a text. */
export const readCsvText = (text: string): AsyncGenerator<CsvRecord> =>
  recordsIn([Buffer.from(text)], delimiterOf(text.slice(0, HEAD_BYTES)))

async function* inPieces(source: Source): AsyncGenerator<Buffer> {
  for await (const bytes of source)
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      yield bytes.subarray(at, at + PIECE_BYTES)
      await turn()
    }
}

type Source = AsyncIterable<Buffer> | Iterable<Buffer>

async function* recordsIn(source: Source, delimiter: string): AsyncGenerator<CsvRecord> {
  const flaws: CsvError[] = []
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    max_record_size: MOST_RECORD_BYTES,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_quotes: true,
    skip_records_with_empty_values: true,
    skip_records_with_error: true,
    on_skip: error => {
      if (error) flaws.push(error)
    },
  })
  takeAnyLength(parser.info)
  const width = { isPassed: false }
  const input = Readable.from(upToWidth(inPieces(source), delimiter, width))
  input.on('error', error => parser.destroy(error)).pipe(parser)
  const lineOf = lineCounter()
  // A record is passed on when the next one shows that it was whole.
  let last: CsvRecord | null = null
  try {
    for await (const { info, record } of parser as AsyncIterable<{ info: Info; record: string[] }>) {
      if (last) yield last
      last = { line: lineOf(info.lines, record), cells: record, flaw: flawOf(record) }
    }
    const isCut = width.isPassed && flaws.length === 0
    if (last) yield isCut ? { ...last, cells: [], flaw: TOO_WIDE } : last
    // The parser reports where a broken record ends; the reader needs its start.
    if (flaws.length > 0)
      yield { line: lineOf(0, []), cells: [], flaw: width.isPassed ? TOO_WIDE : wordsFor(flaws[0]!) }
  } finally {
    input.destroy()
    parser.destroy()
  }
}

/**
 * Has the parser believe each record to be the first. It compares the lengths of all others with that of the first, and
 * where one differs it builds an error with copies of the record and of all its options, even if told to allow that:
 * 0.2 ms for each row of a sheet that leaves out trailing commas (csv-parse 7.0.3).
 */
const takeAnyLength = (info: object) =>
  Object.defineProperty(info, 'records', { get: () => 0, set: () => {}, enumerable: true })

/** The bytes up to the first line with too many cells: the parser limits the text of a record, not its cells. */
async function* upToWidth(
  source: AsyncIterable<Buffer>,
  delimiter: string,
  width: { isPassed: boolean },
): AsyncGenerator<Buffer> {
  const mark = delimiter.charCodeAt(0)
  let cells = 0
  for await (const piece of source) {
    for (let at = 0; at < piece.length; at += 1) {
      const byte = piece[at]
      if (byte === LINE_FEED || byte === CARRIAGE_RETURN) cells = 0
      else if (byte === mark && (cells += 1) > MOST_CELLS) {
        width.isPassed = true
        // Never empty, so that the parser does not skip what there is of it.
        return yield Buffer.concat([piece.subarray(0, at), Buffer.from('x')])
      }
    }
    yield piece
  }
}

const LINE_FEED = 10
const CARRIAGE_RETURN = 13
const TOO_WIDE = 'This line has more than 20,000 cells. The rest of the file was not read.'

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
    if (cell.length > MOST_CHARACTERS) return 'A cell of this row has more than 100,000 characters.'
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
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
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
