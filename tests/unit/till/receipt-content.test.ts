import { expect, test } from 'vitest'
import { receiptContent } from '#pwa/pos/sales/sale-receipt.ts'
import { receiptFileName, remainsPaid } from '#pwa/receipt/receipt-content.ts'
import type { LocalSale } from '#sync/till/till-db.ts'

const settings = new Map([
  ['shop_name', 'Selvedge'],
  ['shop_address', '14 Oxford Street, Osu, Accra'],
  ['shop_phones', '+233244123456, +233204123456'],
  ['shop_email', 'hello@shop.test'],
  ['seller_legal_name', 'Selvedge Clothing Limited'],
  ['seller_registration_number', 'CS-1'],
])

const aFinishedSale = (overrides: Partial<LocalSale> = {}): LocalSale => ({
  id: '6c0d1f8e-6a1b-4b53-9d53-0f6f3f0c2a11',
  number: 'T2-000119',
  till_code: 'T2',
  teller_id: 7,
  teller_name: 'Ama Owusu',
  occurred_at: '2026-01-09T14:03:22.120Z',
  account_code: 'CASH',
  tendered: 600,
  discount: 0,
  total: 509.97,
  lines: [
    { product_variation_id: 41, quantity: 1, price: 149.99 },
    { product_variation_id: 42, quantity: 2, price: 179.99 },
  ],
  receipt_lines: [
    { name: 'Slim jeans', sku: 'SJ-10', size: 'UK10', colour: 'Indigo' },
    { name: 'Cargo pants', sku: 'CP', size: 'ONE', colour: null },
  ],
  ...overrides,
})

test('says what was sold, the total and what was returned', () => {
  const content = receiptContent(aFinishedSale(), settings)
  expect(content).toMatchObject({
    shop: {
      name: 'Selvedge',
      contact: [
        '14 Oxford Street, Osu, Accra',
        '024 412 3456 · 020 412 3456',
        'hello@shop.test',
        'Selvedge Clothing Limited',
        'CS-1',
      ],
    },
    number: 'T2-000119',
    subtotal: 509.97,
    discount: 0,
    total: 509.97,
    tender: 'Cash',
    tendered: 600,
    change: 90.03,
    payer: 'Walk-in customer',
    cashier: 'Ama Owusu',
  })
  expect(content.lines).toEqual([
    { name: 'Slim jeans', detail: 'UK10 · Indigo', quantity: 1, price: 149.99, total: 149.99 },
    { name: 'Cargo pants', detail: 'ONE', quantity: 2, price: 179.99, total: 359.98 },
  ])
})

test('shows the right time, and says so, when the clock was wrong', () => {
  const years = Date.parse('2026-01-09T14:03:22Z') - Date.parse('2019-01-09T14:03:22Z')
  const sale = aFinishedSale({ occurred_at: '2019-01-09T14:03:22.120Z', ahead_ms: -years })
  expect(receiptContent(sale, settings).date).toMatch(/^9 Jan 2026, .*\(clock corrected\)$/)
  expect(receiptContent(aFinishedSale(), settings).date).not.toContain('corrected')
})

test('shows a reference and no change for money other than cash', () => {
  const content = receiptContent(
    aFinishedSale({ account_code: 'BANK', tendered: null, reference: 'MP26.1', customer_name: 'Kofi' }),
    settings,
  )
  expect(content).toMatchObject({
    tender: 'POS / Bank',
    tendered: null,
    change: null,
    reference: 'MP26.1',
    payer: 'Kofi',
  })
})

test('is named by the receipt number until the order has an id, then by that', () => {
  const before = receiptContent(aFinishedSale(), settings)
  expect(receiptFileName(before)).toBe('T2-000119.pdf')
  const verdict = { id: 'x', status: 'accepted', order_id: 5012, number: 'T2-000119', exceptions: [] } as const
  expect(receiptFileName(receiptContent(aFinishedSale({ verdict: { ...verdict, exceptions: [] } }), settings))).toBe(
    '5012.pdf',
  )
})

test('can be made by a till without settings', () => {
  const content = receiptContent(aFinishedSale({ receipt_lines: [] }), new Map())
  expect(content.shop).toEqual({ name: 'Receipt', contact: [] })
  expect(content.lines[0]).toMatchObject({ name: 'Item 41', detail: '' })
  expect(content.note).toContain('3 days')
})

test('has the same lines before and after the shop has the sale', () => {
  const before = aFinishedSale({ customer_name: 'Kofi' })
  const verdict = { id: 'x', status: 'accepted', order_id: 5012, number: 'T2-000119' } as const
  const after: LocalSale = { ...before, customer_name: null, was_named: true, verdict }
  const [first, again] = [before, after].map(sale => receiptContent(sale, settings))
  expect(again).toEqual({ ...first, order_id: 5012, payer: 'Given at the sale' })
})

test('writes the date short, and the taxes of that day', () => {
  const registered = new Map([
    ...settings,
    ['taxes_in_prices', 'VAT | 15 | 2026-01-01 |\nLevy | 1 | 2020-01-01 | 2025-12-31'],
  ])
  const { date, taxes } = receiptContent(aFinishedSale({ total: 115, lines: [aLine(115)] }), registered)
  expect(date).toMatch(/^9 Jan 2026, \d{1,2}:\d\d [ap]m$/)
  expect(taxes).toEqual([{ name: 'VAT', per_cent: 15, amount: 15 }])
  expect(receiptContent(aFinishedSale(), settings).taxes).toEqual([])
})

test('leaves out a registration number that nobody has entered', () => {
  const { shop } = receiptContent(
    aFinishedSale(),
    new Map([...settings, ['seller_registration_number', 'CS-000000000']]),
  )
  expect(shop.contact.at(-1)).toBe('Selvedge Clothing Limited')
})

test('numbers copies by how often this device printed the receipt before', () => {
  expect(receiptContent(aFinishedSale(), settings).copy).toBe(0)
  expect(receiptContent(aFinishedSale({ printed: 2 }), settings).copy).toBe(2)
  expect(receiptContent(aFinishedSale({ printed: 2 }), settings, 0).copy).toBe(0)
})

const aLine = (price: number) => ({ product_variation_id: 41, quantity: 1, price })

test('says that nothing remains paid of a voided sale', () => {
  const voided = {
    id: '6c0d1f8e-6a1b-4b53-9d53-0f6f3f0c2a12',
    reason: 'WRONG_ITEM' as const,
    occurred_at: '2026-01-09T14:05:00.000Z',
    teller: { id: 7, name: 'Ama Owusu' },
  }
  const content = receiptContent(aFinishedSale({ voided }), settings)
  expect([content.voided, content.since, remainsPaid(content)]).toEqual([
    expect.stringContaining('2026'),
    [{ words: 'Voided', amount: -509.97 }],
    0,
  ])
  expect(receiptContent(aFinishedSale(), settings)).toMatchObject({ voided: null, since: [] })
})
