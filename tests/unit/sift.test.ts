import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Listing } from '#api/catalogue/listing-copy.ts'
import type { ListingNames } from '#api/catalogue/listing-names.ts'
import { sift, type Filter } from '#api/catalogue/sift.ts'
import { toCedis } from '#sync/protocol/money.ts'

const SIZES = ['S', 'M', 'L']
const COLOURS = ['000000', 'FFFFFF']
const named = (codes: string[]) => new Map(codes.map((code, i) => [code, { id: i + 1, code, name: code }]))
/** 1 › 2 › 3, and 4 by itself; 5 and 6 name each other as parents, which must not hang. */
const names: ListingNames = {
  categories: new Map(
    [
      [1, null],
      [2, 1],
      [3, 2],
      [4, null],
      [5, 6],
      [6, 5],
    ].map(([id, parent_id]) => [id!, { id: id!, name: `C${id}`, parent_id: parent_id! }]),
  ),
  sizes: named(SIZES),
  colours: named(COLOURS),
}

const listing = fc
  .record({
    category_id: fc.integer({ min: 1, max: 6 }),
    price: fc.integer({ min: 0, max: 500 }),
    discounted: fc.boolean(),
    choices: fc.uniqueArray(
      fc.tuple(fc.constantFrom(...SIZES), fc.constantFrom(...COLOURS, null), fc.constantFrom(0 as const, 1 as const)),
      { maxLength: 5, selector: choice => choice.slice(0, 2).join() },
    ),
  })
  .map(({ choices, ...rest }): Omit<Listing, 'id'> => ({
    ...rest,
    choices,
    sizes: [...new Set(choices.map(([size]) => size))],
    colours: [...new Set(choices.flatMap(([, colour]) => colour ?? []))],
    views: 0,
    created_at: 0,
    name: '',
    in_stock: choices.some(([, , is]) => is === 1),
    summary: '{}',
    stock: null,
    text: null,
    stamp: 0,
  }))
const shop = fc
  .array(listing, { maxLength: 12 })
  .map(rows => new Map(rows.map((row, id): [number, Listing] => [id, { ...row, id }])))
const filter = fc
  .record({
    categories: fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { maxLength: 2 }),
    sizes: fc.uniqueArray(fc.constantFrom(...SIZES), { maxLength: 2 }),
    colours: fc.uniqueArray(fc.constantFrom(...COLOURS), { maxLength: 2 }),
    min_price: fc.constantFrom(0, 1, 2.5),
    max_price: fc.constantFrom(1, 3, 99),
    discounted: fc.constantFrom(1 as const, undefined),
    found: fc.option(
      fc.array(fc.integer({ min: 0, max: 11 })).map(ids => new Set(ids)),
      { nil: undefined },
    ),
  })
  .map(({ found, ...rest }): Filter => (found ? { ...rest, found } : rest))

test('a facet promises just what choosing it alone would leave', () => {
  fc.assert(
    fc.property(shop, filter, (listings, chosen) => {
      const copy = { listings, names }
      const left = (other: Filter) => sift(copy, { ...chosen, ...other }).fits.length
      const { facets } = sift(copy, chosen)
      for (const { id, count } of facets.categories) expect(count).toBe(left({ categories: [id] }))
      for (const { code, count, in_stock } of facets.sizes) {
        expect(count).toBe(left({ sizes: [code] }))
        const wanted = sift(copy, { ...chosen, sizes: [code] }).fits.flatMap(({ choices }) => choices)
        expect(in_stock).toBe(
          wanted.some(
            ([size, colour, is]) =>
              size === code && is === 1 && (chosen.colours!.length === 0 || chosen.colours!.includes(colour ?? '')),
          ),
        )
      }
      for (const { code, count } of facets.colours) expect(count).toBe(left({ colours: [code] }))
      const prices = sift(copy, { ...chosen, min_price: 0, max_price: 1e9 }).fits.map(({ price }) => toCedis(price))
      expect(facets.price).toEqual(
        prices.length > 0 ? { min: Math.min(...prices), max: Math.max(...prices) } : { min: 0, max: 0 },
      )
    }),
    { numRuns: 500 },
  )
})

test('a size and a colour meet in one variation', () => {
  fc.assert(
    fc.property(shop, filter, (listings, chosen) => {
      for (const { choices } of sift({ listings, names }, chosen).fits) {
        if (chosen.sizes!.length + chosen.colours!.length === 0) continue
        expect(
          choices.some(
            ([size, colour]) =>
              (chosen.sizes!.length === 0 || chosen.sizes!.includes(size)) &&
              (chosen.colours!.length === 0 || chosen.colours!.includes(colour ?? '')),
          ),
        ).toBe(true)
      }
    }),
  )
})
