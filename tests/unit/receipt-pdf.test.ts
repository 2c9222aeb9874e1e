import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { ReceiptContent } from '#pwa/receipt/receipt-content.ts'
import { receiptPdf } from '#pwa/receipt/receipt-pdf.ts'

const aContent = (count: number, overrides: Partial<ReceiptContent> = {}): ReceiptContent => ({
  shop: { name: 'Selvedge', contact: ['14 Oxford Street, Osu, Accra'] },
  number: 'T2-000119', order_id: null, date: 'January 9th 2026, 2:03 pm',
  lines: Array.from({ length: count }, (_, index) => ({ name: `Jeans no. ${index + 1}`, detail: 'UK12 · Indigo', quantity: 2, price: 149.99, total: 299.98 })),
  subtotal: 299.98, delivery: null, discount: 0, total: 299.98, tender: 'Cash', tendered: 300, change: 0.02, reference: null,
  payer: 'Ɛdɔ Élodie Ŋmɛ', payer_phone: null, cashier: 'Ama Owusu', note: 'Exchanges within 3 days.', ...overrides,
})

test('a receipt is one page of 3.14 by 11 inches', async () => {
  const pdf = await written(aContent(3))
  expect(pdf.pages).toBe(1)
  const [, , width, height] = pdf.boxes[0]!
  expect(width! / 72).toBeCloseTo(3.14, 2)
  expect(height! / 72).toBeCloseTo(11, 2)
})

test('seventy lines go on over further pages of the same paper, and none is lost', async () => {
  const pdf = await written(aContent(70))
  expect(pdf.pages).toBeGreaterThan(2)
  expect(new Set(pdf.boxes.map(String)).size).toBe(1)
  for (let line = 1; line <= 70; line += 1) expect(pdf.text).toContain(`Jeans no. ${line}\n`)
  expect(pdf.text).toContain(`page 1 of ${pdf.pages}`)
  expect(Math.min(...pdf.baselines)).toBeGreaterThan(0)
})

test('it embeds letters that have the cedi sign and the names of Ghana', async () => {
  const pdf = await written(aContent(1))
  expect(pdf.source).toContain('/FontFile2')
  expect(pdf.text).toContain('GH₵\u00A0299.98')
  expect(pdf.text).toContain('Ɛdɔ Élodie Ŋmɛ')
})

test('a name longer than the paper is broken, not cut', async () => {
  const name = 'Boyfriend jeans with raw hem, contrast stitching and a very wide leg, extraordinarily-long-hyphenated-and-unbroken'
  const pdf = await written(aContent(1, { lines: [{ name, detail: '', quantity: 1, price: 1, total: 1 }], payer: 'A'.repeat(90) }))
  const letters = pdf.text.replace(/\s/g, '')
  expect(letters).toContain(name.replace(/\s/g, ''))
  expect(letters.match(/A{20,}/g)?.length).toBeGreaterThan(0)
})

/** Reads back what jsPDF wrote: pages, paper, where the lines stand, and the text by the fonts' own maps. */
async function written(content: ReceiptContent) {
  const bytes = Buffer.from(await (await receiptPdf(content)).arrayBuffer())
  const source = bytes.toString('latin1')
  const streams = [...source.matchAll(/stream\r?\n/g)].map(({ index, 0: { length } }) => inflated(bytes.subarray(index + length, source.indexOf('endstream', index))))
  const letters = new Map(streams.flatMap(stream => [...stream.matchAll(/^<([0-9a-f]{4})><([0-9a-f]{4})>$/gim)].map(([, glyph, code]) => [glyph!.toLowerCase(), code!] as const)))
  const drawn = streams.filter(stream => stream.includes(' Tj'))
  const read = (hex: string) => (hex.match(/.{4}/g) ?? []).map(glyph => String.fromCharCode(Number.parseInt(letters.get(glyph.toLowerCase()) ?? 'fffd', 16))).join('')
  return {
    source,
    pages: [...source.matchAll(/\/Type \/Page\b(?!s)/g)].length,
    boxes: [...source.matchAll(/\/MediaBox \[([^\]]+)\]/g)].map(([, box]) => box!.trim().split(/\s+/).map(Number)),
    text: drawn.flatMap(stream => [...stream.matchAll(/<([0-9a-f]+)> Tj/gi)].map(([, hex]) => `${read(hex!)}\n`)).join(''),
    baselines: drawn.flatMap(stream => [...stream.matchAll(/[\d.-]+ ([\d.-]+) Td/g)].map(([, y]) => Number(y))),
  }
}

function inflated(stream: Buffer): string {
  try {
    return inflateSync(stream).toString('latin1')
  } catch (error) {
    if (error instanceof Error && 'code' in error) return ''
    throw error
  }
}
