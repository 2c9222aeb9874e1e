import type { ReceiptContent } from '#pwa/receipt/receipt-content.ts'

/** A receipt with every line that one may have, and letters that no printer knows. */
export const aReceipt = (overrides: Partial<ReceiptContent> = {}): ReceiptContent => ({
  shop: { name: 'Selvedge', contact: ['14 Oxford Street, Osu, Accra', '024 412 3456 · 020 412 3456'] },
  number: 'T2-000119',
  order_id: null,
  copy: 0,
  voided: null,
  date: '9 Jan 2026, 2:03 pm',
  lines: [
    { name: 'Slim jeans', detail: 'UK 10 · Indigo', quantity: 1, price: 149.99, total: 149.99 },
    {
      name: 'Boyfriend jeans with raw hem, contrast stitching and a very wide leg',
      detail: '',
      quantity: 12,
      price: 1179.99,
      total: 14_159.88,
    },
  ],
  subtotal: 14_309.87,
  delivery: null,
  discount: 9.87,
  total: 14_300,
  taxes: [
    { name: 'VAT', per_cent: 15, amount: 1787.5 },
    { name: 'NHIL', per_cent: 2.5, amount: 297.92 },
  ],
  tender: 'Cash',
  card: { code_end: 'PQRS', amount: 100, left: 0 },
  tendered: 14_220,
  change: 20,
  reference: null,
  since: [],
  payer: 'Ɛdɔ Élodie Ŋmɛ',
  payer_phone: '024 412 3456',
  cashier: 'Ama Owusu',
  note: 'Exchanges within 3 days with this receipt.',
  ...overrides,
})
