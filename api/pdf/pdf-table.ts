import { PdfFile, UNKNOWN } from '#api/pdf/pdf-file.ts'
import { readFont, type Font } from '#api/pdf/true-type.ts'

/** `width` in points. */
export interface PdfColumn {
  head: string
  width: number
  isNumber?: true
}

export interface PdfTable {
  title: string
  subtitle: string
  columns: readonly PdfColumn[]
  rows: AsyncIterable<readonly string[]>
  /** Rows of totals, asked for after all other rows. */
  sums?: () => readonly (readonly string[])[]
}

/** A4 landscape, in points. */
const WIDTH = 842
const HEIGHT = 595
const MARGIN = 32
const LINE = 13
/** The distance between two lines of a cell, in points. */
const NEXT_LINE = 10
const GAP = 6

/** `size` in points. */
interface Face {
  font: 'R' | 'B'
  size: number
}
const TITLE: Face = { font: 'B', size: 13 }
const HEAD: Face = { font: 'B', size: 8 }
const BODY: Face = { font: 'R', size: 8 }
const SUM: Face = { font: 'B', size: 8 }

let letters: Record<Face['font'], Font> | null = null
/** The receipts' fonts, which contain ₵. */
const fonts = () =>
  (letters ??= {
    R: readFont(new URL('../../pwa/receipt/receipt-regular.ttf', import.meta.url)),
    B: readFont(new URL('../../pwa/receipt/receipt-bold.ttf', import.meta.url)),
  })

/**
 * Writes a table as a PDF over as many pages as it takes, with its headings on each. Text too long for its column
 * wraps.
 */
export async function pdfTable(path: string, table: PdfTable): Promise<void> {
  const pdf = await PdfFile.open(path, fonts())
  try {
    let sheet = new Sheet(pdf, table, 1)
    const write = async (cells: readonly string[], face: Face) => {
      const lines = table.columns.map(({ width }, i) => wrapped(cells[i] ?? '', width - GAP, face))
      if (!sheet.hasRoomFor(lines)) {
        await sheet.end()
        sheet = new Sheet(pdf, table, sheet.number + 1)
      }
      if (face === SUM) sheet.rule()
      sheet.row(lines, face)
    }
    for await (const cells of table.rows) await write(cells, BODY)
    for (const cells of table.sums?.() ?? []) await write(cells, SUM)
    await sheet.end()
    await pdf.close(table.title)
  } catch (error) {
    await pdf.abandon()
    throw error
  }
}

/** One page, filled from the top. */
class Sheet {
  readonly number: number
  readonly #pdf: PdfFile
  readonly #columns: readonly PdfColumn[]
  readonly #drawn: string[] = []
  #y = HEIGHT - MARGIN - 8

  constructor(pdf: PdfFile, { title, subtitle, columns }: PdfTable, number: number) {
    this.#pdf = pdf
    this.#columns = columns
    this.number = number
    this.#right(WIDTH - MARGIN, `Page ${number}`, BODY)
    this.#left(MARGIN, title, TITLE)
    this.#y -= 16
    for (const line of wrapped(subtitle, WIDTH - 2 * MARGIN, BODY)) {
      this.#left(MARGIN, line, BODY)
      this.#y -= NEXT_LINE
    }
    this.#y -= 12
    this.row(
      columns.map(({ head }) => [head]),
      HEAD,
    )
    this.rule()
  }

  hasRoomFor(lines: readonly (readonly string[])[]): boolean {
    return this.#y - heightOf(lines) + LINE >= MARGIN
  }

  /** A line across the page, above the next row. */
  rule() {
    this.#drawn.push(`0.6 w ${MARGIN} ${this.#y + LINE - 4} m ${WIDTH - MARGIN} ${this.#y + LINE - 4} l S`)
  }

  /** Each cell as its lines. */
  row(cells: readonly (readonly string[])[], face: Face) {
    const top = this.#y
    let x = MARGIN
    for (const [i, { width, isNumber }] of this.#columns.entries()) {
      for (const line of cells[i] ?? []) {
        if (isNumber) this.#right(x + width - GAP, line, face)
        else this.#left(x, line, face)
        this.#y -= NEXT_LINE
      }
      this.#y = top
      x += width
    }
    this.#y -= heightOf(cells)
  }

  end = () => this.#pdf.page(WIDTH, HEIGHT, this.#drawn.join('\n'))

  #left(x: number, words: string, { font, size }: Face) {
    if (words)
      this.#drawn.push(`BT /${font} ${size} Tf ${x.toFixed(2)} ${this.#y} Td ${this.#pdf.textOf(font, words)} Tj ET`)
  }

  #right(x: number, words: string, face: Face) {
    this.#left(x - widthOf(words, face), words, face)
  }
}

const heightOf = (lines: readonly (readonly string[])[]) =>
  LINE + NEXT_LINE * (Math.max(1, ...lines.map(({ length }) => length)) - 1)

function widthOf(words: string, { font, size }: Face): number {
  const { widthOf: width, glyphOf } = fonts()[font]
  let thousandths = 0
  for (const letter of words) thousandths += width(glyphOf(letter.codePointAt(0)!) || glyphOf(UNKNOWN))
  return (thousandths * size) / 1000
}

/** A text as lines that fit, broken between words if possible. */
function wrapped(text: string, room: number, face: Face): string[] {
  if (widthOf(text, face) <= room) return [text]
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    const longer = line ? `${line} ${word}` : word
    if (widthOf(longer, face) <= room) {
      line = longer
      continue
    }
    if (line) lines.push(line)
    const pieces = broken(word, room, face)
    lines.push(...pieces.slice(0, -1))
    line = pieces.at(-1)!
  }
  return [...lines, line]
}

/** A word in pieces that fit. */
function broken(word: string, room: number, face: Face): string[] {
  const pieces = ['']
  for (const letter of word) {
    if (widthOf(pieces.at(-1)! + letter, face) > room) pieces.push(letter)
    else pieces[pieces.length - 1] += letter
  }
  return pieces
}
