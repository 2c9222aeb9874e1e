import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { execute } from '#api/db/database.ts'
import { type Api, aUser, PASSWORD, startApi } from '#tests/support/server/api.ts'
import { aProduct } from '#tests/support/goods/catalogue.ts'
import { aGuest, shopper } from '#tests/support/shop/shoppers.ts'
import { count, openShop } from '#tests/support/server/shop.ts'
import { enterAs } from '#tests/support/people/enter-as.ts'

let api: Api
let esi: Awaited<ReturnType<typeof aUser>>
let owner: ReturnType<typeof shopper>
let stranger: ReturnType<typeof shopper>
let jeans: number
beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await openShop()
  esi = await aUser('CUSTOMER', { name: 'Esinam Quaye', email: 'esi.quaye@shop.test' })
  owner = shopper(api, esi)
  stranger = shopper(api, await aGuest())
  jeans = (await aProduct({ name: 'Slim jeans' })).id
  await owner.mark(jeans)
})
afterAll(() => api.stop())

const share = async (who = owner) =>
  ((await who.send('POST', 'wishlist/link', {})).body as unknown as { url: string }).url.split('/').at(-1)!
const show = (token: string) => api.send('GET', `/api/wishlist/shared/${token}`)

test('a link shows the goods and the first name, the same to everybody, and nothing else of its owner', async () => {
  const token = await share()
  const { text, body } = await show(token)
  expect(body).toMatchObject({ first_name: 'Esinam', products: [{ id: jeans, name: 'Slim jeans', favorited: false }] })
  expect(Object.keys(body).sort()).toEqual(['first_name', 'products'])
  expect(text).not.toMatch(/Quaye|esi\.quaye|233244|session|user_id/)
  const [hidden, later] = [await aProduct({ status_code: 'INACTIVE' }), await aProduct({ name: 'Oxford shirt' })]
  await execute('INSERT INTO wishlist_items (user_id, product_id) VALUES (?, ?)', [esi.id, hidden.id])
  await owner.mark(later.id)
  expect((await show(token)).body).toMatchObject({ products: [{ id: later.id }, { id: jeans }] })
})

test('a stranger with the link changes nothing, and takes only their own link back', async () => {
  const token = await share()
  for (const method of ['POST', 'PATCH', 'PUT', 'DELETE'])
    expect((await stranger.send(method, `wishlist/shared/${token}`, {})).status).toBeGreaterThanOrEqual(404)
  expect((await stranger.send('DELETE', 'wishlist/link')).status).toBe(404)
  expect((await stranger.send('DELETE', `wishlist/${jeans}`)).status).toBe(404)
  expect((await stranger.send('GET', 'wishlist/link')).body).toEqual({ url: null })
  expect((await show(token)).body).toMatchObject({ products: [{ id: jeans }] })
})

test('a link that is taken back, guessed or wrong shows nothing, and the next one is another', async () => {
  const token = await share()
  expect([token.length, await share()]).toEqual([32, token])
  expect((await owner.send('DELETE', 'wishlist/link')).status).toBe(200)
  const second = await share()
  expect(second).not.toBe(token)
  for (const wrong of [token, 'x'.repeat(32), `${second}x`, '%25', "'or'1'='1"])
    expect((await show(encodeURIComponent(wrong))).status).toBe(404)
  expect((await show(second)).status).toBe(200)
})

test('a link ends with the account: when it is deactivated and when it is erased', async () => {
  const token = await share()
  await execute("UPDATE users SET status_code = 'INACTIVE' WHERE id = ?", [esi.id])
  expect((await show(token)).status).toBe(404)
  await execute("UPDATE users SET status_code = 'ACTIVE' WHERE id = ?", [esi.id])
  expect((await show(token)).status).toBe(200)
  await owner.send('POST', 'account/erase', { password: PASSWORD })
  expect([(await show(token)).status, await count('wishlist_links')]).toEqual([404, 0])
})

test('twenty who ask at once get one link', async () => {
  const links = await Promise.all(Array.from({ length: 20 }, () => share()))
  expect([new Set(links).size, await count('wishlist_links')]).toEqual([1, 1])
})

test("a guest's link has no name, and moves to the account that signs in unless that shares one", async () => {
  const guest = await aGuest()
  await shopper(api, guest).mark(jeans)
  const token = await share(shopper(api, guest))
  expect((await show(token)).body).toMatchObject({ first_name: null, products: [{ id: jeans }] })
  await enterAs(esi.id, guest.session_id, null)
  expect((await show(token)).body).toMatchObject({ first_name: 'Esinam' })
  const other = await aGuest()
  const spare = await share(shopper(api, other))
  await enterAs(esi.id, other.session_id, null)
  expect([(await show(spare)).status, (await show(token)).status, await count('wishlist_links')]).toEqual([404, 200, 1])
})
