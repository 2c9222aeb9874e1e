import { afterEach, beforeAll, beforeEach, afterAll, expect, test } from 'vitest'
import { countSold } from '#api/reports/count-sold.ts'
import { execute, inTransaction, select } from '#api/db/database.ts'
import { lockOrder } from '#api/orders/lock-order.ts'
import { payOrder } from '#api/orders/settle-order.ts'
import type { ReplyOf } from '#sync/protocol/endpoints.ts'
import { patience } from '#tests/support/patience.ts'
import { startApi, aUser, type Api } from '#tests/support/server/api.ts'
import { aProduct } from '#tests/support/goods/catalogue.ts'
import { aPush, aSale } from '#tests/support/server/factories.ts'
import { refundDesk } from '#tests/support/shop/refund-desk.ts'
import { checkBooks, openShop } from '#tests/support/server/shop.ts'
import { anOrderOf } from '#tests/support/shop/website-orders.ts'

let api: Api
let token: string

beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await openShop()
  token = (await aUser('MANAGER')).token
})
afterEach(checkBooks)
afterAll(() => api.stop())

const list = async (query: string) =>
  (await api.send('GET', `/api/products?${query}`)).body as unknown as ReplyOf<'GET /api/products'>
const names = async (query: string) => (await list(query)).products.data.map(({ name }) => name)
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString().slice(0, -1)

const sell = async (product_variation_id: number, quantity: number, occurred_at = new Date().toISOString()) =>
  expect(
    (
      await api.send('POST', '/api/sync/push', {
        token,
        body: aPush(
          aSale({ account_code: 'CASH', occurred_at, lines: [{ product_variation_id, quantity, price: 100 }] }),
        ),
      })
    ).body,
  ).toMatchObject({ verdicts: [{ status: 'accepted' }] })
const pay = ({ id }: { id: number }) =>
  inTransaction(async () => payOrder(await lockOrder(id), { account_code: 'BANK', user_id: null }))

test('shows only what has a piece left of the size, colour and price asked for', async () => {
  await aProduct({
    name: 'Half gone',
    pieces: [
      { size: 'UK8', colour: '000000', quantity: 0 },
      { size: 'UK10', colour: 'FFFFFF' },
    ],
  })
  await aProduct({ name: 'Gone', discount: 20, pieces: [{ size: 'UK8', colour: '000000', quantity: 0 }] })
  await aProduct({
    name: 'Two prices',
    pieces: [
      { size: 'UK8', colour: '000000', retail_price: 50, discount: 5 },
      { size: 'UK10', colour: '000000', quantity: 0 },
    ],
  })
  expect((await list('')).facets).toMatchObject({ in_stock: { count: 2 }, discounted: { count: 2 } })
  expect(await names('in_stock=1')).toEqual(['Two prices', 'Half gone'])
  expect(await names('in_stock=1&sizes=UK10')).toEqual(['Half gone'])
  expect(await names('in_stock=1&colours=000000')).toEqual(['Two prices'])
  expect(await names('in_stock=1&min_price=60')).toEqual(['Half gone'])
  expect(await names('in_stock=1&discounted=1')).toEqual(['Two prices'])
  const { facets } = await list('in_stock=1&colours=000000')
  expect(facets).toMatchObject({ in_stock: { count: 1 }, discounted: { count: 1 }, price: { min: 45, max: 45 } })
  expect(facets.sizes.map(({ code, count }) => [code, count])).toEqual([
    ['UK8', 1],
    ['UK10', 0],
  ])
})

test('follows a sale of the last piece', async () => {
  const { variations } = await aProduct({ name: 'Last one', pieces: [{ size: 'UK8', quantity: 1 }] })
  expect(await names('in_stock=1')).toEqual(['Last one'])
  await sell(variations[0]!, 1)
  await expect.poll(() => names('in_stock=1'), { timeout: patience(30_000) }).toEqual([])
})

test('sorts by the pieces that website and till sold and customers kept', async () => {
  const [loved, tried, sent, old, quiet] = await Promise.all(
    ['Loved', 'Tried', 'Sent back', 'Old', 'Quiet'].map(name => aProduct({ name, created_at: daysAgo(1) })),
  )
  await sell(loved!.variations[0]!, 2)
  await pay(await anOrderOf({ [loved!.variations[0]!]: 1 }))
  await sell(tried!.variations[0]!, 2)
  const order = await anOrderOf({ [sent!.variations[0]!]: 5 })
  await pay(order)
  await anOrderOf({ [quiet!.variations[0]!]: 4 })
  await sell(old!.variations[0]!, 4)
  await execute(
    `UPDATE orders o JOIN order_items i ON i.order_id = o.id SET o.business_date = UTC_DATE() - INTERVAL 90 DAY
    WHERE i.product_variation_id = ?`,
    [old!.variations[0]!],
  )
  const best = () => names('order_column=products.sold')

  expect(await countSold()).toBe(3)
  const [last, before] = quiet!.id > old!.id ? ['Old', 'Quiet'] : ['Quiet', 'Old']
  expect(await best()).toEqual(['Sent back', 'Loved', 'Tried', before, last])
  expect(await countSold()).toBe(0)
  expect((await names('order_column=products.sold&order_direction=asc')).at(-1)).toBe('Sent back')

  const desk = refundDesk(api, token)
  const { refund } = await desk.ask(order, 4)
  await desk.approve(refund.id)
  expect(await countSold()).toBe(1)
  expect(await best()).toEqual(['Loved', 'Tried', 'Sent back', before, last])
  await execute('UPDATE orders SET business_date = UTC_DATE()')
})

test('counts a piece got in exchange, and not the one that came back', async () => {
  const small = await aProduct({ name: 'Small' })
  const wide = await aProduct({ name: 'Wide' })
  const order = await anOrderOf({ [small.variations[0]!]: 1 })
  await pay(order)
  const desk = refundDesk(api, token)
  const item = { order_item_id: order.items[0]!.id, quantity: 1, exchange_variation_id: wide.variations[0]! }
  const { refund } = await desk.ask(order, 1, { action: 'EXCHANGE', items: [item] })
  await desk.approve(refund.id)
  expect(
    (await desk.complete(refund.id, { restock: [{ refund_item_id: refund.items[0]!.id, disposition: 'RESTOCK' }] }))
      .status,
  ).toBe(200)
  await countSold()
  expect(await select('SELECT product_id, sold FROM product_listings ORDER BY product_id')).toEqual([
    { product_id: small.id, sold: 0 },
    { product_id: wide.id, sold: 1 },
  ])
})

test('shows what came within the days that the setting says, the newest first', async () => {
  const shown = ['Today', 'A week old', 'A month old']
  for (const [nth, name] of shown.entries()) await aProduct({ name, created_at: daysAgo([0, 7, 31][nth]!) })
  const set = (value: string) => execute("UPDATE settings SET value = ? WHERE name = 'new_in_days'", [value])
  expect(await names('new_in=1')).toEqual(['Today', 'A week old'])
  await set('3')
  expect(await names('new_in=1')).toEqual(['Today'])
  expect((await list('new_in=1')).facets).toMatchObject({ in_stock: { count: 1 }, discounted: { count: 0 } })
  await set('365')
  expect(await names('new_in=1&search_text=old')).toEqual(expect.arrayContaining(['A week old', 'A month old']))
  await set('30')
})

test.each(['in_stock=0', 'in_stock=yes', 'new_in=2', 'new_in=30', 'order_column=sold'])('refuses %s', async query =>
  expect((await api.send('GET', `/api/products?${query}`)).status).toBe(422),
)
