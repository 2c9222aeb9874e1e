import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { select } from '#api/db/database.ts'
import type { Order } from '#sync/protocol/shop/order-view.ts'
import type { PushReply } from '#sync/protocol/mutation.ts'
import { type Api, aUser, startApi } from '#tests/support/server/api.ts'
import { aPush, aSale } from '#tests/support/server/factories.ts'
import { aVariation, checkBooks, count, onHand, openShop } from '#tests/support/server/shop.ts'

let api: Api
let token: string
let jeans: number
let product_id: number

beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await openShop()
  token = (await aUser('MANAGER')).token
  jeans = await aVariation(3, { retail_price: 149.99, discount: 20 })
  product_id = (
    await select<{ product_id: number }>('SELECT product_id FROM product_variations WHERE id = ?', [jeans])
  )[0]!.product_id
})
afterEach(checkBooks)
afterAll(() => api.stop())

const anOrder = (overrides = {}) => ({
  account_code: 'CASH',
  type_code: 'STORE',
  delivery_method_code: 'self_pick_up',
  subtotal: 259.98,
  discount: 0,
  total: 259.98,
  items: [{ product_id, size_code: 'UK10', quantity: 2 }],
  ...overrides,
})
const order = async (body: object, key?: string, as = token) => {
  const reply = await api.send('POST', '/api/staff/orders', {
    token: as,
    body,
    headers: key ? { 'Idempotency-Key': key } : {},
  })
  return { ...reply, order: (reply.body as unknown as { order: Order }).order }
}

test('prices, completes and numbers a store order at once', async () => {
  const { status, order: made } = await order(anOrder({ customer_name: 'Esi', customer_phone: '024 412 3456' }))
  expect(status).toBe(201)
  expect(made).toMatchObject({
    type_code: 'STORE',
    status_code: 'COMPLETED',
    status: { name: 'Completed' },
    delivery_method_code: 'self_pick_up',
    account_code: 'CASH',
    subtotal: 259.98,
    discount: 0,
    shipping_fee: 0,
    total: 259.98,
    customer: null,
    customer_name: 'Esi',
    teller: { name: 'Ama Mensah' },
    number: `S-${String(made.id).padStart(6, '0')}`,
    items: [
      {
        quantity: 2,
        price: 129.99,
        product_variation: { size_code: 'UK10', colour: null, product: { id: product_id } },
      },
    ],
  })
  expect(await onHand(jeans)).toBe(1)
})

test('refuses another total, names the right one and books nothing', async () => {
  for (const wrong of [{ total: 1 }, { subtotal: 259.97 }, { discount: 5, total: 254.98 }])
    expect(await order(anOrder(wrong))).toMatchObject({
      status: 409,
      body: { code: 'stale_total', totals: { subtotal: 259.98, discount: 0, total: 259.98 } },
    })
  expect(await count('orders')).toBe(0)
})

test('never refuses a store order for stock: it books what is missing as oversold', async () => {
  expect(
    (
      await order(
        anOrder({
          subtotal: undefined,
          total: undefined,
          items: [{ product_id, size_code: 'UK10', colour_code: null, quantity: 5 }],
        }),
      )
    ).status,
  ).toBe(201)
  expect(await onHand(jeans)).toBe(-2)
  expect(await select('SELECT code FROM exceptions')).toEqual([{ code: 'OVERSOLD' }])
})

test('refuses unknown goods, sizes, accounts and quantities beside their field', async () => {
  const line = { product_id, size_code: 'UK10', quantity: 1 }
  const cases: [object, string][] = [
    [{ items: [{ ...line, size_code: 'UK99' }] }, 'items.0'],
    [{ items: [{ ...line, product_id: 999_999 }] }, 'items.0'],
    [{ items: [{ ...line, colour_code: 'FFFFFF' }] }, 'items.0'],
    [{ items: [{ ...line, quantity: 0 }] }, 'items.0.quantity'],
    [{ items: [{ ...line, quantity: 1.5 }] }, 'items.0.quantity'],
    [{ items: [] }, 'items'],
    [{ account_code: 'PAYSTACK', total: undefined, subtotal: undefined }, 'account_code'],
    [{ account_code: 'cash', total: undefined, subtotal: undefined }, 'account_code'],
    [{ price: 1 }, 'price'],
    [{ items: [{ ...line, price: 1 }] }, 'items.0.price'],
    [{ total: 259.999 }, 'total'],
    [{ type_code: 'WEBSITE' }, 'type_code'],
  ]
  for (const [change, field] of cases) {
    const { status, body } = await order(anOrder(change))
    expect([status, Object.keys(body.errors ?? {})[0]]).toEqual([422, field])
  }
  expect(await count('orders')).toBe(0)
})

test('replays the same order byte by byte under its key and refuses another body', async () => {
  const key = 'a form opened at noon'.replaceAll(' ', '-')
  const first = await order(anOrder(), key)
  const again = await order(anOrder(), key)
  expect(again.text).toBe(first.text)
  expect([first.headers.get('idempotent-replayed'), again.headers.get('idempotent-replayed')]).toEqual([null, 'true'])
  expect(await order(anOrder({ account_code: 'BANK' }), key)).toMatchObject({
    status: 422,
    body: { code: 'key_reused' },
  })
  expect(await count('orders')).toBe(1)
})

test('takes a UUID key as the sale for the whole shop: another cashier gets the same order', async () => {
  const key = crypto.randomUUID()
  const first = await order(anOrder(), key)
  const other = await aUser('MANAGER')
  const second = await order(anOrder(), key, other.token)
  expect([second.status, second.order.id]).toEqual([201, first.order.id])
  expect(await order(anOrder({ account_code: 'BANK' }), key, other.token)).toMatchObject({
    status: 422,
    body: { code: 'key_reused' },
  })
  expect(await count('orders')).toBe(1)
})

test('makes one order of one sale through both doors: the push finds other content and changes nothing', async () => {
  const key = crypto.randomUUID()
  await order(anOrder(), key)
  const { body } = await api.send('POST', '/api/sync/push', {
    token,
    body: aPush(aSale({ id: key, lines: [{ product_variation_id: jeans, quantity: 2, price: 129.99 }] })),
  })
  expect((body as unknown as PushReply).verdicts).toMatchObject([
    { id: key, status: 'rejected', error: { code: 'conflict' } },
  ])
  const sale = aSale({ lines: [{ product_variation_id: jeans, quantity: 2, price: 129.99 }] })
  await api.send('POST', '/api/sync/push', { token, body: aPush(sale) })
  expect((await order(anOrder(), sale.id)).order.number).toBe(sale.number)
  expect(await count('orders')).toBe(2)
})

test('refuses a key a till used for a rejected sale, and keeps the books whole', async () => {
  const id = crypto.randomUUID()
  const lines = [{ product_variation_id: 999_999, quantity: 1, price: 10 }]
  const { body } = await api.send('POST', '/api/sync/push', { token, body: aPush(aSale({ id, lines })) })
  expect((body as unknown as PushReply).verdicts).toMatchObject([{ id, status: 'rejected' }])
  expect((await order(anOrder(), id)).status).toBe(422)
  expect(await count('orders')).toBe(0)
})

test('makes one order of a double tap by two cashiers at once', async () => {
  const key = crypto.randomUUID()
  const tokens = [token, ...(await Promise.all(Array.from({ length: 4 }, async () => (await aUser('MANAGER')).token)))]
  const replies = await Promise.all(Array.from({ length: 20 }, (_, i) => order(anOrder(), key, tokens[i % 5])))
  expect(new Set(replies.map(reply => `${reply.status} ${reply.order?.id}`)).size).toBe(1)
  expect(await count('orders')).toBe(1)
})

test('filters by type, delivery, person, status and day, and pages', async () => {
  const { order: made } = await order(
    anOrder({ items: [{ product_id, size_code: 'UK10', quantity: 1 }], subtotal: undefined, total: undefined }),
  )
  const today = new Date().toISOString().slice(0, 10)
  const total = async (query: string) =>
    ((await api.send('GET', `/api/staff/orders?${query}`, { token })).body as unknown as { orders: { total: number } })
      .orders.total
  for (const query of [
    '',
    'type_code=STORE',
    'delivery_method_code=self_pick_up',
    'status_code=COMPLETED',
    `user_id=${made.teller_id}`,
    `start_date=${today}&end_date=${today}`,
  ])
    expect([query, await total(query)]).toEqual([query, 1])
  for (const query of [
    'type_code=WEBSITE',
    'delivery_method_code=delivery',
    'status_code=PROCESSING',
    'user_id=7',
    'end_date=2020-01-01',
  ])
    expect([query, await total(query)]).toEqual([query, 0])
  for (const query of [
    'per_page=0',
    'per_page=101',
    'page=0',
    'start_date=2026-02-31',
    'status_code=LOST',
    'user_id=x',
  ])
    expect((await api.send('GET', `/api/staff/orders?${query}`, { token })).status).toBe(422)
  expect((await api.send('GET', '/api/staff/orders?page=9', { token })).body).toMatchObject({
    orders: { data: [], total: 1, last_page: 1, current_page: 9, per_page: 12 },
  })
  expect((await api.send('GET', `/api/staff/orders/${made.id}`, { token })).body).toMatchObject({
    order: { id: made.id },
  })
  for (const id of ['1x', '0', '-1', '99999999999', String(made.id + 1)])
    expect((await api.send('GET', `/api/staff/orders/${id}`, { token })).status).toBe(404)
})
