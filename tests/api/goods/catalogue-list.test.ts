import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refreshListings } from '#api/catalogue/refresh-listings.ts'
import type { ReplyOf } from '#sync/protocol/endpoints.ts'
import { startApi, type Api } from '#tests/support/server/api.ts'
import { aCategory, aProduct } from '#tests/support/goods/catalogue.ts'
import { countingQueries } from '#tests/support/database/queries.ts'

type Reply = ReplyOf<'GET /api/products'>
let api: Api

beforeAll(async () => {
  api = await startApi()
  const clothes = await aCategory('Clothes')
  const trousers = await aCategory('Trousers', clothes)
  await aCategory('Cargo Pants', trousers)
  await aProduct({
    name: 'Kumasi Cargo',
    category: 'Cargo Pants',
    retail_price: 200,
    discount: 50,
    views: 9,
    created_at: '2026-01-01 10:00:00.000',
    images: ['abc'],
    pieces: [
      { size: 'UK10', colour: '000000' },
      { size: 'UK8', colour: 'FFFFFF' },
    ],
  })
  await aProduct({
    name: 'Accra T-Shirt',
    category: 'Tops',
    retail_price: 80.5,
    views: 30,
    created_at: '2026-01-02 10:00:00.000',
    pieces: [
      { size: 'XL', colour: 'FFFFFF' },
      { size: 'S', colour: 'FFFFFF', quantity: 0 },
    ],
  })
  await aProduct({
    name: 'Volta Trousers for Women',
    category: 'Trousers',
    retail_price: 150,
    views: 3,
    created_at: '2026-01-03 10:00:00.000',
    features: ['Organic cotton'],
    pieces: [{ size: 'UK10', colour: 'FFFFFF', quantity: 0 }],
  })
  await aProduct({
    name: 'Hidden Trousers',
    category: 'Trousers',
    status_code: 'INACTIVE',
    pieces: [{ size: 'UK10', colour: 'FF0000' }],
  })
})
afterAll(() => api.stop())

const list = async (query = '') => (await api.send('GET', `/api/products${query}`)).body as unknown as Reply
const names = async (query: string) => (await list(query)).products.data.map(({ name }) => name.split(' ')[0])

describe('the list of products', () => {
  test('shows LIVE products, newest first, with everything a card needs', async () => {
    const { products } = await list()
    expect(products).toMatchObject({ total: 3, last_page: 1, current_page: 1, per_page: 12 })
    expect(products.data.map(({ name }) => name)).toEqual(['Volta Trousers for Women', 'Accra T-Shirt', 'Kumasi Cargo'])
    expect(products.data[2]).toMatchObject({
      category: { name: 'Cargo Pants' },
      retail_price: 200,
      discount: 50,
      status_code: 'LIVE',
      views: 9,
      favorited: false,
      in_stock: true,
      created_at: '2026-01-01T10:00:00.000Z',
      sizes: [{ code: 'UK8' }, { code: 'UK10' }],
      colours: [{ code: '000000' }, { code: 'FFFFFF' }],
      images: [{ file: { storage_link: '/storage/pictures/abc-800.webp' } }],
    })
    expect(products.data[0]!.in_stock).toBe(false)
  })

  test.each([
    ['order_column=products.retail_price&order_direction=asc', ['Accra', 'Kumasi', 'Volta']],
    ['order_column=products.retail_price', ['Volta', 'Kumasi', 'Accra']],
    ['order_column=views', ['Accra', 'Kumasi', 'Volta']],
    ['order_column=products.views&order_direction=asc', ['Volta', 'Kumasi', 'Accra']],
    ['order_column=products.name&order_direction=asc', ['Accra', 'Kumasi', 'Volta']],
    ['min_price=100', ['Volta', 'Kumasi']],
    ['max_price=150', ['Volta', 'Accra', 'Kumasi']],
    ['max_price=149.99', ['Accra']],
    ['discounted=1', ['Kumasi']],
    ['discounted=1&min_price=160', []],
    ['sizes[]=UK10&colours[]=FFFFFF', ['Volta']],
    ['sizes=UK10,XL', ['Volta', 'Accra', 'Kumasi']],
    ['sizes[0]=UK8&sizes[1]=S', ['Accra', 'Kumasi']],
    ['colours[]=000000&sizes[]=UK8', []],
    ['page=2&per_page=2', ['Kumasi']],
    ['page=99', []],
  ])('%s', async (query, expected) => expect(await names(`?${query}`)).toEqual(expected))

  test('includes descendants of a category', async () => {
    const [clothes, trousers, tops] = [await aCategory('Clothes'), await aCategory('Trousers'), await aCategory('Tops')]
    expect(await names(`?categories[]=${clothes}`)).toEqual(['Volta', 'Kumasi'])
    expect(await names(`?categories=${trousers},${tops}`)).toEqual(['Volta', 'Accra', 'Kumasi'])
    expect(await names('?categories=999')).toEqual([])
  })

  test.each([
    ['cargo', ['Kumasi']],
    ['kum', ['Kumasi']],
    ['CARGO kumasi', ['Kumasi']],
    ['T-shirt', ['Accra']],
    ['tshirt', ['Accra']],
    ['t shirt', ['Accra']],
    ['xl', ['Accra']],
    ['UK', ['Kumasi', 'Volta']],
    ['uk10', ['Kumasi', 'Volta']],
    ['UK 8', ['Kumasi']],
    ['trousers for women', ['Volta']],
    ['for women', ['Volta']],
    ['cotton', ['Volta']],
    ['women xl', ['Accra']],
    ["'); DROP TABLE products -- @(>", []],
    ['***', []],
    ['+-><()~*"@', []],
    ['hidden', []],
  ])('finds %j by its words', async (search, expected) =>
    expect(await names(`?search_text=${encodeURIComponent(search)}`)).toEqual(expected),
  )

  test('counts facets by the other filters', async () => {
    const cargo = await aCategory('Cargo Pants')
    const { facets } = await list(`?sizes[]=UK10&colours[]=FFFFFF&categories[]=${cargo}`)
    const counts = (rows: { name: string; count: number }[]) =>
      Object.fromEntries(rows.map(({ name, count }) => [name, count]))
    expect(counts(facets.categories)).toEqual({ Clothes: 1, Trousers: 1, 'Cargo Pants': 0, Tops: 0 })
    expect(counts(facets.sizes)).toEqual({ UK8: 1, UK10: 0, S: 0, XL: 0 })
    expect(counts(facets.colours)).toEqual({ 'Colour 000000': 1, 'Colour FFFFFF': 0 })
    expect((await list()).facets).toMatchObject({
      price: { min: 80.5, max: 150 },
      sizes: [{ code: 'S', count: 1 }, { code: 'XL' }, { code: 'UK8' }, { code: 'UK10', count: 2 }],
    })
    expect((await list('?min_price=140&sizes=XL')).facets).toMatchObject({ price: { min: 80.5, max: 80.5 } })
  })

  test.each([
    'order_column=id',
    'order_column=products.name;DROP',
    'order_direction=up',
    'per_page=101',
    'per_page=0',
    'page=0',
    'page=x',
    'min_price=-1',
    'max_price=1.999',
    'categories=a',
  ])('refuses %s', async query => expect((await api.send('GET', `/api/products?${query}`)).status).toBe(422))

  test('replies the same when compressed, first and later', async () => {
    const plain = await (
      await fetch(`${api.base}/api/products?per_page=3`, { headers: { 'accept-encoding': 'identity' } })
    ).text()
    for (let i = 0; i < 3; i++) {
      const reply = await fetch(`${api.base}/api/products?per_page=3`, {
        headers: { 'accept-encoding': 'gzip, deflate, br' },
      })
      expect([
        reply.headers.get('content-encoding'),
        reply.headers.get('vary'),
        reply.headers.get('content-type'),
        await reply.text(),
      ]).toEqual(['br', expect.stringContaining('Accept-Encoding'), expect.stringContaining('application/json'), plain])
    }
  })

  test('takes no more queries for a longer page', async () => {
    for (let i = 0; i < 60; i++) await aProduct({ name: `Many ${i}`, category: 'Many' })
    for (const query of [
      '?per_page=5',
      '?per_page=100',
      `?per_page=100&search_text=many&categories=${await aCategory('Many')}`,
    ]) {
      await refreshListings([1])
      const count = await countingQueries(() => list(query))
      expect(count).toBeLessThanOrEqual(4)
      // Every two seconds, the lists are read again in the background.
      const again = [await countingQueries(() => list(query)), await countingQueries(() => list(query))]
      expect(Math.min(...again)).toBe(0)
    }
  })
})
