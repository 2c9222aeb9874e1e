import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listingCopy } from '#api/catalogue/listing-copy.ts'
import { searching } from '#api/catalogue/search.ts'
import { wordsIn } from '#api/words/search-words.ts'
import { slipsBetween, slipsIn } from '#sync/protocol/search/word-distance.ts'
import { select } from '#api/db/database.ts'
import { audienceNamed } from '#sync/protocol/search/audience.ts'
import { colourWords } from '#sync/protocol/search/colour-families.ts'
import { lexiconOf } from '#sync/protocol/search/lexicon.ts'
import { singular } from '#sync/protocol/search/read-words.ts'
import type { ReplyOf } from '#sync/protocol/endpoints.ts'
import { patience } from '#tests/support/patience.ts'
import { startApi, type Api } from '#tests/support/server/api.ts'
import { importDemoCatalogue } from '#tests/support/goods/demo-catalogue.ts'
import { countingQueries } from '#tests/support/database/queries.ts'

const holders = new Map<string, Set<number>>()
let api: Api

beforeAll(async () => {
  await importDemoCatalogue()
  for (const { product_id, words } of await select<{ product_id: number; words: string }>(
    "SELECT product_id, words FROM product_words JOIN products ON id = product_id WHERE status_code = 'LIVE'",
  ))
    for (const word of wordsIn(words)) holders.set(word, (holders.get(word) ?? new Set()).add(product_id))
  api = await startApi()
})
afterAll(() => api.stop())

const search = async (text: string, more = '') =>
  (await api.send('GET', `/api/products?per_page=100&search_text=${encodeURIComponent(text)}${more}`))
    .body as unknown as ReplyOf<'GET /api/products'>
const namesFor = async (text: string) => (await search(text)).products.data.map(({ name }) => name)
const suggestionsFor = async (text: string) =>
  (
    (await api.send('GET', `/api/search/suggestions?text=${encodeURIComponent(text)}`))
      .body as unknown as ReplyOf<'GET /api/search/suggestions'>
  ).suggestions
const lexicon = lexiconOf()
/** A slip that makes another known word means that word; near a colour it means the colour. */
const isKnown = (text: string) =>
  [text, singular(text)].some(form => lexicon.words.has(form) || audienceNamed(form) !== null) ||
  colourWords().some(colour => colour.length > 3 && slipsBetween(text, colour) === 1) ||
  [...holders.keys()].some(word => word.startsWith(text) || word.startsWith(singular(text)))

describe('search', () => {
  test(
    'finds every word of the catalogue with one typo from four letters and two from eight',
    { timeout: patience(540_000) },
    async () => {
      const missed: string[] = []
      let sought = 0
      const copy = await listingCopy()
      const { goods } = copy.catalogue
      for (const [word, having] of holders) {
        if (!/^[a-z]{4,}$/.test(word)) continue
        for (const typed of typosOf(word).filter(typo => !isKnown(typo))) {
          sought += 1
          const ids = searching(
            typed,
            copy,
            ({ answer }) => new Set(answer ? goods.idsOf(goods.bitmaps.list(answer.found)) : []),
          )
          if ([...having].some(id => !ids.has(id))) missed.push(`${typed} for ${word}`)
        }
      }
      expect(sought).toBeGreaterThan(500)
      expect(missed).toEqual([])
    },
  )

  test('says what it read a word as, and nothing when the word was right', async () => {
    expect((await search('jaens')).meant).toBe('jeans')
    expect((await search('jeans')).meant).toBeUndefined()
    expect((await search('slim jeasn')).meant).toBe('slim jeans')
  })

  test('finds words in any order, with a typo or without', async () => {
    const expected = await namesFor('slim jeans')
    expect(expected.length).toBeGreaterThan(0)
    for (const text of ['jeans slim', 'jaens slim', 'slim jaens', 'Jeans, SLIM!', 'the slim jeans'])
      expect([text, await namesFor(text)]).toEqual([text, expected])
  })

  test('forgives no typo in a short word or a number, and finds nothing for nonsense', async () => {
    for (const text of ['wxa', 'uk99', 'qwertyuiop', '???']) expect([text, await namesFor(text)]).toEqual([text, []])
  })

  test('combines with filters', async () => {
    const all = await search('jaens')
    const some = await search('jaens', '&sizes[]=UK6')
    expect(some.products.total).toBeGreaterThan(0)
    expect(some.products.total).toBe(all.facets.sizes.find(({ code }) => code === 'UK6')!.count)
  })

  test('takes at most four statements', async () => {
    await search('')
    for (const text of ['jeans', 'jaens slmi', 'qwertyuiop'])
      expect([text, await countingQueries(() => search(text, '&page=1'))]).toEqual([
        text,
        expect.toSatisfy((count: number) => count <= 4),
      ])
  })
})

describe('suggestions', () => {
  test('come while typing: categories, then products with picture and price', async () => {
    const found = await suggestionsFor('carg')
    expect(found[0]).toEqual({ kind: 'category', id: 4, name: 'Cargo Pants' })
    expect(found[1]).toEqual({
      kind: 'product',
      id: expect.any(Number),
      name: expect.stringMatching(/cargo/i),
      slug: expect.any(String),
      picture: null,
      price: expect.any(Number),
      price_to: expect.any(Number),
    })
    expect(found.length).toBeLessThanOrEqual(9)
  })

  test('forgive a typo, also in an unfinished word', async () => {
    for (const text of ['jakcet', 'jaket', 'jakce', 'hoodeis', 'dreses']) {
      const meant = text.startsWith('ja') ? /jacket/i : text.startsWith('h') ? /hoodie/i : /dress/i
      expect([text, (await suggestionsFor(text))[0]?.name]).toEqual([text, expect.stringMatching(meant)])
    }
  })

  test('name goods with some of the words when none has all', async () => {
    expect((await suggestionsFor('velvet jeans')).some(({ name }) => /jean/i.test(name))).toBe(true)
    expect(await suggestionsFor('qwertyuiop')).toEqual([])
    expect(await suggestionsFor('')).toEqual([])
  })

  test('match a product by its features and sizes, as a search does', async () => {
    for (const text of ['elastane', 'elastnae', 'pockets jeans', 'UK 18', 'slim uk10']) {
      const found = (await search(text)).products.data.map(({ id }) => id)
      const suggested = await suggestionsFor(text)
      expect([text, found.length > 0, suggested.length]).toEqual([text, true, Math.min(6, found.length)])
      expect(suggested.filter(({ kind, id }) => kind !== 'product' || !found.includes(id))).toEqual([])
    }
  })

  test('take at most two statements', async () => {
    for (const text of ['jeans', 'jaens slmi', 'elastnae', 'cotton shrit', 'qwertyuiop'])
      expect([text, await countingQueries(() => suggestionsFor(text))]).toEqual([
        text,
        expect.toSatisfy((count: number) => count <= 2),
      ])
  })

  test('refuse too many words', async () => {
    expect((await api.send('GET', `/api/search/suggestions?text=${'x'.repeat(201)}`)).status).toBe(422)
  })
})

/**
 * One typo of each kind, and for a long word one of each pair, at places that differ from word to word but not from run
 * to run.
 */
function typosOf(word: string): string[] {
  let seed = [...word].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 65_521, 7)
  const pick = (below: number) => (seed = (seed * 75 + 74) % 65_537) % below
  const letter = () => String.fromCharCode(97 + pick(26))
  const slips: ((text: string) => string)[] = [
    text => changed(text, pick(text.length), () => ''),
    text => changed(text, pick(text.length), gone => gone + letter()),
    text => changed(text, pick(text.length), letter),
    text => {
      const at = pick(text.length - 1)
      return text.slice(0, at) + text[at + 1]! + text[at]! + text.slice(at + 2)
    },
  ]
  const once = slips.map(slip => slip(word))
  return slipsIn(word.length) === 1 ? once : [...once, ...slips.map((slip, i) => slip(once[(i + 1) % once.length]!))]
}

const changed = (text: string, at: number, change: (gone: string) => string) =>
  text.slice(0, at) + change(text[at]!) + text.slice(at + 1)
