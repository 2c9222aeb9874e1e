import { expect, test } from 'vitest'
import { receiptContent } from '#pwa/pos/sales/sale-receipt.ts'
import { receiptFileName } from '#pwa/receipt/receipt-content.ts'
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

test('a receipt says what was sold, what it came to, and what went back', () => {
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

test('money that did not come in cash has no change, and its reference is on the receipt', () => {
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

test('the file is named by the receipt number until the order has an id, and by that id after', () => {
  const before = receiptContent(aFinishedSale(), settings)
  expect(receiptFileName(before)).toBe('T2-000119.pdf')
  const verdict = { id: 'x', status: 'accepted', order_id: 5012, number: 'T2-000119', exceptions: [] } as const
  expect(receiptFileName(receiptContent(aFinishedSale({ verdict: { ...verdict, exceptions: [] } }), settings))).toBe(
    '5012.pdf',
  )
})

test('a till that knows no settings still makes a receipt', () => {
  const content = receiptContent(aFinishedSale({ receipt_lines: [] }), new Map())
  expect(content.shop).toEqual({ name: 'Receipt', contact: [] })
  expect(content.lines[0]).toMatchObject({ name: 'Item 41', detail: '' })
  expect(content.note).toContain('3 days')
})
