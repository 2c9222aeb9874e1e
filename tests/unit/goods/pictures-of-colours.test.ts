import fc from 'fast-check'
import { expect, test } from 'vitest'
import { altAfter, altOf, picturesOf, viewIn } from '#sync/protocol/shop/pictures.ts'

const colour = fc.constantFrom('23407F', '1B1D23', 'B3282D', null)
const images = fc
  .array(colour, { maxLength: 6 })
  .map(codes =>
    codes.map((colour_code, id) => ({
      id,
      alt: null,
      dominant: null,
      colour_code,
      file: { storage_link: `/storage/pictures/${id}-800.webp` },
    })),
  )

test('a colour shows its own pictures, then those of all colours, and all only if there is neither', () =>
  fc.assert(
    fc.property(images, colour, (all, chosen) => {
      const own = all.filter(image => image.colour_code !== null && image.colour_code === chosen)
      const fitting = [...own, ...all.filter(image => image.colour_code === null)]
      expect(picturesOf(all, chosen)).toEqual(fitting.length > 0 ? fitting : all)
    }),
  ))

test.each([
  ['slim-jeans-back.jpg', 'back'],
  ['https://cdn.example/files/Slim_Front_2.webp?v=17', 'front'],
  ['IMG 0031 detail.JPEG', 'detail'],
  ['worn.png', 'worn'],
  ['drawn:jeans-slim:back:23407F', 'back'],
  ['back-to-school-tee.jpg', null],
  ['outback.jpg', null],
  ['IMG_0031.jpg', null],
  ['', null],
])('%s shows %s, by its name', (name, view) => {
  expect(viewIn(name)).toBe(view)
})

test('a description that nobody wrote says the view, and follows the colour; a written one stays', () => {
  const view = fc.constantFrom(null, 'front', 'back', 'side', 'detail', 'worn', 'hanger' as const)
  const name = fc.constantFrom('Indigo', 'Black', 'Red, Back', null)
  fc.assert(
    fc.property(view, name, name, (shown, from, to) => {
      const product = 'Slim jeans'
      expect(altAfter(altOf(product, from, shown), { product, from, to })).toBe(altOf(product, to, shown))
      expect(altAfter(null, { product, from, to })).toBe(altOf(product, to))
      expect(altAfter('The leather patch', { product, from, to })).toBe('The leather patch')
    }),
  )
  expect(altOf('Slim jeans', 'Indigo', 'back')).toBe('Slim jeans, Indigo, from the back')
  expect(altOf('x'.repeat(300), 'Indigo', 'back')).toHaveLength(255)
})
