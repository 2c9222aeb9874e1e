import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Catalogue } from '#api/catalogue-index/catalogue.ts'
import type { Listing } from '#api/catalogue-index/listing.ts'
import type { ListingNames } from '#api/catalogue-index/listing-names.ts'
import { pack, unpack } from '#api/catalogue-index/pack.ts'
import { answering } from '#api/search/answering.ts'
import { Scratch } from '#api/search/level.ts'
import { ranked } from '#api/search/ranking.ts'
import { indexedWords } from '#api/words/search-words.ts'
import { wordLevelsOf } from '#api/search/word-levels.ts'
import { wordsAlike } from '#api/search/words-alike.ts'
import { lexiconOf } from '#sync/protocol/search/lexicon.ts'
import { understand } from '#sync/protocol/search/understand.ts'
import { namedIn } from '#tests/support/goods/walked-catalogue.ts'
import { walkSearch } from '#tests/support/goods/walked-search.ts'
import { tries } from '#tests/support/runs/sizes.ts'

const SIZES = ['UK8', 'UK10', 'M']
const COLOURS = { '1F2A44': 'Indigo', '000000': 'Black', '7A1F2B': 'Wine' }
const named = (all: Record<string, string>) =>
  new Map(Object.entries(all).map(([code, name], i) => [code, { id: i + 1, code, name }]))
const names: ListingNames = {
  lexicon: lexiconOf(),
  categories: new Map(
    [
      [1, null, 'Women'],
      [2, 1, 'Jeans'],
      [3, 1, 'Dresses'],
      [4, null, "Men's Shirts"],
      [5, 6, 'Tops'],
      [6, 5, 'Hoodies'],
    ].map(([id, parent_id, name]) => [
      Number(id),
      { id: Number(id), name: String(name), parent_id: parent_id === null ? null : Number(parent_id) },
    ]),
  ),
  sizes: named(Object.fromEntries(SIZES.map(code => [code, code.replace('UK', 'UK ')]))),
  colours: named(COLOURS),
}

const WORDS = 'slim jean jeans shirt shirts t-shirt dress hoodie wax black 501 men ladies midi trousers uk12'.split(' ')
const bit = fc.constantFrom(0 as const, 1 as const)
const price = fc.constantFrom<number>(5_000, 12_000, 30_000)
const goods = fc.record({
  category_id: fc.integer({ min: 1, max: 6 }),
  price,
  views: fc.nat(2),
  name: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }).map(words => words.join(' ')),
  features: fc.array(fc.constantFrom('cotton', 'gold', 'black', 'slim fit', 'pockets'), { maxLength: 2 }),
  discounted: fc.boolean(),
  hasOwnPrices: fc.boolean(),
  choices: fc.uniqueArray(
    fc.tuple(fc.constantFrom(...SIZES), fc.constantFrom(...Object.keys(COLOURS), null), bit, price, bit),
    { maxLength: 4, selector: choice => choice.slice(0, 2).join() },
  ),
})
type Goods = typeof goods extends fc.Arbitrary<infer G> ? G : never

function listingFrom(id: number, { hasOwnPrices, choices, features, ...rest }: Goods): Listing {
  return {
    ...rest,
    id,
    created_at: id,
    sold: 0,
    choices: hasOwnPrices ? choices : choices.map(([size, colour, left]) => [size, colour, left]),
    summary: JSON.stringify({ id, name: rest.name, discount: rest.discounted ? 1 : 0, n: 1 }),
    words: indexedWords([rest.name, ...features]),
    stamp: id,
  }
}

const TYPED = [...WORDS, 'trouser', 'tops', 'blue', 'red', 'navy', 'cotton', 'size', '8', 'm', 'under', '100', 'for']
const typed = fc
  .array(fc.constantFrom(...TYPED, 'women', 'nice', 'sale', 'sl', 'hood', 'qwert', 'gold', 'tee'), {
    minLength: 1,
    maxLength: 4,
  })
  .map(words => words.join(' '))

/** Ids as they are ranked, of all goods that a question finds, once by all its parts and once by any. */
function found(catalogue: Catalogue, text: string, window = { from: 0, many: 99 }): number[][] {
  const question = understand(text, names.lexicon)
  return [false, true].map(partly => {
    const scratch = new Scratch(catalogue.goods.bitmaps)
    const levels = wordLevelsOf(catalogue, names)
    const answer = answering(question, { catalogue, names, scratch, levels }, partly)
    const ids = ranked(catalogue, { fits: answer.found, answer }, window).map(
      place => catalogue.goods.products.of.id[place]!,
    )
    scratch.done()
    return ids
  })
}

function walked(rows: Iterable<Listing>, text: string): number[][] {
  const question = understand(text, names.lexicon)
  const listings = [...rows].map(row => ({ ...row, ...namedIn(row.choices) }))
  return [false, true].map(partly => walkSearch(question, { listings, names }, partly))
}

const shop = fc.array(goods, { maxLength: 14 })
const change = fc.record({
  put: fc.array(fc.tuple(fc.nat(16), goods), { maxLength: 4 }),
  gone: fc.uniqueArray(fc.nat(16), { maxLength: 3 }),
  takesIn: fc.boolean(),
})

test('finds and ranks as a look at every product does', () => {
  fc.assert(
    fc.property(shop, typed, (all, text) => {
      const rows = all.map((each, id) => listingFrom(id, each))
      const catalogue = new Catalogue()
      catalogue.change(rows)
      expect(found(catalogue, text)).toEqual(walked(rows, text))
    }),
    { numRuns: tries(600) },
  )
})

test('finds the same after any changes, from a file and when built again', async () => {
  await fc.assert(
    fc.asyncProperty(shop, fc.array(change, { maxLength: 5 }), typed, async (all, changes, text) => {
      const rows = new Map(all.map((each, id) => [id, listingFrom(id, each)]))
      const catalogue = new Catalogue()
      catalogue.add([...rows.values()])
      await catalogue.orderAdded()
      for (const { put, gone, takesIn } of changes) {
        const changed = new Map(put.map(([id, each]) => [id, listingFrom(id, each)]))
        for (const id of gone) changed.delete(id)
        const takingIn = takesIn ? catalogue.words.takeIn() : null
        catalogue.change([...changed.values()], gone)
        for (const id of gone) rows.delete(id)
        for (const [id, listing] of changed) rows.set(id, listing)
        await takingIn
      }
      const anew = new Catalogue()
      anew.add([...rows.values()])
      await anew.orderAdded()
      const expected = walked(rows.values(), text)
      expect(found(catalogue, text)).toEqual(expected)
      expect(found(anew, text)).toEqual(expected)
      await catalogue.words.takeIn()
      const { about, bytes } = pack(catalogue)
      const copied = new Map([...bytes].map(([name, each]) => [name, Uint8Array.from(each)]))
      expect(found(await unpack({ about, bytes: copied }), text)).toEqual(expected)
    }),
    { numRuns: tries(200) },
  )
})

test('gives every page the goods that the whole list has there', () => {
  const rows = Array.from({ length: 3000 }, (_, id) =>
    listingFrom(id, {
      category_id: (id % 6) + 1,
      price: 5_000,
      views: (id * 7) % 40,
      name: [WORDS[id % 7]!, WORDS[(id * 3) % 13]!, id % 5 === 0 ? `no ${id}` : ''].join(' ').trim(),
      features: id % 3 === 0 ? ['cotton'] : [],
      discounted: false,
      hasOwnPrices: false,
      choices: [[SIZES[id % 3]!, Object.keys(COLOURS)[id % 2]!, id % 4 === 0 ? 0 : 1, 0, 0]],
    }),
  )
  const catalogue = new Catalogue()
  catalogue.change(rows)
  for (const text of ['jeans', 'slim', 'blue shirt', 'cotton', 'black jeans size 8', 'trousers for men', 'wax no 25']) {
    const whole = walked(rows, text)
    expect(found(catalogue, text, { from: 0, many: 5000 })).toEqual(whole)
    for (const from of [0, 12, 399, 1000])
      expect(found(catalogue, text, { from, many: 12 })).toEqual(whole.map(ids => ids.slice(from, from + 12)))
  }
})

test('finds the words that a slip may mean, also those that came last', () => {
  const catalogue = new Catalogue()
  const one = { category_id: 1, price: 1, views: 0, features: [], discounted: false, hasOwnPrices: false, choices: [] }
  catalogue.change([listingFrom(1, { ...one, name: 'Straight jeans' })])
  expect(wordsAlike(['jaens', 'strait'], catalogue.words)).toEqual(['jeans', 'straight'])
  expect(wordsAlike(['qwertyuiop', 'uk1'], catalogue.words)).toEqual([])
})
