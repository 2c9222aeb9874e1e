import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder'
import { paymentLines } from '#pwa/receipt/payment-lines.ts'
import { remainsPaid, type ReceiptContent } from '#pwa/receipt/receipt-content.ts'
import * as words from '#pwa/receipt/receipt-words.ts'
import type { Slip } from '#pwa/shifts/shift-slip.ts'
import { formatCedis } from '#sync/protocol/money.ts'
import { markDots } from './mark-dots.ts'
import { plainLetters } from './plain-letters.ts'
import type { PrinterSetup } from './printer-setup.ts'

/** Letters in a line, by the paper's width in mm. */
const COLUMNS = { 58: 32, 80: 48 }
const MARK_DOTS = 96

export type PaperSetup = Pick<PrinterSetup, 'paper' | 'language'>

/** What a receipt printer gets for a receipt; `drawer` opens the cash drawer first. */
export function receiptCommands(content: ReceiptContent, setup: PaperSetup, drawer = false): Uint8Array {
  const paper = new Roll(setup)
  if (drawer) paper.openDrawer()
  paper.mark()
  paper.title(content.shop.name)
  for (const line of content.shop.contact) paper.centred(line)
  if (content.voided) {
    paper.title(words.voided)
    paper.centred(content.voided)
  }
  if (content.copy > 0) paper.title(words.copy(content.copy))
  paper.rule()
  paper.pair(words.receipt, content.number, true)
  paper.pair(words.date, content.date)
  paper.rule()
  for (const line of content.lines) {
    paper.left(line.name, true)
    if (line.detail) paper.left(line.detail)
    paper.pair(`${line.quantity} × ${formatCedis(line.price)}`, formatCedis(line.total))
  }
  paper.rule()
  writeTotals(paper, content)
  paper.rule()
  paper.pair(words.payer, content.payer)
  if (content.payer_phone !== null) paper.pair(words.phone, content.payer_phone)
  if (content.cashier !== null) paper.pair(words.cashier, content.cashier)
  paper.gap()
  for (const line of content.note.split('\n')) paper.centred(line)
  paper.codes(content.number)
  return paper.cut()
}

function writeTotals(paper: Roll, content: ReceiptContent) {
  paper.pair(words.subtotal, formatCedis(content.subtotal))
  if (content.delivery !== null) paper.pair(words.delivery, content.delivery)
  if (content.discount !== 0) paper.pair(words.discount, formatCedis(content.discount))
  paper.tall(words.total, formatCedis(content.total))
  for (const { name, per_cent, amount } of content.taxes)
    paper.pair(words.includedTax(name, per_cent), formatCedis(amount))
  for (const { label, value, strong } of paymentLines(content)) paper.pair(label, value, strong)
  for (const { words: label, amount } of content.since) paper.pair(label, formatCedis(Math.abs(amount)))
  if (content.since.length > 0) paper.pair(words.remainsPaid, formatCedis(remainsPaid(content)), true)
}

/** What a receipt printer gets for the report of a shift. */
export function slipCommands({ shop, title, parts }: Slip, setup: PaperSetup): Uint8Array {
  const paper = new Roll(setup)
  paper.title(shop)
  paper.centred(title, true)
  for (const lines of parts) {
    paper.rule()
    for (const { label, value, strong = false } of lines) paper.pair(label, value, strong)
  }
  return paper.cut()
}

/** Opens the cash drawer and prints nothing. */
export function drawerCommands(setup: PaperSetup): Uint8Array {
  const paper = new Roll(setup)
  paper.openDrawer()
  return paper.end()
}

/** A test print with everything that a receipt needs of the printer. */
export function testCommands(setup: PaperSetup, { shop, lines, number }: TestPrint): Uint8Array {
  const paper = new Roll(setup)
  paper.mark()
  paper.title(shop)
  for (const line of lines) paper.centred(line)
  paper.left('1234567890'.repeat(5).slice(0, COLUMNS[setup.paper]))
  paper.codes(number)
  return paper.cut()
}

export interface TestPrint {
  shop: string
  lines: readonly string[]
  number: string
}

/** A roll of paper that is written line by line. */
class Roll {
  readonly #encoder: ReceiptPrinterEncoder
  readonly #columns: number

  constructor({ paper, language }: PaperSetup) {
    this.#columns = COLUMNS[paper]
    this.#encoder = new ReceiptPrinterEncoder({
      language,
      columns: this.#columns,
      imageMode: 'raster',
      newline: '\n',
      feedBeforeCut: 4,
    })
    this.#encoder.initialize().codepage('cp437')
  }

  openDrawer() {
    this.#encoder.pulse(0, 100, 500)
  }

  mark() {
    this.#encoder.align('center').image(markDots(MARK_DOTS) as ImageData, MARK_DOTS, MARK_DOTS, 'threshold')
    this.#encoder.align('left')
  }

  title(text: string) {
    this.#encoder.align('center').bold(true).size(2, 2).line(plainLetters(text)).size(1, 1).bold(false).align('left')
  }

  centred(text: string, strong = false) {
    this.#encoder.align('center').bold(strong).line(plainLetters(text)).bold(false).align('left')
  }

  left(text: string, strong = false) {
    this.#encoder.bold(strong).line(plainLetters(text)).bold(false)
  }

  /** A label on the left and its value on the right; the value has its own line where both do not fit. */
  pair(label: string, value: string, strong = false) {
    const [left, right] = [plainLetters(label), plainLetters(value)]
    const room = this.#columns - left.length - right.length
    this.#encoder.bold(strong)
    if (room > 0) this.#encoder.line(left + ' '.repeat(room) + right)
    else this.#encoder.line(left).align('right').line(right).align('left')
    this.#encoder.bold(false)
  }

  tall(label: string, value: string) {
    this.#encoder.size(1, 2)
    this.pair(label, value, true)
    this.#encoder.size(1, 1)
  }

  rule() {
    this.#encoder.line('-'.repeat(this.#columns))
  }

  gap() {
    this.#encoder.newline()
  }

  /** The receipt's number, for scanners of bars and of squares. */
  codes(number: string) {
    this.#encoder
      .newline()
      .align('center')
      .barcode(number, 'code128', { height: 60, width: 1, text: false })
      .line(number)
      .qrcode(number, { model: 2, size: 5, errorlevel: 'm' })
      .align('left')
  }

  cut(): Uint8Array {
    return this.#encoder.newline().cut('partial').encode()
  }

  end(): Uint8Array {
    return this.#encoder.encode()
  }
}
