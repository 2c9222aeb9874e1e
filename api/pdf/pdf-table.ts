import { PdfFile, UNKNOWN } from '#api/pdf/pdf-file.ts'
import { readFont, type Font } from '#api/pdf/true-type.ts'

/** `width` in points. */
export interface PdfColumn { head: string; width: number; isNumber?: true }

export interface PdfTable {
  title: string
  subtitle: string
  columns: readonly PdfColumn[]
  rows: AsyncIterable<readonly string[]>
}

/** A4 on its side, in points. */
const WIDTH = 842
const HEIGHT = 595
const MARGIN = 32
const LINE = 13
const GAP = 6

/** `size` in points. */
interface Face { font: 'R' | 'B'; size: number }
const TITLE: Face = { font: 'B', size: 13 }
const HEAD: Face = { font: 'B', size: 8 }
const BODY: Face = { font: 'R', size: 8 }

let letters: Record<Face['font'], Font> | null = null
/** The receipts' letters, which have a ₵. */
const fonts = () => letters ??= { R: readFont(new URL('../../pwa/receipt/receipt-regular.ttf', import.meta.url)), B: readFont(new URL('../../pwa/receipt/receipt-bold.ttf', import.meta.url)) }

/** Writes a table as a PDF over as many pages as it takes, its heads on each. What is too long for its column is cut. */
export async function pdfTable(path: string, table: PdfTable): Promise<void> {
  const pdf = await PdfFile.open(path, fonts())
  try {
    let sheet = new Sheet(pdf, table, 1)
    for await (const cells of table.rows) {
      if (sheet.isFull) {
        await sheet.end()
        sheet = new Sheet(pdf, table, sheet.number + 1)
      }
      sheet.row(cells, BODY)
    }
    await sheet.end()
    await pdf.close(table.title)
  } catch (error) {
    await pdf.abandon()
    throw error
  }
}

/** One page, from its head down. */
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
    this.#left(MARGIN, subtitle, BODY)
    this.#y -= 22
    this.row(columns.map(({ head }) => head), HEAD)
    this.#drawn.push(`0.6 w ${MARGIN} ${this.#y + LINE - 4} m ${WIDTH - MARGIN} ${this.#y + LINE - 4} l S`)
  }

  get isFull() {
    return this.#y < MARGIN
  }

  row(cells: readonly string[], face: Face) {
    let x = MARGIN
    for (const [i, { width, isNumber }] of this.#columns.entries()) {
      const shown = fitted(cells[i] ?? '', width - GAP, face)
      if (isNumber) this.#right(x + width - GAP, shown, face)
      else this.#left(x, shown, face)
      x += width
    }
    this.#y -= LINE
  }

  end = () => this.#pdf.page(WIDTH, HEIGHT, this.#drawn.join('\n'))

  #left(x: number, words: string, { font, size }: Face) {
    if (words) this.#drawn.push(`BT /${font} ${size} Tf ${x.toFixed(2)} ${this.#y} Td ${this.#pdf.textOf(font, words)} Tj ET`)
  }

  #right(x: number, words: string, face: Face) {
    this.#left(x - widthOf(words, face), words, face)
  }
}

function widthOf(words: string, { font, size }: Face): number {
  const { widthOf: width, glyphOf } = fonts()[font]
  let thousandths = 0
  for (const letter of words) thousandths += width(glyphOf(letter.codePointAt(0)!) || glyphOf(UNKNOWN))
  return thousandths * size / 1000
}

function fitted(words: string, room: number, face: Face): string {
  if (widthOf(words, face) <= room) return words
  const all = [...words]
  while (all.length > 0 && widthOf(`${all.join('')}…`, face) > room) all.pop()
  return `${all.join('').trimEnd()}…`
}
