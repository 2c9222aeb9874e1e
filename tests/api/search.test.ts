import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { searchProducts } from '#api/catalogue/search.ts'
import { wordsIn } from '#api/catalogue/search-words.ts'
import { slipsIn, trigramsOf } from '#api/catalogue/word-distance.ts'
import { db, select } from '#api/db/database.ts'
import { importProducts } from '#api/import/import-products.ts'
import type { ReplyOf } from '#sync/protocol/endpoints.ts'
import { startApi, type Api } from '#tests/support/api.ts'
import { countingQueries } from '#tests/support/queries.ts'

const holders = new Map<string, Set<number>>()
let api: Api

beforeAll(async () => {
  for (const statement of (await readFile('sql/seed/demo.sql', 'utf8')).replace(/^--.*$/gm, '').split(/;\s*\n/))
    if (statement.trim()) await db.query(statement)
  await importProducts('sql/seed/demo-products.csv', { pictureOf: () => ({ name: null, dominant: null }) })
  for (const { product_id, words } of await select<{ product_id: number; words: string }>(
    'SELECT product_id, words FROM product_words',
  ))
    for (const word of wordsIn(words)) holders.set(word, (holders.get(word) ?? new Set()).add(product_id))
  api = await startApi()
}, 120_000)
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
const isKnown = (text: string) => [...holders.keys()].some(word => word.startsWith(text))

describe('search', () => {
  test('finds every word of the catalogue with a slip from four letters and two from eight, wherever they are', async () => {
    const missed: string[] = []
    let sought = 0
    for (const [word, having] of holders) {
      if (!/^[a-z]{4,}$/.test(word)) continue
      for (const typed of typosOf(word).filter(typo => !isKnown(typo))) {
        sought += 1
        const { ids } = await searchProducts(typed)
        if ([...having].some(id => !ids.has(id))) missed.push(`${typed} for ${word}`)
      }
    }
    expect(sought).toBeGreaterThan(500)
    expect(missed).toEqual([])
  }, 180_000)

  test('says what it took the words for, and says nothing where they were right', async () => {
    expect((await search('jaens')).meant).toBe('jeans')
    expect((await search('jeans')).meant).toBeUndefined()
    expect((await search('slim jeasn')).meant).toBe('slim jeans')
  })

  test('finds words in any order, a slip among them or not', async () => {
    const expected = await namesFor('slim jeans')
    expect(expected.length).toBeGreaterThan(0)
    for (const text of ['jeans slim', 'jaens slim', 'slim jaens', 'Jeans, SLIM!', 'the slim jeans'])
      expect([text, await namesFor(text)]).toEqual([text, expected])
  })

  test('forgives no slip in a short word or a number, and finds nothing for nonsense', async () => {
    for (const text of ['wxa', 'uk99', 'qwertyuiop', '???']) expect([text, await namesFor(text)]).toEqual([text, []])
  })

  test('takes filters along', async () => {
    const all = await search('jaens')
    const some = await search('jaens', '&sizes[]=UK6')
    expect(some.products.total).toBeGreaterThan(0)
    expect(some.products.total).toBe(all.facets.sizes.find(({ code }) => code === 'UK6')!.count)
  })

  test('needs four statements at most', async () => {
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
    })
    expect(found.length).toBeLessThanOrEqual(9)
  })

  test('forgive a slip, in a word that is still being typed too', async () => {
    for (const text of ['jakcet', 'jaket', 'jakce', 'hoodeis', 'dreses']) {
      const meant = text.startsWith('ja') ? /jacket/i : text.startsWith('h') ? /hoodie/i : /dress/i
      expect([text, (await suggestionsFor(text))[0]?.name]).toEqual([text, expect.stringMatching(meant)])
    }
  })

  test('name what has some of the words where nothing has all', async () => {
    expect((await suggestionsFor('velvet jeans')).some(({ name }) => /jean/i.test(name))).toBe(true)
    expect(await suggestionsFor('qwertyuiop')).toEqual([])
    expect(await suggestionsFor('')).toEqual([])
  })

  test('know a product by what a search finds it by: its features and its sizes too', async () => {
    for (const text of ['elastane', 'elastnae', 'pockets jeans', 'UK 18', 'slim uk10']) {
      const found = (await search(text)).products.data.map(({ id }) => id)
      const suggested = await suggestionsFor(text)
      expect([text, found.length > 0, suggested.length]).toEqual([text, true, Math.min(6, found.length)])
      expect(suggested.filter(({ kind, id }) => kind !== 'product' || !found.includes(id))).toEqual([])
    }
  })

  test('need two statements at most', async () => {
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

test('a database from before knows the words of its products after the migration', async () => {
  const before = await select<{ trigram: string; word: string }>(
    'SELECT trigram, word FROM search_trigrams ORDER BY word, trigram',
  )
  await db.query('DELETE FROM search_trigrams')
  const sql = await readFile('sql/migrations/0006_search.sql', 'utf8')
  await db.query(sql.split(/;[ \t]*$/m)[1]!)
  expect(await select('SELECT trigram, word FROM search_trigrams ORDER BY word, trigram')).toEqual(before)
  expect(
    before
      .filter(({ word }) => word === 'jeans')
      .map(({ trigram }) => trigram)
      .sort(),
  ).toEqual(trigramsOf('jeans').sort())
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
