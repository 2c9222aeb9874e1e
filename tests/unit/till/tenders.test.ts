import { expect, test } from 'vitest'
import { needsReference, tenderOf, tendersOf } from '#sync/protocol/tender/tender.ts'

test('offers the shop’s ways of paying in their places, and no other account', () => {
  const rows = [
    { code: 'BANK', name: 'Card', kind: 'CARD', place: 2 },
    { code: 'PAYSTACK', name: 'Paystack', kind: null },
    { code: 'TENDER_ZEEPAY', name: 'Zeepay', kind: 'MOBILE_MONEY', asks_reference: 'MUST', opens_drawer: 1, place: 3 },
    { code: 'CASH', name: 'Cash', kind: 'CASH', asks_reference: 'NO', opens_drawer: 1, place: 1 },
  ] as const
  expect(tendersOf(rows).map(({ code, opens_drawer }) => [code, opens_drawer])).toEqual([
    ['CASH', true],
    ['BANK', false],
    ['TENDER_ZEEPAY', true],
  ])
})

test('knows the three of every shop in a copy from before tenders were rows, and takes cash until it has one', () => {
  const rows = ['BANK', 'PAYSTACK', 'CASH', 'MTN_MOBILE_MONEY'].map(code => ({ code, name: code }))
  expect(tendersOf(rows)).toMatchObject([
    { code: 'CASH', kind: 'CASH', asks_reference: 'NO', opens_drawer: true },
    { code: 'MTN_MOBILE_MONEY', kind: 'MOBILE_MONEY', asks_reference: 'MAY', opens_drawer: false },
    { code: 'BANK', kind: 'CARD', asks_reference: 'MAY', opens_drawer: false },
  ])
  expect(tendersOf([]).map(({ code }) => code)).toEqual(['CASH'])
  expect(tenderOf({ code: 'DEPOSITS', name: 'Deposits' })).toBeNull()
})

test('needs a reference where the way of paying must have one, or all mobile money does', () => {
  const needed = (kind: 'CARD' | 'MOBILE_MONEY', asks_reference: 'NO' | 'MAY' | 'MUST') =>
    (['OFF', 'ON', undefined] as const).map(setting => needsReference({ kind, asks_reference }, setting))
  expect(needed('MOBILE_MONEY', 'MAY')).toEqual([false, true, false])
  expect(needed('MOBILE_MONEY', 'NO')).toEqual([false, false, false])
  expect(needed('CARD', 'MAY')).toEqual([false, false, false])
  expect(needed('CARD', 'MUST')).toEqual([true, true, true])
})
