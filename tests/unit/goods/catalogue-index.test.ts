import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Catalogue, type OrderName } from '#api/catalogue-index/catalogue.ts'
import { sift } from '#api/catalogue-index/facets.ts'
import { inOrder } from '#api/catalogue-index/in-order.ts'
import type { Listing } from '#api/catalogue-index/listing.ts'
import { lineageOf, type ListingNames } from '#api/catalogue-index/listing-names.ts'
import { lexiconOf } from '#sync/protocol/search/lexicon.ts'
import { namedIn, walk, type Filter } from '#tests/support/goods/walked-catalogue.ts'
import { tries } from '#tests/support/runs/sizes.ts'

const SIZES = ['S', 'M', 'L']
const COLOURS = ['000000', 'FFFFFF']
const named = (codes: string[]) => new Map(codes.map((code, i) => [code, { id: i + 1, code, name: code }]))
/** 1 › 2 › 3, and 4 by itself; 5 and 6 name each other as parents, which must not hang. */
const names: ListingNames = {
  lexicon: lexiconOf(),
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

const price = fc.integer({ min: 0, max: 500 })
const bit = fc.constantFrom(0 as const, 1 as const)
const goods = fc.record({
  category_id: fc.integer({ min: 1, max: 6 }),
  price,
  views: fc.integer({ min: 0, max: 3 }),
  sold: fc.integer({ min: 0, max: 3 }),
  created_at: fc.integer({ min: 0, max: 3 }),
  name: fc.constantFrom('apron', 'belt', 'cap'),
  discounted: fc.boolean(),
  hasOwnPrices: fc.boolean(),
  choices: fc.uniqueArray(fc.tuple(fc.constantFrom(...SIZES), fc.constantFrom(...COLOURS, null), bit, price, bit), {
    maxLength: 5,
    selector: choice => choice.slice(0, 2).join(),
  }),
})
const shop = fc.array(goods, { maxLength: 12 })

/** What the database would hold: the cheapest variation gives the product its price. */
function listingFrom(
  id: number,
  { hasOwnPrices, choices, ...rest }: typeof goods extends fc.Arbitrary<infer G> ? G : never,
) {
  const isPriced = hasOwnPrices && choices.length > 0
  const [, , , least = 0, reduced = 0] = choices.toSorted((a, b) => a[3] - b[3])[0] ?? []
  return {
    ...rest,
    id,
    ...(isPriced ? { price: least, discounted: reduced === 1 } : {}),
    choices: isPriced
      ? choices
      : choices.map(([size, colour, left]): [string, string | null, 0 | 1] => [size, colour, left]),
    summary: JSON.stringify({
      id,
      name: rest.name,
      discount: (isPriced ? reduced === 1 : rest.discounted) ? 1 : 0,
      n: 1,
    }),
    stamp: id,
  }
}
const listed = (rows: readonly Listing[]) => new Map(rows.map(row => [row.id, { ...row, ...namedIn(row.choices) }]))

const filter = fc
  .record({
    categories: fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { maxLength: 2 }),
    sizes: fc.uniqueArray(fc.constantFrom(...SIZES, 'XL'), { maxLength: 2 }),
    colours: fc.uniqueArray(fc.constantFrom(...COLOURS), { maxLength: 2 }),
    min_price: fc.constantFrom(0, 1, 2.5),
    max_price: fc.constantFrom(1, 3, 99, Infinity),
    discounted: fc.constantFrom(1 as const, undefined),
    in_stock: fc.constantFrom(1 as const, undefined),
    since: fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined }),
    found: fc.option(
      fc.array(fc.integer({ min: 0, max: 15 })).map(ids => new Set(ids)),
      { nil: undefined },
    ),
  })
  .map(({ found, discounted, in_stock, since, ...rest }): Filter => ({
    ...rest,
    ...(in_stock ? { in_stock } : {}),
    ...(since === undefined ? {} : { since }),
    ...(found ? { found } : {}),
    ...(discounted ? { discounted } : {}),
  }))

const ORDERS: Record<OrderName, (a: Listing, b: Listing) => number> = {
  id: (a, b) => a.id - b.id,
  created: (a, b) => a.created_at - b.created_at,
  views: (a, b) => a.views - b.views,
  sold: (a, b) => a.sold - b.sold,
  price: (a, b) => a.price - b.price,
  price_to: () => 0,
  name: (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
}
const window = fc.record({
  order: fc.constantFrom<OrderName>('id', 'created', 'views', 'sold', 'price', 'name'),
  descending: fc.boolean(),
  from: fc.nat(8),
  many: fc.nat(8),
})

/** Facets, and a page of ids in an order. */
function answer(
  catalogue: Catalogue,
  { found, ...filtered }: Filter,
  page: typeof window extends fc.Arbitrary<infer W> ? W : never,
) {
  const { bitmaps } = catalogue.goods
  const into = bitmaps.take()
  const places = bitmaps.take()
  for (const id of found ?? []) bitmaps.addAll(places, Uint32Array.from([catalogue.placeOf(id) ?? []].flat()))
  const asked = found ? { ...filtered, found: places } : filtered
  const { facets, total } = sift({ catalogue, names }, asked, into)
  const ids = inOrder(catalogue, { fits: into, total }, page).map(place => catalogue.goods.products.of.id[place]!)
  for (const slot of [into, places]) bitmaps.give(slot)
  return { facets, total, ids }
}

function walked(rows: readonly Listing[], asked: Filter, page: Parameters<typeof answer>[2]) {
  const { fits, facets } = walk({ listings: listed(rows), names }, asked)
  const sign = page.descending ? -1 : 1
  const ids = fits
    .toSorted((a, b) => sign * (ORDERS[page.order](a, b) || a.id - b.id))
    .slice(page.from, page.from + page.many)
    .map(({ id }) => id)
  return { facets, total: fits.length, ids }
}

test('answers as a walk over all rows does, whatever is asked', () => {
  fc.assert(
    fc.property(shop, filter, window, (all, asked, page) => {
      const rows = all.map((each, id) => listingFrom(id, each))
      const catalogue = new Catalogue()
      catalogue.change(rows)
      expect(answer(catalogue, asked, page)).toEqual(walked(rows, asked, page))
    }),
    { numRuns: tries(700) },
  )
})

const change = fc.record({
  put: fc.array(fc.tuple(fc.nat(15), goods), { maxLength: 5 }),
  gone: fc.uniqueArray(fc.nat(15), { maxLength: 3 }),
  stock: fc.option(fc.tuple(fc.nat(15), bit)),
})

test('gives the same after any changes as when it is built again', async () => {
  await fc.assert(
    fc.asyncProperty(
      shop,
      fc.array(change, { maxLength: 6 }),
      fc.tuple(filter, window),
      async (all, changes, [asked, page]) => {
        const rows = new Map<number, Listing>(all.map((each, id) => [id, listingFrom(id, each)]))
        const catalogue = new Catalogue()
        catalogue.change([...rows.values()])
        for (const { put, gone, stock } of changes) {
          const changed = put.filter(([id]) => !gone.includes(id)).map(([id, each]) => listingFrom(id, each))
          catalogue.change(changed, gone)
          for (const id of gone) rows.delete(id)
          for (const listing of changed) rows.set(listing.id, listing)
          const sold = stock && rows.get(stock[0])
          if (!sold) continue
          const choices = sold.choices.map(([size, colour, , ...own]): Listing['choices'][number] => [
            size,
            colour,
            stock[1],
            ...own,
          ])
          rows.set(sold.id, { ...sold, choices })
          catalogue.setStock(catalogue.placeOf(sold.id)!, choices)
        }
        const left = [...rows.values()]
        const anew = new Catalogue()
        anew.add(left)
        await anew.orderAdded()
        expect(answer(catalogue, asked, page)).toEqual(answer(anew, asked, page))
        expect(answer(catalogue, asked, page)).toEqual(walked(left, asked, page))
        for (const id of rows.keys()) {
          const place = catalogue.placeOf(id)!
          expect(catalogue.listingAt(place)).toEqual(anew.listingAt(anew.placeOf(id)!))
        }
        expect(catalogue.size).toBe(rows.size)
      },
    ),
    { numRuns: tries(300) },
  )
})

test('a facet promises just what choosing it alone would leave', () => {
  fc.assert(
    fc.property(shop, filter, (all, asked) => {
      const catalogue = new Catalogue()
      catalogue.change(all.map((each, id) => listingFrom(id, each)))
      const page = { order: 'id', descending: false, from: 0, many: 99 } as const
      const left = (other: Filter) => answer(catalogue, { ...asked, ...other }, page).total
      const { facets } = answer(catalogue, asked, page)
      for (const { id, count } of facets.categories) expect(count).toBe(left({ categories: [id] }))
      for (const { code, count } of facets.sizes) expect(count).toBe(left({ sizes: [code] }))
      for (const { code, count } of facets.colours) expect(count).toBe(left({ colours: [code] }))
      expect(facets.in_stock.count).toBe(left({ in_stock: 1 }))
      expect(facets.discounted.count).toBe(left({ discounted: 1 }))
    }),
    { numRuns: tries(150) },
  )
})

test('holds on to its answers while it grows past the room that it began with', () => {
  const rows = Array.from({ length: 3000 }, (_, i) =>
    listingFrom(i, {
      category_id: (i % 6) + 1,
      price: (i * 37) % 501,
      views: (i * 7) % 4,
      sold: (i * 3) % 5,
      created_at: i % 5,
      name: (['apron', 'belt', 'cap'] as const)[i % 3]!,
      discounted: i % 4 === 0,
      hasOwnPrices: i % 7 === 0,
      choices: [
        [SIZES[i % 3]!, COLOURS[i % 2]!, i % 5 === 0 ? 0 : 1, (i * 37) % 501, 0],
        [SIZES[(i + 1) % 3]!, null, 1, ((i * 37) % 501) + 9, 1],
      ],
    }),
  )
  const catalogue = new Catalogue()
  for (let from = 0; from < rows.length; from += 700) catalogue.change(rows.slice(from, from + 700))
  for (const asked of [
    {},
    { sizes: ['S'] },
    { sizes: ['S', 'M'], colours: ['000000'], max_price: 3 },
    { categories: [1], min_price: 2 },
    { discounted: 1 },
    { in_stock: 1, colours: ['000000'] },
  ] satisfies Filter[])
    for (const descending of [true, false]) {
      const page = { order: 'price', descending, from: 40, many: 30 } as const
      expect(answer(catalogue, asked, page)).toEqual(walked(rows, asked, page))
    }
  expect(lineageOf(3, names)).toEqual([3, 2, 1])
})
