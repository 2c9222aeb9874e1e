import type { jsPDF } from 'jspdf'
import { formatCedis } from '#sync/protocol/money.ts'
import { emptyPdf, PDF_FONT, withKnownLetters } from './empty-pdf.ts'
import { remainsPaid, type ReceiptContent } from './receipt-content.ts'
import * as words from './receipt-words.ts'

/** The receipt's paper size, in inches. */
const WIDTH = 3.14
const HEIGHT = 11
const MARGIN = 0.16
const INNER = WIDTH - 2 * MARGIN
const POINTS_PER_INCH = 72

type Weight = 'normal' | 'bold'
/** `size` in points. */
interface Face {
  size: number
  weight: Weight
}

const BODY: Face = { size: 8.5, weight: 'normal' }
const SMALL: Face = { size: 7.5, weight: 'normal' }
const STRONG: Face = { size: 8.5, weight: 'bold' }
const TOTAL: Face = { size: 12, weight: 'bold' }
const SHOP: Face = { size: 14, weight: 'bold' }

/**
 * The receipt as a PDF on the shop's paper; a long one continues on further pages. Needs no network once its files are
 * cached.
 */
export async function receiptPdf(content: ReceiptContent): Promise<Blob> {
  const doc = await emptyPdf({ unit: 'in', format: [WIDTH, HEIGHT] })
  doc.setProperties({ title: words.receiptOf(content.number), creator: content.shop.name })
  write(new Paper(doc), content)
  numberPages(doc, content)
  return doc.output('blob')
}

function write(paper: Paper, content: ReceiptContent) {
  paper.centred(content.shop.name, SHOP)
  for (const line of content.shop.contact) paper.centred(line, SMALL)
  paper.rule()
  paper.pair(words.receipt, content.number, STRONG)
  if (content.order_id !== null) paper.pair(words.order, `#${content.order_id}`, BODY)
  paper.pair(words.date, content.date, BODY)
  paper.rule()
  for (const line of content.lines) {
    const detail = paper.wrapped(line.detail, SMALL)
    const name = paper.wrapped(line.name, STRONG)
    // Keeps a line's name and price on one page.
    paper.need([...name, ...detail].length * heightOf(STRONG) + heightOf(BODY))
    for (const text of name) paper.left(text, STRONG)
    if (line.detail) for (const text of detail) paper.left(text, SMALL)
    paper.pair(`${line.quantity} × ${formatCedis(line.price)}`, formatCedis(line.total), BODY)
    paper.gap(0.05)
  }
  // Keeps the total and the payment together.
  paper.need(2.4)
  paper.rule()
  paper.pair(words.subtotal, formatCedis(content.subtotal), BODY)
  if (content.delivery !== null) paper.pair(words.delivery, content.delivery, BODY)
  paper.pair(words.discount, formatCedis(content.discount), BODY)
  paper.gap(0.03)
  paper.pair(words.total, formatCedis(content.total), TOTAL)
  paper.gap(0.05)
  paper.pair(words.paidBy, content.tender, BODY)
  if (content.tendered !== null) paper.pair(words.tendered, formatCedis(content.tendered), BODY)
  if (content.change !== null) paper.pair(words.change, formatCedis(content.change), STRONG)
  if (content.reference !== null) paper.pair(words.reference, content.reference, BODY)
  for (const { words: label, amount } of content.since) paper.pair(label, formatCedis(Math.abs(amount)), BODY)
  if (content.since.length > 0) paper.pair(words.remainsPaid, formatCedis(remainsPaid(content)), STRONG)
  paper.rule()
  paper.pair(words.payer, content.payer, BODY)
  if (content.payer_phone !== null) paper.pair(words.phone, content.payer_phone, BODY)
  if (content.cashier !== null) paper.pair(words.cashier, content.cashier, BODY)
  paper.gap(0.1)
  for (const text of paper.wrapped(content.note, SMALL)) paper.centred(text, SMALL)
}

function numberPages(doc: jsPDF, { number }: ReceiptContent) {
  const pages = doc.getNumberOfPages()
  if (pages === 1) return
  for (let page = 1; page <= pages; page += 1) {
    doc.setPage(page)
    doc.setFont(PDF_FONT, SMALL.weight).setFontSize(SMALL.size)
    doc.text(words.pageOf(number, page, pages), WIDTH / 2, HEIGHT - MARGIN, { align: 'center' })
  }
}

const heightOf = ({ size }: Face) => (size * 1.36) / POINTS_PER_INCH

/** Writes the page line by line, and adds a page at the end of the paper. */
class Paper {
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
