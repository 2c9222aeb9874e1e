import { afterAll, beforeAll, expect, test } from 'vitest'
import { listingsChanged } from '#api/catalogue/listing-copy.ts'
import { listProducts } from '#api/catalogue/list-products.ts'
import { insertRow, select } from '#api/db/database.ts'
import { readOnce, readPublic } from '#api/web/read-public.ts'
import { draw } from '#pwa/server.tsx'
import type { Read } from '#sync/protocol/shop/drawing.ts'
import { type Api, startApi } from '#tests/support/server/api.ts'
import { aProduct } from '#tests/support/goods/catalogue.ts'
import { statementsOf } from '#tests/support/database/queries.ts'
import { openShop } from '#tests/support/server/shop.ts'

let api: Api
let product: number
beforeAll(async () => {
  api = await startApi()
  await openShop()
  product = (
    await aProduct({ name: 'Slim jeans', pieces: [{ size: 'UK10', colour: '000000', quantity: 3 }], images: ['front'] })
  ).id
  for (let i = 0; i < 30; i++) {
    await aProduct({ name: `Slim jeans ${i}`, images: ['front'] })
    await insertRow('categories', { name: `Jeans ${i}` })
  }
})
afterAll(() => api.stop())

/**
 * What drawing a page again costs, once the copy of the lists is due to be compared, which happens every two
 * seconds.
 */
async function statementsFor(address: string, reading: Read): Promise<string[]> {
  // a connection that is opened says more than what it is asked
  await Promise.all(Array.from({ length: 10 }, () => select('SELECT SLEEP(0.02)')))
  await listProducts({})
  listingsChanged()
  return statementsOf(async () => {
    const [drawing] = await Promise.all([
      draw(address, { isNobody: true, read: reading }),
      reading('GET /api/shop', null, null),
    ])
    expect([address, drawing.status, drawing.html.length > 1000]).toEqual([address, 200, true])
  })
}

test('draws a page with at most four statements', async () => {
  for (const address of [
    '/',
    '/shop',
    '/shop?category=1&size=UK10&max=150&sort=popularity',
    `/shop/product/${product}/slim-jeans`,
    '/collections',
    '/about',
    '/contact',
    '/policy/shipping',
    '/policy/returns',
    '/policy/privacy',
    '/cart',
    '/wishlist',
    '/checkout',
  ]) {
    const statements = await statementsFor(address, readOnce())
    expect([address, statements.length <= 4 || statements]).toEqual([address, true])
  }
})

test('control: needs more when each part of a page reads for itself', async () => {
  const apart = await statementsFor('/', readPublic)
  expect(apart.length).toBeGreaterThan((await statementsFor('/', readOnce())).length)
})

test('counts categories with their rows, past the last page too', async () => {
  for (const [page, rows] of [
    [1, 12],
    [3, 7],
    [4, 0],
  ] as const) {
    const { categories } = (await api.send('GET', `/api/categories?page=${page}`)).body as unknown as {
      categories: { data: object[]; total: number; last_page: number }
    }
    expect([page, categories.data.length, categories.total, categories.last_page]).toEqual([page, rows, 31, 3])
  }
})
