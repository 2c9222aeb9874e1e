import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sumCedis, toCedis } from '#sync/protocol/money.ts'
import { partsBack } from '#sync/protocol/shifts/parts-back.ts'

const CASH = { account_code: 'CASH', card: 0, short: 0 }
const BY_CARD = { account_code: 'GIFT_CARDS', card: 4, short: 0 }

test.each([
  ['all to the account of the sale', [10, CASH], { CASH: 10 }],
  ['the card before the account', [10, { ...CASH, card: 4 }], { GIFT_CARDS: 4, CASH: 6 }],
  ['no more to the card than goes back', [3, { ...CASH, card: 4 }], { GIFT_CARDS: 3 }],
  [
    'what the card did not have before the account',
    [10, { ...CASH, card: 4, short: 5 }],
    { GIFT_CARDS: 4, GIFT_CARDS_SHORT: 5, CASH: 1 },
  ],
  ['what a card cannot take to the account of the short ones', [10, BY_CARD], { GIFT_CARDS: 4, GIFT_CARDS_SHORT: 6 }],
  ['nothing of nothing', [0, { ...CASH, card: 4 }], {}],
] as const)('gives back %s', (_, [amount, came], parts) => {
  expect(Object.fromEntries(partsBack(amount, came).map(part => [part.account_code, part.amount]))).toEqual(parts)
})

test('gives back exactly what it is told to, in parts above zero, each to its own account', () => {
  const cedis = fc.nat({ max: 1_000_000_00 }).map(toCedis)
  const came = fc.record({ account_code: fc.constantFrom('CASH', 'BANK', 'GIFT_CARDS'), card: cedis, short: cedis })
  fc.assert(
    fc.property(cedis, came, (amount, from) => {
      const parts = partsBack(amount, from)
      expect(sumCedis(parts.map(part => part.amount))).toBe(amount)
      expect(parts.every(part => part.amount > 0)).toBe(true)
      expect(new Set(parts.map(part => part.account_code)).size).toBe(parts.length)
    }),
  )
})
