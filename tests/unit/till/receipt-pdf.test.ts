import { expect, test } from 'vitest'
import type { ReceiptContent } from '#pwa/receipt/receipt-content.ts'
import { receiptPdf } from '#pwa/receipt/receipt-pdf.ts'
import { readPdf } from '#tests/support/browser/read-pdf.ts'

const aContent = (count: number, overrides: Partial<ReceiptContent> = {}): ReceiptContent => ({
  shop: { name: 'Selvedge', contact: ['14 Oxford Street, Osu, Accra'] },
  number: 'T2-000119',
  order_id: null,
  copy: 0,
  voided: null,
  date: 'January 9th 2026, 2:03 pm',
  lines: Array.from({ length: count }, (_, index) => ({
    name: `Jeans no. ${index + 1}`,
    detail: 'UK12 · Indigo',
    quantity: 2,
    price: 149.99,
    total: 299.98,
  })),
  subtotal: 299.98,
  delivery: null,
  discount: 0,
  total: 299.98,
  taxes: [],
  tender: 'Cash',
  card: null,
  tendered: 300,
  change: 0.02,
  reference: null,
  since: [],
  payer: 'Ɛdɔ Élodie Ŋmɛ',
  payer_phone: null,
  cashier: 'Ama Owusu',
  note: 'Exchanges within 3 days.',
  ...overrides,
})

test('is one page of 3.14 by 11 inches', async () => {
  const pdf = await written(aContent(3))
  expect(pdf.pages).toBe(1)
  const [, , width, height] = pdf.boxes[0]!
  expect(width! / 72).toBeCloseTo(3.14, 2)
  expect(height! / 72).toBeCloseTo(11, 2)
})

test('continues seventy lines on further pages, and loses none', async () => {
  const pdf = await written(aContent(70))
  expect(pdf.pages).toBeGreaterThan(2)
  expect(new Set(pdf.boxes.map(String)).size).toBe(1)
  for (let line = 1; line <= 70; line += 1) expect(pdf.text).toContain(`Jeans no. ${line}\n`)
  expect(pdf.text).toContain(`page 1 of ${pdf.pages}`)
  expect(Math.min(...pdf.baselines)).toBeGreaterThan(0)
})

test('shows refunds below the payment, with what remains', async () => {
  const { text } = await written(
    aContent(1, {
      since: [
        { words: 'Given back, refund 31', amount: -100 },
        { words: 'Difference, exchange 32', amount: 10.5 },
      ],
    }),
  )
  for (const words of [
    'Given back, refund 31',
    'GH₵\u00A0100.00',
    'Difference, exchange 32',
    'GH₵\u00A010.50',
    'Net paid',
    'GH₵\u00A0210.48',
  ])
    expect(text).toContain(words)
  expect((await written(aContent(1))).text).not.toContain('Net paid')
})

test('shows a discount, taxes and the number of a copy only where there are some', async () => {
  const plain = (await written(aContent(1))).text
  for (const words of ['Discount', 'Includes', 'COPY', 'Order']) expect(plain).not.toContain(words)
  const { text } = await written(
    aContent(1, { discount: 10, copy: 2, taxes: [{ name: 'VAT', per_cent: 15, amount: 39.13 }] }),
  )
  for (const words of ['Discount', 'GH₵\u00A010.00', 'COPY 2', 'Includes VAT 15 %', 'GH₵\u00A039.13'])
    expect(text).toContain(words)
})

test('embeds letters with the cedi sign and Ghanaian names', async () => {
  const pdf = await written(aContent(1))
  expect(pdf.source).toContain('/FontFile2')
  expect(pdf.text).toContain('GH₵\u00A0299.98')
  expect(pdf.text).toContain('Ɛdɔ Élodie Ŋmɛ')
})

test('shows a missing letter as a question mark, and joins accents to letters', async () => {
  const pdf = await written(aContent(1, { payer: 'Ama 😀\uFE0F Жук e\u0301' }))
  expect(pdf.text).toContain('Ama ? ??? é\n')
})

test('wraps a name longer than the paper', async () => {
  const name =
    'Boyfriend jeans with raw hem, contrast stitching and a very wide leg, extraordinarily-long-hyphenated-and-unbroken'
  const pdf = await written(
    aContent(1, { lines: [{ name, detail: '', quantity: 1, price: 1, total: 1 }], payer: 'A'.repeat(90) }),
  )
  const letters = pdf.text.replace(/\s/g, '')
  expect(letters).toContain(name.replace(/\s/g, ''))
  expect(letters.match(/A{20,}/g)?.length).toBeGreaterThan(0)
})

/** Reads back what was written, its words as lines. */
async function written(content: ReceiptContent) {
  const { source, boxes, words, places } = readPdf(Buffer.from(await (await receiptPdf(content)).arrayBuffer()))
  return {
    source,
    boxes,
    pages: boxes.length,
    text: words.map(word => `${word}\n`).join(''),
    baselines: places.map(({ y }) => y),
  }
}

test('says VOID with the time on the receipt of a voided sale, and on no other', async () => {
  const voided = await written(aContent(1, { voided: '9 Jan 2026, 2:05 pm', copy: 2 }))
  const words = voided.text
  expect([words.includes('VOID'), words.includes('9 Jan 2026, 2:05 pm'), words.includes('COPY 2')]).toEqual([
    true,
    true,
    true,
  ])
  expect((await written(aContent(1))).text).not.toContain('VOID')
})
