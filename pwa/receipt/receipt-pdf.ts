import { formatCedis } from '#sync/protocol/money.ts'
import { emptyPdf } from './empty-pdf.ts'
import { BODY, HEIGHT, heightOf, numberPages, Paper, SHOP, SMALL, STRONG, TOTAL, WIDTH } from './paper-pdf.ts'
import { paymentLines } from './payment-lines.ts'
import { remainsPaid, type ReceiptContent } from './receipt-content.ts'
import * as words from './receipt-words.ts'

/**
 * The receipt as a PDF on the shop's paper; a long one continues on further pages. Needs no network once its files are
 * cached.
 */
export async function receiptPdf(content: ReceiptContent): Promise<Blob> {
  const doc = await emptyPdf({ unit: 'in', format: [WIDTH, HEIGHT] })
  doc.setProperties({ title: words.receiptOf(content.number), creator: content.shop.name })
  write(new Paper(doc), content)
  numberPages(doc, (page, pages) => words.pageOf(content.number, page, pages))
  return doc.output('blob')
}

function write(paper: Paper, content: ReceiptContent) {
  paper.mark()
  paper.centred(content.shop.name, SHOP)
  for (const line of content.shop.contact) paper.centred(line, SMALL)
  if (content.voided) {
    paper.centred(words.voided, TOTAL)
    paper.centred(content.voided, SMALL)
  }
  if (content.copy > 0) paper.centred(words.copy(content.copy), TOTAL)
  paper.rule()
  paper.pair(words.receipt, content.number, STRONG)
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
  paper.need(2.4 + 2 * (content.parts ?? []).length * heightOf(BODY))
  paper.rule()
  paper.pair(words.subtotal, formatCedis(content.subtotal), BODY)
  if (content.delivery !== null) paper.pair(words.delivery, content.delivery, BODY)
  if (content.discount !== 0) paper.pair(words.discount, formatCedis(content.discount), BODY)
  paper.gap(0.03)
  paper.pair(words.total, formatCedis(content.total), TOTAL)
  for (const { name, per_cent, amount } of content.taxes)
    paper.pair(words.includedTax(name, per_cent), formatCedis(amount), BODY)
  paper.gap(0.05)
  for (const { label, value, strong } of paymentLines(content)) paper.pair(label, value, strong ? STRONG : BODY)
  for (const { words: label, amount } of content.since) paper.pair(label, formatCedis(Math.abs(amount)), BODY)
  if (content.since.length > 0) paper.pair(words.remainsPaid, formatCedis(remainsPaid(content)), STRONG)
  paper.rule()
  paper.pair(words.payer, content.payer, BODY)
  if (content.payer_phone !== null) paper.pair(words.phone, content.payer_phone, BODY)
  if (content.cashier !== null) paper.pair(words.cashier, content.cashier, BODY)
  paper.gap(0.1)
  for (const text of paper.wrapped(content.note, SMALL)) paper.centred(text, SMALL)
}
