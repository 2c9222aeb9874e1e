import fc from 'fast-check'
import { expect, test } from 'vitest'
import { receiptContent } from '#pwa/pos/sales/sale-receipt.ts'
import { paidHow } from '#pwa/staff/orders/paid-how.ts'
import { paymentLines } from '#pwa/receipt/payment-lines.ts'
import { sumCedis, toCedis } from '#sync/protocol/money.ts'
import { likelyParts } from '#sync/protocol/pricing.ts'
import { partsBack } from '#sync/protocol/shifts/parts-back.ts'
import { byAccount, changeOfParts, paidInParts, wrongParts, type TenderPart } from '#sync/protocol/tender/parts.ts'

const MOMO = 'MTN_MOBILE_MONEY'
const CASH: TenderPart = { account_code: 'CASH', amount: 12, tendered: 20 }
const BY_MOMO: TenderPart = { account_code: MOMO, amount: 18, reference: 'MP1' }

test.each([
  ['two parts that come to the rest', [CASH, BY_MOMO], /^nothing$/],
  ['one part', [{ ...CASH, amount: 30, tendered: null }], /2 to 6/],
  ['seven parts', [1, 2, 3, 4, 5, 6, 9].map(amount => ({ account_code: MOMO, amount })), /2 to 6/],
  ['a pesewa too little', [CASH, { ...BY_MOMO, amount: 17.99 }], /come to 29\.99, not to 30\.00/],
  [
    'a part of nothing',
    [
      { ...CASH, amount: 30, tendered: null },
      { ...BY_MOMO, amount: 0 },
    ],
    /pays something/,
  ],
  ['cash twice', [CASH, { account_code: 'CASH', amount: 18 }], /Cash is one part/],
  ['less cash than its part', [{ ...CASH, tendered: 11.99 }, BY_MOMO], /Only cash/],
  ['change from mobile money', [CASH, { ...BY_MOMO, tendered: 20 }], /Only cash/],
] as const)('judges %s', (_, parts, wrong) => {
  expect(wrongParts(parts, 30) ?? 'nothing').toMatch(wrong)
})

test('knows what came into which account, and the change', () => {
  expect(paidInParts({ account_code: 'CASH', tenders: [CASH, BY_MOMO] }, 30)).toEqual([
    { account_code: 'CASH', amount: 12 },
    { account_code: MOMO, amount: 18 },
  ])
  expect(paidInParts({ account_code: 'BANK' }, 30)).toEqual([{ account_code: 'BANK', amount: 30 }])
  expect(changeOfParts([BY_MOMO, CASH])).toEqual({ tendered: 20, change: 8 })
  expect(changeOfParts([{ ...CASH, tendered: null }])).toBeNull()
  expect(byAccount([CASH, BY_MOMO, { account_code: 'CASH', amount: 0.1 }])).toEqual([
    { account_code: 'CASH', amount: 12.1 },
    { account_code: MOMO, amount: 18 },
  ])
})

test('gives back to the parts in their order, and what they do not cover to the first account', () => {
  const parts = [CASH, BY_MOMO]
  const came = { account_code: 'CASH', card: 5, short: 0, parts }
  expect(partsBack(35, came)).toEqual([
    { account_code: 'GIFT_CARDS', amount: 5 },
    { account_code: 'CASH', amount: 12 },
    { account_code: MOMO, amount: 18 },
  ])
  expect(partsBack(20, { ...came, card: 0 })).toEqual([
    { account_code: 'CASH', amount: 12 },
    { account_code: MOMO, amount: 8 },
  ])
  expect(partsBack(31, { ...came, card: 0 })).toEqual([
    { account_code: 'CASH', amount: 13 },
    { account_code: MOMO, amount: 18 },
  ])
})

test('gives back exactly what it is told to, whatever the parts', () => {
  const cedis = fc.nat({ max: 1_000_000_00 }).map(toCedis)
  const part = fc.record({ account_code: fc.constantFrom('CASH', 'BANK', MOMO), amount: cedis })
  fc.assert(
    fc.property(cedis, fc.array(part, { maxLength: 6 }), (amount, parts) => {
      const back = partsBack(amount, { account_code: 'CASH', card: 0, short: 0, parts })
      expect(sumCedis(back.map(each => each.amount))).toBe(amount)
      expect(back.every(each => each.amount > 0)).toBe(true)
      expect(new Set(back.map(each => each.account_code)).size).toBe(back.length)
    }),
  )
})

test('offers all that is left and Ghana’s notes below it', () => {
  expect(likelyParts(64.5)).toEqual([5, 10, 20, 50, 64.5])
  expect(likelyParts(5)).toEqual([5])
  expect(likelyParts(300)).toEqual([5, 10, 20, 50, 100, 200, 300])
})

test('lists every part on the receipt, with its reference, and the change for cash', () => {
  const sale = {
    id: '6c0d1f8e-6a1b-4b53-9d53-0f6f3f0c2a11',
    number: 'T2-000119',
    till_code: 'T2',
    teller_id: 7,
    teller_name: 'Ama Owusu',
    occurred_at: '2026-01-09T14:03:22.120Z',
    account_code: 'CASH',
    discount: 0,
    total: 30,
    lines: [{ product_variation_id: 41, quantity: 3, price: 10 }],
    receipt_lines: [{ name: 'Slim jeans', sku: 'SJ', size: '10', colour: null }],
    tenders: [CASH, BY_MOMO],
    receipt_tenders: ['Cash', 'MTN MoMo'],
  }
  const content = receiptContent(sale, new Map())
  expect([content.tender, content.change]).toEqual(['Cash + MTN MoMo', 8])
  expect(paymentLines(content).map(({ label, value }) => `${label}: ${value.replaceAll('\u00A0', ' ')}`)).toEqual([
    'Paid by Cash: GH₵ 12.00',
    'Paid by MTN MoMo: GH₵ 18.00',
    'Reference: MP1',
    'Tendered: GH₵ 20.00',
    'Change: GH₵ 8.00',
  ])
})

test('says in the back office how an order was paid, in one way or in parts', () => {
  const paid = { account_code: 'CASH', tendered: 50, total: 30, gift: 5 }
  const said = (order: Parameters<typeof paidHow>[0]) =>
    Object.values(paidHow(order, code => code.toLowerCase())).map(text => text?.replaceAll('\u00A0', ' '))
  expect(said(paid)).toEqual(['cash', 'GH₵ 50.00', 'GH₵ 25.00'])
  expect(said({ ...paid, account_code: null, tendered: null })).toEqual([undefined, undefined, undefined])
  const tenders = [
    { ...CASH, tendered: 20, reference: null },
    { ...BY_MOMO, tendered: null, reference: 'MP1' },
  ]
  expect(said({ ...paid, gift: 0, tendered: null, tenders })).toEqual([
    'cash GH₵ 12.00; mtn_mobile_money GH₵ 18.00, MP1',
    'GH₵ 20.00',
    'GH₵ 8.00',
  ])
})
