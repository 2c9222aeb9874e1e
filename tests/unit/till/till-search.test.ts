import { expect, test } from 'vitest'
import { Goods } from '#sync/till/replica/goods.ts'
import { aProduct, aVariation } from '#tests/support/till/replica.ts'

function aShelf(): Goods {
  const goods = new Goods()
  goods.put('colours', [
    { id: 1, code: '23407F', name: 'Indigo' },
    { id: 2, code: '7A1F2B', name: 'Wine' },
  ])
  goods.put('sizes', [
    { id: 1, code: 'UK8', name: 'UK 8' },
    { id: 2, code: 'UK12', name: 'UK 12' },
  ])
  goods.put('categories', [
    { id: 1, name: 'Bottoms', parent_id: null },
    { id: 2, name: "Women's Jeans", parent_id: 1 },
    { id: 3, name: "Men's Jeans", parent_id: 1 },
    { id: 4, name: 'Dresses', parent_id: null },
    { id: 5, name: 'Hoodies', parent_id: null },
  ])
  const product = (id: number, name: string, category_id: number) => ({ ...aProduct(id), name, category_id })
  goods.put('products', [
    product(1, 'Ama slim jeans', 2),
    product(2, 'Kofi slim jeans', 3),
    product(3, 'Polka dress', 4),
    product(4, 'Campus hoodie', 5),
    { ...product(5, 'Old hoodie', 5), status_code: 'INACTIVE' },
  ])
  const variation = (id: number, product_id: number, own: object) => ({ ...aVariation(id), product_id, ...own })
  goods.put('variations', [
    variation(1, 1, { colour_code: '23407F', size_code: 'UK8', price: 190 }),
    variation(2, 2, { colour_code: '23407F', size_code: 'UK12', price: 200 }),
    variation(3, 3, { colour_code: '7A1F2B', size_code: 'UK8', price: 190 }),
    variation(4, 3, { colour_code: '23407F', size_code: 'UK12', price: 250 }),
    variation(5, 4, { colour_code: '7A1F2B', size_code: 'UK8', price: 128 }),
  ])
  return goods
}

const shelf = aShelf()
const namesFor = (text: string) => shelf.search(text, 1, 10).products.map(({ name }) => name)

test.each([
  ['slim jeans', ['Ama slim jeans', 'Kofi slim jeans']],
  ['ladies jeans', ['Ama slim jeans']],
  ['trousers', ['Ama slim jeans', 'Kofi slim jeans']],
  ['sweater', ['Campus hoodie']],
  ['red dress', ['Polka dress']],
  ['red dress under 200', ['Polka dress']],
  ['blue dress under 200', []],
  ['blue dress size 12', ['Polka dress']],
  ['blue dress size 8', []],
  ['qwertyuiop', []],
])('finds at the till what %j means', (text, expected) => expect(namesFor(text)).toEqual(expected))

test('gives what a text means by pages', () => {
  expect(shelf.search('trousers', 2, 1)).toMatchObject({ total: 2, products: [{ name: 'Kofi slim jeans' }] })
})
