import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sumCedis } from '#sync/protocol/money.ts'
import { includedTaxes, taxRates } from '#sync/protocol/shop/taxes.ts'

const RATES = taxRates([
  ['VAT', '15', '2026-01-01', ''],
  ['NHIL', '2.5 %', '2026-01-01', ''],
  ['GETFund', '2.5', '2026-01-01', ''],
  ['Flat rate', '3', '2025-01-01', '2025-12-31'],
])
const amounts = (total: number, day: string) =>
  includedTaxes(total, RATES, `${day}T12:00:00.000Z`).map(({ name, amount }) => [name, amount])

test('splits the taxes within a total by the rates of that day', () => {
  expect(amounts(120, '2026-11-24')).toEqual([
    ['VAT', 15],
    ['NHIL', 2.5],
    ['GETFund', 2.5],
  ])
  expect(amounts(103, '2025-12-31')).toEqual([['Flat rate', 3]])
  expect(amounts(103, '2024-12-31')).toEqual([])
})

test('gives the last pesewas to the largest remainders', () => {
  expect(amounts(149.99, '2026-11-24')).toEqual([
    ['VAT', 18.75],
    ['NHIL', 3.13],
    ['GETFund', 3.12],
  ])
})

test('adds up to the taxes of the whole, whatever the total and the rates', () => {
  const rate = fc.record({
    name: fc.constant('Tax'),
    per_cent: fc.integer({ min: 1, max: 3000 }).map(hundredths => hundredths / 100),
    from: fc.constant('2020-01-01'),
    to: fc.constant(''),
  })
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10 ** 9 }),
      fc.array(rate, { minLength: 1, maxLength: 5 }),
      (pesewas, rates) => {
        const taxes = includedTaxes(pesewas / 100, rates, '2026-11-24')
        const sum = rates.reduce((all, { per_cent }) => all + Math.round(per_cent * 100), 0)
        expect(Math.round(sumCedis(taxes.map(({ amount }) => amount)) * 100)).toBe(
          Math.round((pesewas * sum) / (10_000 + sum)),
        )
        expect(taxes.every(({ amount }) => amount >= 0)).toBe(true)
      },
    ),
    { numRuns: 300 },
  )
})

test.each([
  ['VAT', 'fifteen', '2026-01-01', ''],
  ['VAT', '15', '1st of January', ''],
  ['VAT', '15', '2026-01-01', 'ever'],
  ['', '15', '2026-01-01', ''],
  ['VAT', '0', '2026-01-01', ''],
])('skips a rate that cannot be read: %s | %s | %s | %s', (...row) => {
  expect(taxRates([row])).toEqual([])
})
