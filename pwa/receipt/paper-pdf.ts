import type { jsPDF } from 'jspdf'
import { PDF_FONT, withKnownLetters } from './empty-pdf.ts'
import { MARK, MARK_SIDE } from './shop-mark.ts'

/** The receipt's paper size, in inches. */
export const WIDTH = 3.14
export const HEIGHT = 11
const MARGIN = 0.16
const INNER = WIDTH - 2 * MARGIN
const POINTS_PER_INCH = 72
const MARK_INCHES = 0.42

type Weight = 'normal' | 'bold'
/** `size` in points. */
export interface Face {
  size: number
  weight: Weight
}

export const BODY: Face = { size: 8.5, weight: 'normal' }
export const SMALL: Face = { size: 7.5, weight: 'normal' }
export const STRONG: Face = { size: 8.5, weight: 'bold' }
export const TOTAL: Face = { size: 12, weight: 'bold' }
export const SHOP: Face = { size: 14, weight: 'bold' }

/** Writes a line at the foot of each page, if there are several. */
export function numberPages(doc: jsPDF, wordsOf: (page: number, pages: number) => string) {
  const pages = doc.getNumberOfPages()
  if (pages === 1) return
  for (let page = 1; page <= pages; page += 1) {
    doc.setPage(page)
    doc.setFont(PDF_FONT, SMALL.weight).setFontSize(SMALL.size)
    doc.text(wordsOf(page, pages), WIDTH / 2, HEIGHT - MARGIN, { align: 'center' })
  }
}

export const heightOf = ({ size }: Face) => (size * 1.36) / POINTS_PER_INCH

/** Writes the page line by line, and adds a page at the end of the paper. */
export class Paper {
  readonly #doc: jsPDF
  #y = MARGIN

  constructor(doc: jsPDF) {
    this.#doc = doc
  }

  /** Makes sure that the next `height` inches fit on one page. */
  need(height: number) {
    if (this.#y + Math.min(height, HEIGHT / 2) <= HEIGHT - 2.5 * MARGIN) return
    this.#doc.addPage([WIDTH, HEIGHT])
    this.#y = MARGIN
  }

  gap(height: number) {
    this.#y += height
  }

  /** The shop's mark, in the middle. */
  mark() {
    const unit = MARK_INCHES / MARK_SIDE
    const left = (WIDTH - MARK_INCHES) / 2
    for (const { x, y, width, height, round = 0, ink } of MARK)
      this.#doc
        .setFillColor(ink ? '#000000' : '#ffffff')
        .roundedRect(left + x * unit, this.#y + y * unit, width * unit, height * unit, round * unit, round * unit, 'F')
    this.#y += MARK_INCHES + 0.04
  }

  rule() {
    this.need(0.12)
    this.#y += 0.06
    this.#doc.setLineWidth(0.006).line(MARGIN, this.#y, WIDTH - MARGIN, this.#y)
    this.#y += 0.06
  }

  wrapped(text: string, face: Face, width = INNER): string[] {
    this.#use(face)
    return this.#doc.splitTextToSize(withKnownLetters(this.#doc, text), width) as string[]
  }

  left(text: string, face: Face) {
    this.#line(face, y => this.#doc.text(text, MARGIN, y))
  }

  centred(text: string, face: Face) {
    for (const line of this.wrapped(text, face))
      this.#line(face, y => this.#doc.text(line, WIDTH / 2, y, { align: 'center' }))
  }

  /** A label on the left and its value on the right, which wraps if it is long. */
  pair(label: string, value: string, face: Face) {
    this.#use(face)
    const room = INNER - this.#doc.getTextWidth(label) - 0.15
    for (const [index, part] of this.wrapped(value, face, room).entries()) {
      this.#line(face, y => {
        if (index === 0) this.#doc.text(label, MARGIN, y)
        this.#doc.text(part, WIDTH - MARGIN, y, { align: 'right' })
      })
    }
  }

  #line(face: Face, put: (baseline: number) => void) {
    this.need(heightOf(face))
    this.#use(face)
    this.#y += heightOf(face)
    // Descenders reach below the baseline by about a quarter of the line.
    put(this.#y - heightOf(face) * 0.24)
  }

  #use({ size, weight }: Face) {
    this.#doc.setFont(PDF_FONT, weight).setFontSize(size)
  }
}
