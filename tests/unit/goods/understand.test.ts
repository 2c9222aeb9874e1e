import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MOST_CEDIS } from '#sync/protocol/money.ts'
import { audienceOf } from '#sync/protocol/search/audience.ts'
import { colourMatch } from '#sync/protocol/search/colour-families.ts'
import { builtInWords, lexiconOf } from '#sync/protocol/search/lexicon.ts'
import { isSize } from '#sync/protocol/search/read-size.ts'
import { singular } from '#sync/protocol/search/read-words.ts'
import { understand } from '#sync/protocol/search/understand.ts'
import { tries } from '#tests/support/runs/sizes.ts'

const lexicon = lexiconOf()
const asked = (text: string) => understand(text, lexicon)
const wordsOf = (text: string) => asked(text).words.map(({ typed }) => typed)

describe('a price', () => {
  test.each([
    ['dress under 200', { max_price: 200 }],
    ['dress below 200 cedis', { max_price: 200 }],
    ['less than GHS 200 dress', { max_price: 200 }],
    ['dress GHS 200', { max_price: 200 }],
    ['dress ghs200', { max_price: 200 }],
    ['dress gh₵ 200', { max_price: 200 }],
    ['dress GH¢200', { max_price: 200 }],
    ['₵1,200.50 dress', { max_price: 1200.5 }],
    ['dress 1.5k cedis', { max_price: 1500 }],
    ['dress up to 2k', { max_price: 2000 }],
    ['dress not more than 150', { max_price: 150 }],
    ['dress 150 or less', { max_price: 150 }],
    ['dress over 100', { min_price: 100 }],
    ['dress at least 100 ghs', { min_price: 100 }],
    ['dress 100 and above', { min_price: 100 }],
    ['dress 100-150', { min_price: 100, max_price: 150 }],
    ['dress 100 – 150 cedis', { min_price: 100, max_price: 150 }],
    ['dress between 150 and 100', { min_price: 100, max_price: 150 }],
    ['dress from 100 to 150', { min_price: 100, max_price: 150 }],
    ['dress over 100 under 150', { min_price: 100, max_price: 150 }],
    ['dress over 99999999999', {}],
    ['dress under 9,999,999,999,999', { max_price: MOST_CEDIS }],
    ['dress over 9999999999k', { min_price: MOST_CEDIS }],
    ['dress under -200', {}],
    ['dress 200', {}],
    ['dress 8-10', {}],
    ['dress under', {}],
  ])('is read from %j', (text, expected) => {
    expect(asked(text).understood).toEqual(expected)
    expect(wordsOf(text)).toContain('dress')
  })
})

test.each([
  ['red dress', { colours: ['red'] }, ['dress']],
  ['navy blue dress', { colours: ['navy blue'] }, ['dress']],
  ['black dress size 12', { colours: ['black'], sizes: ['12'] }, ['dress']],
  ['dress UK 14', { sizes: ['UK14'] }, ['dress']],
  ['xl dress', { sizes: ['XL'] }, ['dress']],
  ['dress for ladies', { for: 'women' }, ['dress']],
  ["men's dress", { for: 'men' }, ['dress']],
  ['dresses on sale', { discounted: true }, ['dresses']],
  ['men and women dress', {}, ['dress']],
  ['please i want a dress', {}, ['want', 'dress']],
  ['for', {}, ['for']],
  ['under 100', { max_price: 100 }, []],
  ['body con', {}, ['body con']],
  ['***', {}, []],
])('understands %j', (text, understood, words) => {
  expect([asked(text).understood, wordsOf(text)]).toEqual([understood, words])
})

test('says what is left of a text once a part is taken off', () => {
  expect(asked('Red dress for ladies, under GHS 200').without).toEqual({
    colours: 'dress for ladies, under GHS 200',
    for: 'Red dress under GHS 200',
    max_price: 'Red dress for ladies',
  })
  expect(asked('under 200').without).toEqual({ max_price: '' })
  expect(asked('dress 100-150').without).toEqual({ min_price: 'dress', max_price: 'dress' })
  expect(asked('dress over 100 under 150').without).toEqual({
    min_price: 'dress under 150',
    max_price: 'dress over 100',
  })
})

test('reads letters of other scripts and of no width as the Latin ones they look like', () => {
  expect(wordsOf('j\u200Beans')).toEqual(['jeans'])
  expect(wordsOf('jеаns')).toEqual(['jeans'])
  expect(wordsOf('ｊｅａｎｓ')).toEqual(['jeans'])
})

test('stays quick and bounded for any text', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.string({ unit: fc.constantFrom('1', ',', '.', '-', ' ', '₵', 'k', 'under ', 'and ', 'size '), maxLength: 400 }),
    fc.constantFrom('a'.repeat(10_000), 'jeans '.repeat(500), '1,'.repeat(5_000), '\u200B'.repeat(10_000)),
  )
  fc.assert(
    fc.property(text, typed => {
      const { words, understood, without } = asked(typed)
      expect(words.length).toBeLessThanOrEqual(12)
      for (const each of words) expect(each.ways.length).toBeLessThanOrEqual(14)
      expect(Object.keys(without)).toEqual(Object.keys(understood))
      for (const left of Object.values(without)) expect(left).not.toMatch(/\p{Cs}/u)
      const { min_price = 0, max_price = MOST_CEDIS } = understood
      for (const price of [min_price, max_price]) expect(price >= 0 && price <= MOST_CEDIS).toBe(true)
    }),
    { numRuns: tries(2000) },
  )
})

test.each([
  ['blue', { name: 'Indigo', code: '23407F' }, 0.8],
  ['blue', { name: 'Mid Wash', code: '4F7FB0' }, 0.8],
  ['maroon', { name: 'Wine', code: '7A1F2B' }, 0.9],
  ['wine', { name: 'Wine', code: '7A1F2B' }, 1],
  ['navy', { name: 'Light Wash', code: '8FB0D4' }, 0.4],
  ['blue', { name: 'Harbour', code: '23407F' }, 0.8],
  ['red', { name: 'Harbour', code: '23407F' }, 0],
  ['green', { name: 'Washed Olive', code: '5A6140' }, 0.8],
  ['red', { name: 'Indigo', code: '23407F' }, 0],
])('judges how well %s is answered by %j', (typed, colour, expected) =>
  expect(colourMatch(typed, colour)).toBe(expected),
)

test('knows the size that letters and numbers mean', () => {
  const uk12 = { code: 'UK12', name: 'UK 12' }
  expect(['12', 'UK12', 'M', '14', 'L'].map(size => isSize(size, uk12))).toEqual([true, true, true, false, false])
  expect([isSize('L', { code: 'L', name: 'Large' }), isSize('ONE', { code: 'ONE', name: 'One size' })]).toEqual([
    true,
    true,
  ])
})

test('knows for whom goods are by their names and categories', () => {
  expect(audienceOf(['Ama slim jeans', 'Women’s Jeans', 'Bottoms'])).toBe('women')
  expect(audienceOf(['Kofi straight jeans', "Men's Jeans"])).toBe('men')
  expect(audienceOf(['Lady slip dress', 'Dresses'])).toBe('women')
  expect(audienceOf(['Accra oxford shirt', 'Shirts', 'Tops'])).toBeNull()
  expect(audienceOf(['For men and women'])).toBeNull()
})

test("lets the shop's own line replace the file's", () => {
  const own = lexiconOf([{ word: 'Sweaters', means: 'kaftan; boubou' }])
  expect(understand('sweater', own).words[0]!.ways.map(({ words }) => words.join(' '))).toEqual([
    'sweater',
    'kaftan',
    'boubou',
  ])
})

test('gives each word of the trade one line with something to find', () => {
  const lines = builtInWords()
  const keys = lines.map(({ word }) => word.split(' ').map(singular).join(' '))
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
  expect(lines.filter(({ word, means }) => means.split(', ').includes(word))).toEqual([])
  expect(lines.length).toBeGreaterThan(200)
})
