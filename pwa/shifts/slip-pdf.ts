import { emptyPdf } from '#pwa/receipt/empty-pdf.ts'
import { BODY, HEIGHT, numberPages, Paper, SHOP, STRONG, WIDTH } from '#pwa/receipt/paper-pdf.ts'
import type { Slip } from './shift-slip.ts'
import * as words from './shift-words.ts'

/** A report as a PDF on the receipt's paper. Needs no network once its files are cached. */
export async function slipPdf({ shop, title, parts }: Slip): Promise<Blob> {
  const doc = await emptyPdf({ unit: 'in', format: [WIDTH, HEIGHT] })
  doc.setProperties({ title, creator: shop })
  const paper = new Paper(doc)
  paper.centred(shop, SHOP)
  paper.centred(title, STRONG)
  for (const lines of parts) {
    paper.rule()
    for (const { label, value, strong } of lines) paper.pair(label, value, strong ? STRONG : BODY)
  }
  numberPages(doc, (page, pages) => words.pageOf(title, page, pages))
  return doc.output('blob')
}
