import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SortedWords } from '#sync/till/replica/sorted-words.ts'
import { WordIndex } from '#sync/till/replica/word-index.ts'
import { codeOf, slipsIn, wordsOf } from '#sync/till/replica/words.ts'

const letters = 'abcdefghijklmnopqrstuvwxyz'
const word = (minLength: number, maxLength = 12) =>
  fc.string({ unit: fc.constantFrom(...letters), minLength, maxLength })

/** Words of few letters, so that many begin alike. */
const alike = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 9 })

/** An index of these names, whose ids are their places. */
function anIndex(names: readonly string[]) {
  const index = new WordIndex()
  index.put(names.map((name, id) => ({ id, name })))
  return index
}
const all = { from: 0, count: 10_000 }
const namesFound = (names: readonly string[], text: string) =>
  anIndex(names)
    .find(text, all)
    .ids.map(id => names[id])

/** One slip of the finger: a letter too many, missing, wrong, or two swapped. */
function slip(text: string, { at, letter, kind }: { at: number; letter: string; kind: number }): string {
  const i = at % text.length
  if (kind === 0) return text.slice(0, i) + letter + text.slice(i)
  if (kind === 1) return text.slice(0, i) + text.slice(i + 1)
  if (kind === 2) return text.slice(0, i) + letter + text.slice(i + 1)
  return text.slice(0, i) + (text[i + 1] ?? '') + text[i]! + text.slice(i + 2)
}
const aSlip = fc.record({ at: fc.nat(20), letter: fc.constantFrom(...letters), kind: fc.nat(3) })

test('finds any word typed with a typo or two, whatever else is in the shop', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(word(4), { minLength: 1, maxLength: 60 }),
      fc.nat(),
      fc.array(aSlip, { minLength: 1, maxLength: 2 }),
      (words, pick, slips) => {
        const sought = words[pick % words.length]!
        const typed = slips.slice(0, slipsIn(sought.length)).reduce(slip, sought)
        // Two slips may undo each other's letters beyond what a table of slips counts: a swap that is then edited.
        fc.pre(slipsBetween(typed, sought) <= slipsIn(sought.length))
        expect(namesFound(words, typed)).toContain(sought)
      },
    ),
    { numRuns: 3000 },
  )
})

test('finds words near a prefix exactly as counting typos does', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(alike, { maxLength: 100 }),
      alike,
      fc.record({ most: fc.constantFrom(1, 2), begins: fc.boolean() }),
      (words, typed, { most, begins }) => {
        const list = new SortedWords()
        for (const each of words) list.add(each)
        const byTheBook = words.flatMap(each => {
          const slips = begins
            ? Math.min(...[...each].map((_, i) => slipsBetween(typed, each.slice(0, i + 1))))
            : slipsBetween(typed, each)
          return slips <= most ? [{ word: each, slips }] : []
        })
        expect(list.near(typed, most, begins).sort(byWord)).toEqual(byTheBook.sort(byWord))
        expect(list.startingWith(typed).sort()).toEqual(words.filter(each => each.startsWith(typed)).sort())
      },
    ),
    { numRuns: 2000 },
  )
})

test('forgives nothing in short words, one typo in longer, two in long ones', () => {
  const names = ['Tee', 'Polo', 'Trousers']
  expect(namesFound(names, 'tea')).toEqual([])
  expect(namesFound(names, 'pola')).toEqual(['Polo'])
  expect(namesFound(names, 'pala')).toEqual([])
  expect(namesFound(names, 'trowsors')).toEqual(['Trousers'])
  expect(namesFound(names, 'trxwsxrs')).toEqual([])
})

test('does not forgive another digit in a number', () => {
  expect(namesFound(['Jeans 5010', 'Jeans 5011'], '5010')).toEqual(['Jeans 5010'])
})

test('takes words in any order, each by its start, and requires all', () => {
  const names = ['Slim Indigo Jeans', 'Slim Black Jeans', 'Black T-Shirt']
  for (const text of ['black slim', 'slim black', 'jea bla sl', 'SLIM  jeans black'])
    expect(namesFound(names, text)).toEqual(['Slim Black Jeans'])
  expect(namesFound(names, 'slim green')).toEqual([])
  expect(namesFound(names, 'tshirt black')).toEqual(['Black T-Shirt'])
})

test('finds an unfinished word with a typo in its start', () => {
  expect(namesFound(['Embroidered Kaftan'], 'embriod')).toEqual(['Embroidered Kaftan'])
})

test('puts the best match first, equal ones by name, and all by name without text', () => {
  const names = ['Shirting Cloth', 'Skirt', 'Shirt', 'A Shirt']
  expect(namesFound(names, 'shirt')).toEqual(['A Shirt', 'Shirt', 'Shirting Cloth', 'Skirt'])
  expect(namesFound(names, ' ')).toEqual(['A Shirt', 'Shirt', 'Shirting Cloth', 'Skirt'])
  expect(namesFound(names, '!?')).toEqual([])
})

test('ignores accents, case and apostrophes', () => {
  expect(namesFound(['Men’s Café Shirt'], 'mens CAFE')).toEqual(['Men’s Café Shirt'])
  expect(wordsOf("Men's T-Shirt, Größe 32")).toEqual(['mens', 't', 'shirt', 'große', '32'])
})

test('slices pages from one list', () => {
  const names = Array.from({ length: 40 }, (_, i) => `Shirt ${i}${i % 3 === 0 ? '' : 's'} ${i % 2 ? 'blue' : 'shirts'}`)
  const index = anIndex(names)
  const whole = index.find('shirt', all)
  const pages = Array.from({ length: 6 }, (_, page) => index.find('shirt', { from: page * 7, count: 7 }))
  expect(pages.flatMap(({ ids }) => ids)).toEqual(whole.ids)
  expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([40]))
})

test('finds names that change, go and come back by their current form', () => {
  const index = anIndex(['Slim Jeans', 'Polo'])
  index.put([{ id: 0, name: 'Wide Trousers' }])
  expect([index.find('slim', all).total, index.find('wide', all).ids, index.find('', all).ids]).toEqual([
    0,
    [0],
    [1, 0],
  ])
  index.remove([0, 0, 99])
  expect([index.size, index.find('wide', all).total, index.find('', all).ids]).toEqual([1, 0, [1]])
  index.put([{ id: 0, name: 'Wide Trousers' }])
  expect([index.find('wide', all).ids, index.find('', all).ids]).toEqual([[0], [1, 0]])
})

test('answers the same when built piece by piece', () => {
  const change = fc.oneof(
    fc.record({
      id: fc.nat(15),
      name: fc.array(word(1, 5), { minLength: 1, maxLength: 3 }).map(words => words.join(' ')),
    }),
    fc.record({ id: fc.nat(15), name: fc.constant(null) }),
  )
  fc.assert(
    fc.property(
      fc.array(change, { maxLength: 40 }),
      fc.array(word(1, 5), { minLength: 1, maxLength: 2 }),
      (changes, typed) => {
        const [grown, names] = [new WordIndex(), new Map<number, string>()]
        for (const { id, name } of changes) {
          if (name === null) {
            grown.remove([id])
            names.delete(id)
          } else {
            grown.put([{ id, name }])
            names.set(id, name)
          }
        }
        const built = new WordIndex()
        built.put([...names].map(([id, name]) => ({ id, name })))
        for (const text of ['', typed.join(' ')]) expect(grown.find(text, all)).toEqual(built.find(text, all))
      },
    ),
    { numRuns: 500 },
  )
})

test('compares codes without case, and takes an EAN-13 starting with 0 for a UPC-A', () => {
  expect([' Slv-501-32 ', '0123456789012', '123456789012', '00123'].map(codeOf)).toEqual([
    'slv-501-32',
    '123456789012',
    '123456789012',
    '00123',
  ])
})

const byWord = (a: { word: string }, b: { word: string }) => (a.word < b.word ? -1 : 1)

/** Slips counted by the book: the table of optimal string alignment. */
function slipsBetween(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (__, j) => (i === 0 ? j : j === 0 ? i : 0)),
  )
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let least = Math.min(table[i - 1]![j]! + 1, table[i]![j - 1]! + 1, table[i - 1]![j - 1]! + same)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, table[i - 2]![j - 2]! + 1)
      table[i]![j] = least
    }
  }
  return table[a.length]![b.length]!
}
