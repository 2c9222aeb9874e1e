import { expect, test } from 'vitest'
import { Texts } from '#api/catalogue-index/texts.ts'

const NAMES = [
  'Slim Jeans',
  '',
  'Kofi’s "best" jeans',
  'a\\b',
  'Ɛyɛ 👖',
  'ends with \\',
  'line\nbreak',
  'of pictures/ and -800.webp"}}',
  '","category_id":',
]
const summary = (name: string) =>
  JSON.stringify({
    id: 7,
    slug: 'slim-jeans',
    name,
    category_id: 2,
    retail_price: 87.5,
    discount: 0,
    status_code: 'LIVE',
    created_at: '2026-01-01T00:01:00.000Z',
    images: [
      {
        id: 1,
        alt: name,
        dominant: '1F2A44',
        colour_code: null,
        file: { storage_link: '/storage/pictures/a-800.webp' },
      },
      {
        id: 2,
        alt: '',
        dominant: '1F2A44',
        colour_code: '00AA11',
        file: { storage_link: '/storage/pictures/b-800.webp' },
      },
    ],
  })

test('gives back each text and the name in it, however the name is spelt', () => {
  const texts = new Texts()
  for (const name of NAMES)
    for (const text of [summary(name), JSON.stringify({ id: 8, name, images: [{ name: 'another' }] })]) {
      const { from, length } = texts.write(text)
      expect(texts.readName(from, length)).toBe(name)
      expect(texts.read(from, length)).toBe(text)
      const into = Buffer.alloc(texts.bytesIn(from, length) + 5)
      expect(into.toString('utf8', 5, texts.copy(from, length, { into, at: 5 }))).toBe(text)
    }
})

test('takes less than half of the memory that the texts have', () => {
  const text = summary('Slim Jeans')
  expect(new Texts().write(text).length).toBeLessThan(text.length / 2)
})

test('keeps a text that is longer than a piece of the memory', () => {
  const texts = new Texts()
  const text = summary('Ɛ'.repeat(1_000_000))
  const { from, length } = texts.write(text)
  expect(texts.read(from, length)).toBe(text)
  const other = texts.write(summary('Slim Jeans'))
  expect(texts.readName(other.from, other.length)).toBe('Slim Jeans')
})
