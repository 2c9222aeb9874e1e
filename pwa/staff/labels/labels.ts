import type { jsPDF } from 'jspdf'
import { emptyPdf, PDF_FONT, withKnownLetters } from '#pwa/receipt/empty-pdf.ts'
import { formatCedis } from '#sync/protocol/money.ts'
import { barsOf } from './label-bars.ts'
import { LABEL_SIZES, symbolOf, type LabelLayout, type LabelSymbol } from './label-symbol.ts'

/** A variation's label: its price in cedis, and the number of copies. */
export interface Label {
  name: string
  size: string
  colour: string | null
  price: number
  sku: string
  barcode: string | null
  count: number
}

interface Layout {
  page: [width: number, height: number]
  columns: number
  rows: number
  left: number
  top: number
  gap: number
}

/** In millimetres. */
const LAYOUTS: Record<LabelLayout, Layout> = {
  roll: { page: LABEL_SIZES.roll, columns: 1, rows: 1, left: 0, top: 0, gap: 0 },
  a4: { page: [210, 297], columns: 3, rows: 7, left: 7.2, top: 15.15, gap: 2.55 },
}
/** From the first line of a name to its second. */
const NAME_LINE = 2.9

/** Labels as a PDF, with barcodes as shapes so that every printer draws them sharp. @throws {ChunkError} */
export async function labelsPdf(labels: readonly Label[], layout: LabelLayout): Promise<Blob> {
  const { page, columns, rows, left, top, gap } = LAYOUTS[layout]
  const [width, height] = LABEL_SIZES[layout]
  const orientation = page[0] > page[1] ? 'landscape' : 'portrait'
  const doc = await emptyPdf({ unit: 'mm', format: page, orientation })
  doc.setFont(PDF_FONT, 'normal')
  const known = (text: string) => withKnownLetters(doc, text)
  const all = labels
    .map(label => ({
      ...label,
      name: known(label.name),
      size: known(label.size),
      colour: label.colour && known(label.colour),
      symbol: symbolOf(label, layout),
    }))
    .flatMap(label => Array.from({ length: label.count }, () => label))
  for (const [i, label] of all.entries()) {
    const place = i % (columns * rows)
    if (i > 0 && place === 0) doc.addPage(page, orientation)
    draw(doc, label, {
      x: left + (place % columns) * (width + gap),
      y: top + Math.floor(place / columns) * height,
      width,
      height,
    })
  }
  return doc.output('blob')
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

function draw(
  doc: jsPDF,
  { name, size, colour, price, sku, barcode, symbol }: Label & { symbol: LabelSymbol | null },
  { x, y, width, height }: Box,
): void {
  const middle = x + width / 2
  const room = width - 4
  doc.setFont(PDF_FONT, 'bold')
  const names = twoLines(doc, name, room)
  for (const [i, line] of names.entries()) doc.text(line, middle, y + 4 + i * NAME_LINE, { align: 'center' })
  const below = y + (names.length - 1) * NAME_LINE
  doc.setFont(PDF_FONT, 'normal').setFontSize(7)
  const choice = [size, colour].filter(Boolean).join(' · ')
  doc.setFontSize(Math.max(5, Math.min(7, (7 * room) / doc.getTextWidth(choice))))
  doc.text(fitting(doc, choice, room), middle, below + 7.2, { align: 'center' })
  doc.setFont(PDF_FONT, 'bold').setFontSize(10)
  doc.text(formatCedis(price), middle, below + 11.4, { align: 'center' })
  if (symbol)
    drawBars(doc, symbol, {
      x: middle - (symbol.modules.length * symbol.module) / 2,
      y: below + 12.8,
      width,
      height: y + height - below - 17.2,
    })
  else {
    doc.setFont(PDF_FONT, 'normal').setFontSize(7)
    doc.text(fitting(doc, barcode || sku, room), middle, y + height / 2 + 5, { align: 'center' })
  }
}

/** The digits are below the bars: for an EAN between its guards, with an EAN-13's first digit before them. */
function drawBars(doc: jsPDF, { code, modules, module, isEan }: LabelSymbol, { x, y, height }: Box): void {
  for (const { from, width, isGuard } of barsOf(modules))
    doc.rect(x + from * module, y, width * module, height + (isEan && isGuard ? 1.6 : 0), 'F')
  doc.setFont(PDF_FONT, 'normal').setFontSize(7)
  const below = y + height + 2.6
  if (!isEan) {
    doc.text(fitting(doc, code, modules.length * module), x + (modules.length * module) / 2, below, { align: 'center' })
    return
  }
  const half = code.length === 8 ? 4 : 6
  const [first, digits] = [code.slice(0, -2 * half), code.slice(-2 * half)]
  doc.text(first, x - 1, below, { align: 'right' })
  for (const [i, digit] of [...digits].entries())
    doc.text(digit, x + (i * 7 + 3.5 + (i < half ? 3 : 8)) * module, below, { align: 'center' })
}

/** In points. */
const NAME_SIZES = [7.5, 6.5, 5.5, 5]

/** A name on one or two lines, in a font as small as needed; an even longer one is cut. */
function twoLines(doc: jsPDF, name: string, room: number): string[] {
  for (const size of NAME_SIZES) {
    const lines = doc.setFontSize(size).splitTextToSize(name, room) as string[]
    if (lines.length <= 2) return lines
  }
  const [first = '', ...rest] = doc.splitTextToSize(name, room) as string[]
  return [first, fitting(doc, rest.join(' '), room)]
}

/** The part of a text that fits, in mm. */
function fitting(doc: jsPDF, text: string, room: number): string {
  if (doc.getTextWidth(text) <= room) return text
  let cut = text
  while (cut.length > 1 && doc.getTextWidth(`${cut}…`) > room) cut = cut.slice(0, -1)
  return `${cut.trimEnd()}…`
}
