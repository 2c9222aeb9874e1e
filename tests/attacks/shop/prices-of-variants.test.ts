import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { select } from '#api/db/database.ts'
import type { StaffProduct } from '#sync/protocol/shop/catalogue.ts'
import { type Api, aUser, startApi, tokenOf } from '#tests/support/server/api.ts'
import { aProduct } from '#tests/support/goods/catalogue.ts'
import { aPush, aSale } from '#tests/support/server/factories.ts'
import { aGuest } from '#tests/support/shop/shoppers.ts'
import { checkBooks, openShop } from '#tests/support/server/shop.ts'
import { aSubmission } from '#tests/support/server/submission.ts'
import { formatCedis } from '#sync/protocol/money.ts'

let api: Api
let manager: string
let pot: { id: number; variations: number[] }

beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await openShop()
  manager = (await aUser('MANAGER')).token
  pot = await aProduct({
    name: 'Pot',
    retail_price: 15.99,
    pieces: [
      { size: 'UK10', sku: 'POT-L' },
      { size: 'UK8', sku: 'POT-S', retail_price: 9.99 },
    ],
  })
})
afterEach(checkBooks)
afterAll(() => api.stop())

const send = (call: string, token: string, body?: unknown) => {
  const [method = '', path = ''] = call.split(' ')
  return api.send(method, path, { token, ...(body !== undefined && { body }) })
}
const pricesOf = async () =>
  (
    (await send(`GET /api/staff/products/${pot.id}`, manager)).body as unknown as { product: StaffProduct }
  ).product.variations.map(({ price }) => price)
const small = () => `PATCH /api/staff/variations/${pot.variations[1]}`

test.each([
  ['more than its price', { discount: 10 }],
  ['all of its price', { discount: 9.99 }],
  ['a price below 0', { retail_price: -1 }],
  ['a price below the discount that comes with it', { retail_price: 5, discount: 5.01 }],
  ['a third decimal', { retail_price: 9.999 }],
  ['a price beyond what a price can be', { retail_price: 1e12 }],
  ['a weight beyond what a weight can be', { weight: 1e9 }],
  ['a weight below 0', { weight: -0.001 }],
  ['text', { retail_price: '9.99' }],
  ['a member nobody knows', { price: 1 }],
  ['a stock of its own', { on_hand: 1000 }],
])('refuses %s for a variant', async (_, body) => {
  expect((await send(small(), manager, body)).status).toBe(422)
  expect(await pricesOf()).toEqual([15.99, 9.99])
})

test('refuses a discount of the product that takes a variant to 0 or below, and names it', async () => {
  const change = (body: object) => send(`PATCH /api/staff/products/${pot.id}`, manager, body)
  for (const discount of [9.99, 12, 15]) {
    const { status, body } = await change({ discount })
    expect([status, body.errors?.discount?.[0]]).toEqual([422, expect.stringContaining('POT-S costs GH₵\u00A09.99')])
  }
  expect(await pricesOf()).toEqual([15.99, 9.99])
  expect((await change({ discount: 9.98 })).status).toBe(200)
  expect(await pricesOf()).toEqual([6.01, 0.01])
})

test('refuses to take back the price of a variant whose discount is more than the price of the product', async () => {
  await send(small(), manager, { retail_price: 90, discount: 80 })
  expect((await send(small(), manager, { retail_price: null })).status).toBe(422)
  expect((await send(small(), manager, { retail_price: null, discount: null })).status).toBe(200)
})

test('lets one of two managers through who set a discount and a price at the same time', async () => {
  for (let round = 0; round < 5; round += 1) {
    await send(small(), manager, { retail_price: 9.99, discount: null })
    await send(`PATCH /api/staff/products/${pot.id}`, manager, { discount: 0 })
    const replies = await Promise.all([
      send(small(), manager, { retail_price: 4 }),
      send(`PATCH /api/staff/products/${pot.id}`, manager, { discount: 6 }),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(Math.min(...(await pricesOf()))).toBeGreaterThan(0)
  }
})

test('tells an editor that somebody changed the product, or another variant, in between', async () => {
  const { body } = await send(`GET /api/staff/products/${pot.id}`, manager)
  const { updated_at } = (body as unknown as { product: StaffProduct }).product
  await send(`PATCH /api/staff/variations/${pot.variations[0]}`, manager, { retail_price: 20 })
  const late = await send(small(), manager, { retail_price: 8, updated_at })
  expect(late).toMatchObject({ status: 409, body: { variation: { id: pot.variations[1], price: 9.99 } } })
  const product = await send(`PATCH /api/staff/products/${pot.id}`, manager, { retail_price: 8, updated_at })
  expect(product.status).toBe(409)
  expect(await pricesOf()).toEqual([20, 9.99])
})

test("charges a shopper the price of the variant in the bag, whatever other variant's price they send", async () => {
  const { token } = await aGuest()
  const line = { product_variation_id: pot.variations[0] }
  for (const extra of [{ price: 9.99 }, { retail_price: 9.99 }, { discount: 6 }])
    expect((await send('POST /api/cart', token, { ...line, ...extra })).status).toBe(422)
  await send('POST /api/cart', token, line)
  const { status, body } = await send('POST /api/orders', token, aSubmission({ total: 9.99, subtotal: 9.99 }))
  expect([status, body]).toMatchObject([409, { code: 'stale_total', totals: { total: 15.99 } }])
})

test("books a till's sale at another variant's price as charged, with an exception for that line", async () => {
  const lines = [
    { product_variation_id: pot.variations[0]!, quantity: 1, price: 9.99 },
    { product_variation_id: pot.variations[1]!, quantity: 1, price: 9.99 },
  ]
  const { body } = await send('POST /api/sync/push', await tokenOf(7), aPush(aSale({ lines })))
  expect(body).toMatchObject({ verdicts: [{ status: 'accepted', exceptions: ['PRICE_DRIFT'] }] })
  expect(await select('SELECT code, product_variation_id, detail FROM exceptions')).toEqual([
    {
      code: 'PRICE_DRIFT',
      product_variation_id: pot.variations[0],
      detail: `Sold at ${formatCedis(9.99)}. The shop’s price is ${formatCedis(15.99)}.`,
    },
  ])
  expect(await select('SELECT price FROM order_items ORDER BY id')).toEqual([{ price: 9.99 }, { price: 9.99 }])
})

test("books what an old till shows, the product's price, as PRICE_DRIFT of a variant with its own", async () => {
  const lines = [{ product_variation_id: pot.variations[1]!, quantity: 2, price: 15.99 }]
  const { body } = await send('POST /api/sync/push', await tokenOf(7), aPush(aSale({ lines })))
  expect(body).toMatchObject({ verdicts: [{ status: 'accepted', exceptions: ['PRICE_DRIFT'] }] })
  expect(await select('SELECT total FROM orders')).toEqual([{ total: 31.98 }])
})

test('lets nobody but staff set the price of a variant, and says nothing of variants of deleted products', async () => {
  expect((await send(small(), (await aUser('CUSTOMER')).token, { retail_price: 1 })).status).toBe(403)
  await send(`DELETE /api/staff/products/${pot.id}`, manager)
  expect((await send(small(), manager, { retail_price: 1 })).status).toBe(404)
  expect((await send('PATCH /api/staff/variations/999999', manager, { retail_price: 1 })).status).toBe(404)
})
