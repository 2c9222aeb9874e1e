import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refreshListings } from '#api/catalogue/refresh-listings.ts'
import { flushViews } from '#api/catalogue/views.ts'
import { execute } from '#api/db/database.ts'
import type { ReplyOf } from '#sync/protocol/endpoints.ts'
import { type Api, aUser, startApi } from '#tests/support/server/api.ts'
import { aProduct } from '#tests/support/goods/catalogue.ts'
import { countingQueries } from '#tests/support/database/queries.ts'
import { aGuest, shopper } from '#tests/support/shop/shoppers.ts'
import { count, openShop } from '#tests/support/server/shop.ts'
import { enterAs } from '#tests/support/people/enter-as.ts'

let api: Api
let guest: ReturnType<typeof shopper>
let jeans: number
let shirt: number
beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await openShop()
  guest = shopper(api, await aGuest())
  jeans = (await aProduct({ name: 'Slim jeans' })).id
  shirt = (await aProduct({ name: 'Oxford shirt' })).id
})
afterAll(() => api.stop())

interface Listed {
  products: { data: { id: number; favorited: boolean }[] }
}
interface Page {
  product: { favorited: boolean; suggestions: { id: number; favorited: boolean }[] }
}

test('lists marked products, latest first, once each', async () => {
  for (const id of [jeans, shirt, jeans]) expect((await guest.mark(id)).status).toBe(201)
  const reply = await guest.send('GET', 'wishlist')
  expect(reply.body).toMatchObject({
    wishlist_items: {
      total: 2,
      per_page: 100,
      data: [{ product_id: shirt }, { product_id: jeans, product: { id: jeans, name: 'Slim jeans', favorited: true } }],
    },
    unavailable: 0,
  })
  expect(await count('wishlist_items')).toBe(2)
})

test('makes one mark of twenty at once', async () => {
  const replies = await Promise.all(Array.from({ length: 20 }, () => guest.mark(jeans)))
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
  expect(await count('wishlist_items')).toBe(1)
})

test('shows a heart in lists, pages and suggestions to its owner only', async () => {
  await guest.mark(jeans)
  const stranger = shopper(api, await aGuest())
  for (const [who, expected] of [
    [guest, true],
    [stranger, false],
  ] as const) {
    const list = (await who.send('GET', 'products')).body as unknown as Listed
    expect(Object.fromEntries(list.products.data.map(({ id, favorited }) => [id, favorited]))).toEqual({
      [jeans]: expected,
      [shirt]: false,
    })
    expect(((await who.send('GET', `products/${jeans}`)).body as unknown as Page).product.favorited).toBe(expected)
    expect(((await who.send('GET', `products/${shirt}`)).body as unknown as Page).product.suggestions).toMatchObject([
      { id: jeans, favorited: expected },
    ])
  }
  expect(
    ((await api.send('GET', '/api/products')).body as unknown as Listed).products.data.every(
      ({ favorited }) => !favorited,
    ),
  ).toBe(true)
})

test('removes a mark, and finds nothing the second time', async () => {
  await guest.mark(jeans)
  expect((await guest.send('DELETE', `wishlist/${jeans}`)).status).toBe(200)
  expect([
    (await guest.send('DELETE', `wishlist/${jeans}`)).status,
    (await guest.send('DELETE', 'wishlist/none')).status,
  ]).toEqual([404, 404])
  expect(await guest.marked()).toEqual([])
})

test('counts and names products off sale apart, and brings them back with the product', async () => {
  await guest.mark(jeans)
  await guest.mark(shirt)
  await execute("UPDATE products SET status_code = 'INACTIVE' WHERE id = ?", [jeans])
  await refreshListings([jeans])
  expect((await guest.send('GET', 'wishlist')).body).toMatchObject({
    wishlist_items: { total: 1, data: [{ product_id: shirt }] },
    unavailable: 1,
    unavailable_items: [{ product_id: jeans, name: 'Slim jeans' }],
  })
  await execute("UPDATE products SET status_code = 'LIVE' WHERE id = ?", [jeans])
  await refreshListings([jeans])
  expect(await guest.marked()).toEqual([shirt, jeans])
})

describe('changes since a product was marked', () => {
  const changes = async (who = guest) =>
    ((await who.send('GET', 'wishlist')).body as unknown as ReplyOf<'GET /api/wishlist'>).wishlist_items.data.map(
      item => item.changes,
    )
  const setPrice = async (discount: number) => {
    await execute('UPDATE products SET discount = ? WHERE id = ?', [discount, jeans])
    await refreshListings([jeans])
  }
  const setStock = async (quantity: number) => {
    await execute('UPDATE product_variations SET on_hand = ? WHERE product_id = ?', [quantity, jeans])
    await refreshListings([jeans])
  }
  beforeEach(() => guest.mark(jeans))
  afterEach(() => setStock(5))

  test('are its price, sold out and back in stock, each shown until it is read', async () => {
    expect(await changes()).toEqual([[]])
    await setPrice(20.5)
    await setStock(0)
    const price = { code: 'price', was: 100, now: 79.5 }
    await expect.poll(changes).toEqual([[price, { code: 'sold_out' }]])
    expect((await guest.send('PATCH', 'wishlist')).status).toBe(200)
    expect(await changes()).toEqual([[]])
    await setStock(5)
    await expect.poll(changes).toEqual([[{ code: 'back' }]])
    await setPrice(0)
    expect(await changes()).toEqual([[{ code: 'price', was: 79.5, now: 100 }, { code: 'back' }]])
  })

  test('are empty when the product is unchanged', async () => {
    await setPrice(20.5)
    await setPrice(0)
    expect(await changes()).toEqual([[]])
  })

  test('are read by the owner only, and move along at sign-in', async () => {
    const stranger = shopper(api, await aGuest())
    await stranger.mark(jeans)
    await setPrice(10)
    await stranger.send('PATCH', 'wishlist')
    const named = [[{ code: 'price', was: 100, now: 90 }]]
    expect([await changes(stranger), await changes()]).toEqual([[[]], named])
    const [late, customer] = [await aGuest(), await aUser('CUSTOMER')]
    await shopper(api, late).mark(jeans)
    await setPrice(20)
    await enterAs(customer.id, late.session_id, null)
    expect(await changes(shopper(api, customer))).toEqual([[{ code: 'price', was: 90, now: 80 }]])
  })
})

test.each(['0', '-1', '0.5', '1e309', '"1"', '[]', '[1]', '{}', 'null', '4000000000'])(
  'refuses a product_id of %s and stores nothing',
  async id => {
    const reply = await guest.send('POST', 'wishlist', `{"product_id":${id}}`)
    expect([reply.status, reply.body.code]).toEqual([422, 'validation'])
    expect(await count('wishlist_items')).toBe(0)
  },
)

test('refuses a product that is off sale or deleted', async () => {
  await execute("UPDATE products SET status_code = 'INACTIVE' WHERE id = ?", [jeans])
  await execute('UPDATE products SET deleted_at = NOW(3) WHERE id = ?', [shirt])
  expect([(await guest.mark(jeans)).status, (await guest.mark(shirt)).status]).toEqual([422, 422])
})

test('gives each of two customers and two guests their own wishlist', async () => {
  const people = [await aUser('CUSTOMER'), await aUser('CUSTOMER'), await aGuest(), await aGuest()].map(person =>
    shopper(api, person),
  )
  for (const [i, person] of people.entries()) {
    await person.mark(jeans)
    for (const other of people.slice(i + 1))
      expect([await other.marked(), (await other.send('DELETE', `wishlist/${jeans}`)).status]).toEqual([[], 404])
    expect(await person.marked()).toEqual([jeans])
  }
  await people[0]!.send('DELETE', `wishlist/${jeans}`)
  expect(await Promise.all(people.map(person => person.marked()))).toEqual([[], [jeans], [jeans], [jeans]])
})

test('takes few statements for a wishlist, and for a list with hearts', async () => {
  for (const id of [jeans, shirt]) await guest.mark(id)
  await guest.marked()
  await flushViews() // else the looks of the tests before are written some seconds later, among what is counted here
  expect(await countingQueries(guest.marked)).toBeLessThanOrEqual(4)
  expect(await countingQueries(() => guest.send('GET', 'products'))).toBeLessThanOrEqual(4)
})
