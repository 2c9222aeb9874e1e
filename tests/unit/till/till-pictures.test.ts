import { expect, test } from 'vitest'
import { pictureOf } from '#pwa/pos/goods/picture-of.ts'
import { aProduct } from '#tests/support/till/replica.ts'

const first = '/storage/pictures/front-800.webp'

test('a till shows the picture of the chosen colour, else the one of all colours, else the first', () => {
  const colour_pictures = JSON.stringify({ '23407F': 'front', '1B1D23': 'black', '': 'label' })
  const jeans = aProduct(1, { picture: first, colour_pictures })
  expect(['1B1D23', 'B3282D', null].map(colour => pictureOf(jeans, colour))).toEqual([
    '/storage/pictures/black-800.webp',
    '/storage/pictures/label-800.webp',
    first,
  ])
  const onlyIndigo = aProduct(1, { picture: first, colour_pictures: JSON.stringify({ '23407F': 'front' }) })
  expect(pictureOf(onlyIndigo, '1B1D23')).toBe(first)
})

test('a till shows the first picture when its copy is older than pictures of colours', () => {
  expect(pictureOf(aProduct(1, { picture: first }), '1B1D23')).toBe(first)
  expect(pictureOf(aProduct(1, { picture: first, colour_pictures: null }), '1B1D23')).toBe(first)
  expect(pictureOf(aProduct(1), '1B1D23')).toBeNull()
})
