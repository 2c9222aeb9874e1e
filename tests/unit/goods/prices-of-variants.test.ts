import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toPesewas } from '#sync/protocol/money.ts'
import { ownAfterBulk } from '#sync/protocol/staff/bulk-change.ts'
import { isPossiblePrice, priceCharged, pricedAs, priceRange, priceShown } from '#sync/protocol/pricing.ts'

const cedis = fc.integer({ min: 0, max: 1_000_000_00 }).map(pesewas => pesewas / 100)
const product = fc.record({ retail_price: cedis, discount: cedis })
const variation = fc.record({ retail_price: fc.option(cedis), discount: fc.option(cedis) })

test.each([
  [{ retail_price: null, discount: null }, 49.99],
  [{ retail_price: 55, discount: null }, 35],
  [{ retail_price: null, discount: 0 }, 69.99],
  [{ retail_price: 55, discount: 5.5 }, 49.5],
  [{}, 49.99],
])('charges a variation %j of a product at 69.99 less 20 %d', (own, charged) =>
  expect(priceCharged(own, { retail_price: 69.99, discount: 20 })).toBe(charged),
)

test('gives the range from the cheapest variation to the dearest, with the parts of the cheapest', () => {
  fc.assert(
    fc.property(product, fc.array(variation, { maxLength: 6 }), (own, variations) => {
      const charged = variations.length > 0 ? variations.map(each => priceCharged(each, own)) : [priceShown(own)]
      const { price_from, price_to, ...cheapest } = priceRange(own, variations)
      expect([price_from, price_to]).toEqual([Math.min(...charged), Math.max(...charged)])
      expect(priceShown(cheapest)).toBe(price_from)
      expect([own, ...variations.map(each => pricedAs(each, own))]).toContainEqual(cheapest)
    }),
  )
})

test('accepts no price below 0, and none that a discount of its own takes to 0', () => {
  fc.assert(
    fc.property(product, variation, (own, each) => {
      const left = toPesewas(pricedAs(each, own).retail_price) - toPesewas(pricedAs(each, own).discount)
      expect(left * (isPossiblePrice(each, own) ? 1 : -1)).toBeGreaterThanOrEqual(0)
    }),
  )
  const possible = (retail_price: number | null, discount: number | null) =>
    isPossiblePrice({ retail_price, discount }, { retail_price: 50, discount: 40 })
  expect([possible(null, null), possible(40.01, null), possible(0, 0)]).toEqual([true, true, true])
  expect([possible(40, null), possible(39.99, null), possible(null, 50), possible(10, 10)]).toEqual(
    Array(4).fill(false),
  )
})

test.each([
  ['20 %', { by: 'percent', value: 20 }, 24],
  ['0 %', { by: 'percent', value: 0 }, null],
  ['15 cedis', { by: 'amount', value: 15 }, null],
] as const)(
  'leaves a variant with a price of its own this discount after a bulk discount of %s',
  (_, change, discount) =>
    expect(ownAfterBulk({ retail_price: 120, discount: 30 }, { kind: 'discount', ...change })).toEqual({
      retail_price: 120,
      discount,
    }),
)
