import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { execute, insertRow, select } from '#api/db/database.ts'
import { changeInBulk, undoBulk } from '#api/products/bulk-change.ts'
import { afterBulk, type BulkChange, type BulkOutcome } from '#sync/protocol/staff/bulk-change.ts'
import type { StaffProduct } from '#sync/protocol/shop/catalogue.ts'
import type { ReplyOf } from '#sync/protocol/endpoints.ts'
import { type Api, aUser, startApi } from '#tests/support/server/api.ts'
import { aProduct } from '#tests/support/goods/catalogue.ts'
import { aPush, aSale } from '#tests/support/server/factories.ts'
import { countingQueries } from '#tests/support/database/queries.ts'
import { checkBooks, count, openShop } from '#tests/support/server/shop.ts'
import { formatCedis } from '#sync/protocol/money.ts'

let api: Api
let token: string
let jeans: number
let belt: number

beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await openShop()
  token = (await aUser('MANAGER')).token
  jeans = (await aProduct({ name: 'Jeans', retail_price: 149.99, discount: 20 })).id
  belt = (await aProduct({ name: 'Belt', retail_price: 33.33 })).id
})
afterEach(checkBooks)
afterAll(() => api.stop())

const ask = async (path: string, body?: object) => {
  const reply = await api.send('POST', `/api/staff/products/bulk${path}`, { token, body })
  return {
    status: reply.status,
    ...(reply.body as unknown as {
      message: string
      bulk: BulkOutcome
      errors?: Record<string, string[]>
      code?: string
    }),
  }
}
const bulk = (change: BulkChange | object, rest = {}) =>
  ask('', { products: [{ id: jeans }, { id: belt }], change, ...rest })
const undo = (id: number | null) => ask(`/${id}/undo`)
const prices = async () =>
  (
    await select<{ retail_price: number; discount: number }>('SELECT retail_price, discount FROM products ORDER BY id')
  ).map(({ retail_price, discount }) => [retail_price, discount])
const find = async (id: number) =>
  ((await api.send('GET', `/api/staff/products/${id}`, { token })).body as unknown as { product: StaffProduct }).product
const TEN_OFF = { kind: 'price', by: 'percent', value: -10 } as const

test('shows the new values first and changes nothing by that', async () => {
  const { status, bulk: seen } = await bulk(TEN_OFF, { preview: true })
  expect([status, seen.id, seen.undo_until]).toEqual([200, null, null])
  expect(seen.rows).toMatchObject([
    {
      id: jeans,
      name: 'Jeans',
      was: { retail_price: 149.99 },
      became: { retail_price: 134.99, discount: 20 },
      problem: null,
    },
    { id: belt, was: { retail_price: 33.33 }, became: { retail_price: 30 }, problem: null },
  ])
  expect(await prices()).toEqual([
    [149.99, 20],
    [33.33, 0],
  ])
  expect(await count('staff_changes')).toBe(0)
})

test('changes all products, logs each change, and can undo them all', async () => {
  const { rows } = (await bulk(TEN_OFF, { preview: true })).bulk
  const before = Date.now()
  const {
    status,
    message,
    bulk: done,
  } = await ask('', { products: rows.map(({ id, updated_at }) => ({ id, updated_at })), change: TEN_OFF })
  expect([status, message]).toEqual([200, '2 products changed.'])
  expect(Date.parse(done.undo_until!)).toBeGreaterThan(before + 50_000)
  expect(await prices()).toEqual([
    [134.99, 20],
    [30, 0],
  ])
  const listed = (
    (await api.send('GET', '/api/products?order_column=products.retail_price'))
      .body as unknown as ReplyOf<'GET /api/products'>
  ).products.data
  expect(listed.map(({ id, retail_price }) => [id, retail_price])).toEqual([
    [jeans, 134.99],
    [belt, 30],
  ])
  expect(await undo(done.id)).toMatchObject({ status: 200, message: '2 products restored.' })
  expect(await prices()).toEqual([
    [149.99, 20],
    [33.33, 0],
  ])
  expect(
    (
      await select<{ action: string; was: string; became: string }>(
        'SELECT action, was, became FROM staff_changes ORDER BY id',
      )
    ).map(({ action, was, became }) => `${action} ${was} ${became}`),
  ).toEqual([
    'change in bulk {"retail_price":149.99} {"retail_price":134.99}',
    'change in bulk {"retail_price":33.33} {"retail_price":30}',
    'take back a change in bulk {"retail_price":134.99} {"retail_price":149.99}',
    'take back a change in bulk {"retail_price":30} {"retail_price":33.33}',
  ])
})

test('changes ten products, and back, with as many statements as two', async () => {
  const many = await Promise.all(
    Array.from({ length: 10 }, (_, n) => aProduct({ name: `Skirt ${n}`, retail_price: 50 })),
  )
  const { id: user } = (await select<{ id: number }>('SELECT MAX(id) AS id FROM users'))[0]!
  const statements = async (ids: number[]) => {
    let id = 0
    const done = await countingQueries(async () => {
      id = (
        await changeInBulk(
          ids.map(each => ({ id: each })),
          TEN_OFF,
          user,
        )
      ).id!
    })
    return [done, await countingQueries(() => undoBulk(id))]
  }
  expect(await statements(many.map(({ id }) => id))).toEqual(await statements([jeans, belt]))
})

test('changes discounts, statuses and categories in the same way', async () => {
  const category_id = await insertRow('categories', { name: 'Sale' })
  await bulk({ kind: 'discount', by: 'percent', value: 12.5 })
  expect(await prices()).toEqual([
    [149.99, 18.75],
    [33.33, 4.17],
  ])
  await bulk({ kind: 'discount', by: 'amount', value: 0 })
  expect(await prices()).toEqual([
    [149.99, 0],
    [33.33, 0],
  ])
  await bulk({ kind: 'category', category_id })
  const { bulk: off } = await bulk({ kind: 'status', status_code: 'INACTIVE' })
  expect(await select('SELECT category_id, status_code FROM products')).toEqual(
    [1, 2].map(() => ({ category_id, status_code: 'INACTIVE' })),
  )
  expect((await api.send('GET', '/api/products')).body).toMatchObject({ products: { total: 0 } })
  await undo(off.id)
  expect((await api.send('GET', '/api/products')).body).toMatchObject({ products: { total: 2 } })
})

test('changes none when one cannot be changed, and names each that cannot', async () => {
  const refused = await bulk({ kind: 'price', by: 'amount', value: -40 })
  expect(refused).toMatchObject({ status: 422, errors: { products: ['Belt: the price would be below 0.'] } })
  expect(
    (await bulk({ kind: 'price', by: 'amount', value: -130 }, { preview: true })).bulk.rows.map(
      ({ problem }) => problem,
    ),
  ).toEqual(['the discount would be more than the price.', 'the price would be below 0.'])
  expect((await ask('', { products: [{ id: jeans }, { id: 4_000_000 }], change: TEN_OFF })).status).toBe(404)
  expect(await prices()).toEqual([
    [149.99, 20],
    [33.33, 0],
  ])
  expect(await count('product_bulks')).toBe(0)
})

test('refuses a change of nothing or of no products', async () => {
  const bad = [
    { kind: 'views', value: 3 },
    { kind: 'price', by: 'percent', value: -101 },
    { kind: 'price', by: 'amount', value: 1.005 },
    { kind: 'price', by: 'half', value: 1 },
    { kind: 'discount', by: 'percent', value: 101 },
    { kind: 'discount', by: 'amount', value: -1 },
    { kind: 'status', status_code: 'GONE' },
    { kind: 'category', category_id: 4_000_000 },
    { kind: 'status', status_code: 'LIVE', retail_price: 1 },
    {},
    'price',
    null,
  ]
  for (const change of bad) expect([change, (await bulk(change as object)).status]).toEqual([change, 422])
  for (const products of [
    [],
    [{ id: jeans }, { id: jeans }],
    [{ id: 'x' }],
    Array.from({ length: 501 }, (_, i) => ({ id: i + 1 })),
  ])
    expect((await ask('', { products, change: TEN_OFF })).status).toBe(422)
})

describe('undoing a bulk change', () => {
  test('is refused when a product has changed since, and undoes nothing', async () => {
    const { bulk: done } = await bulk(TEN_OFF)
    await api.send('PATCH', `/api/staff/products/${belt}`, { token, body: { retail_price: 31 } })
    expect(await undo(done.id)).toMatchObject({
      status: 409,
      message: 'Nothing was undone, because this has changed since: Belt',
    })
    expect(await prices()).toEqual([
      [134.99, 20],
      [31, 0],
    ])
  })

  test('is refused after a minute, the second time, and for an unknown change', async () => {
    const first = (await bulk(TEN_OFF)).bulk
    await execute('UPDATE product_bulks SET created_at = NOW(3) - INTERVAL 61 SECOND')
    expect((await undo(first.id)).status).toBe(409)
    const second = (await bulk(TEN_OFF)).bulk
    const tries = await Promise.all(Array.from({ length: 10 }, () => undo(second.id)))
    expect(tries.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(9).fill(409)])
    expect(await prices()).toEqual([
      [134.99, 20],
      [30, 0],
    ])
    expect((await undo(4_000_000)).status).toBe(404)
  })
})

describe('two people who change a product at once', () => {
  const race = async (updated_at: string | undefined) => {
    const [many, one] = await Promise.all([
      ask('', {
        products: [{ id: jeans, updated_at }, { id: belt }],
        change: { kind: 'price', by: 'amount', value: 50 },
      }),
      api.send('PATCH', `/api/staff/products/${jeans}`, { token, body: { retail_price: 77, updated_at } }),
    ])
    return [many.status, one.status]
  }

  test('never overwrite each other unseen: one wins, the other is told', async () => {
    for (let round = 0; round < 12; round += 1) {
      await execute('UPDATE products SET retail_price = 100, discount = 0, updated_at = NOW(3) - INTERVAL 1 HOUR')
      const statuses = await race((await find(jeans)).updated_at)
      expect(statuses.toSorted()).toEqual([200, 409])
      expect((await prices()).map(([price]) => price)).toEqual(statuses[0] === 200 ? [150, 150] : [77, 100])
    }
  })

  test('control: without the time they read it, both are told it was saved', async () => {
    expect(await race(undefined)).toEqual([200, 200])
  })

  test('do not disturb a till: each sale is booked as charged', async () => {
    const {
      id,
      variations: [variation],
    } = await aProduct({ name: 'Hoodie', retail_price: 100, pieces: [{ size: 'UK10', quantity: 500 }] })
    const sales = Array.from({ length: 30 }, (_, i) =>
      aSale({ lines: [{ product_variation_id: variation!, quantity: 1, price: i % 2 ? 100 : 90 }] }),
    )
    const pushes = sales.map(sale => api.send('POST', '/api/sync/push', { token, body: aPush(sale) }))
    const changes = Array.from({ length: 6 }, (_, i) =>
      ask('', { products: [{ id }], change: { kind: 'discount', by: 'amount', value: i % 2 ? 0 : 10 } }),
    )
    const verdicts = (await Promise.all(pushes)).map(
      ({ body }) => (body as unknown as { verdicts: { status: string }[] }).verdicts[0]!.status,
    )
    expect(verdicts).toEqual(Array(30).fill('accepted'))
    expect((await Promise.all(changes)).map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(await select('SELECT SUM(total) AS total, COUNT(*) AS n FROM orders')).toEqual([
      { total: 15 * 100 + 15 * 90, n: 30 },
    ])
    expect(await select('SELECT on_hand FROM product_variations WHERE id = ?', [variation])).toEqual([{ on_hand: 470 }])
  })
})

describe('variants with prices of their own', () => {
  let pot: number
  const own = async () =>
    (await find(pot)).variations.map(({ retail_price, discount, price }) => [retail_price, discount, price])
  const change = (what: BulkChange, rest = {}) => ask('', { products: [{ id: pot }], change: what, ...rest })
  beforeEach(async () => {
    pot = (
      await aProduct({
        name: 'Pot',
        retail_price: 15.99,
        pieces: [
          { size: 'UK8' },
          { size: 'UK10', retail_price: 9.99 },
          { size: 'UK12', discount: 1 },
          { size: 'UK14', retail_price: 20, discount: 2 },
        ],
      })
    ).id
  })
  const BEFORE = [
    [null, null, 15.99],
    [9.99, null, 9.99],
    [null, 1, 14.99],
    [20, 2, 18],
  ]

  test.each([
    [
      { kind: 'price', by: 'percent', value: 10 },
      2,
      [
        [null, null, 17.59],
        [10.99, null, 10.99],
        [null, 1, 16.59],
        [22, 2, 20],
      ],
    ],
    [
      { kind: 'price', by: 'amount', value: -5 },
      2,
      [
        [null, null, 10.99],
        [4.99, null, 4.99],
        [null, 1, 9.99],
        [15, 2, 13],
      ],
    ],
    [
      { kind: 'discount', by: 'percent', value: 50 },
      3,
      [
        [null, null, 7.99],
        [9.99, 5, 4.99],
        [null, null, 7.99],
        [20, 10, 10],
      ],
    ],
    [
      { kind: 'discount', by: 'amount', value: 3 },
      2,
      [
        [null, null, 12.99],
        [9.99, null, 6.99],
        [null, null, 12.99],
        [20, null, 17],
      ],
    ],
  ] as const)('change with the product by %j, and back', async (what, variants, becomes) => {
    expect((await change(what, { preview: true })).bulk.rows).toMatchObject([{ variants }])
    expect(await own()).toEqual(BEFORE)
    const { status, bulk: done } = await change(what)
    expect([status, await own()]).toEqual([200, becomes])
    expect((await undo(done.id)).status).toBe(200)
    expect(await own()).toEqual(BEFORE)
  })

  test('stop a change that takes one of them to 0 or below, or beyond what a price can be', async () => {
    for (const [what, problem] of [
      [{ kind: 'price', by: 'amount', value: -9.99 }, undefined],
      [{ kind: 'price', by: 'amount', value: -10 }, `leaves ${formatCedis(-0.01)}`],
      [
        { kind: 'discount', by: 'amount', value: 9.99 },
        `costs ${formatCedis(9.99)}: a discount of ${formatCedis(9.99)} leaves ${formatCedis(0)}`,
      ],
      [{ kind: 'discount', by: 'percent', value: 100 }, `leaves ${formatCedis(0)}`],
    ] as const) {
      const [row] = (await change(what, { preview: true })).bulk.rows
      expect(row!.problem ?? '').toContain(problem ?? '')
      expect(row!.problem === null).toBe(problem === undefined)
    }
    expect((await change({ kind: 'discount', by: 'amount', value: 12 })).status).toBe(422)
    expect(await own()).toEqual(BEFORE)
  })
})

test('rounds a percentage half up to the pesewa, for rises and cuts', () => {
  const row = { category_id: 1, retail_price: 0.05, discount: 0, status_code: 'LIVE' } as const
  expect(afterBulk(row, { kind: 'price', by: 'percent', value: 10 }).retail_price).toBe(0.06)
  expect(afterBulk(row, { kind: 'price', by: 'percent', value: -10 }).retail_price).toBe(0.05)
  expect(
    afterBulk({ ...row, retail_price: 9_999_999.99 }, { kind: 'price', by: 'percent', value: 33.33 }).retail_price,
  ).toBe(13_332_999.99)
})

test('refuses impossible prices and too many products with a clear message', async () => {
  await execute('UPDATE products SET retail_price = 9999999999 WHERE id = ?', [belt])
  const dearer = { kind: 'price', by: 'percent', value: 1000 } as const
  expect((await bulk(dearer, { preview: true })).bulk.rows.map(({ problem }) => problem)).toEqual([
    null,
    'the price would be more than a price can be.',
  ])
  expect(await bulk(dearer)).toMatchObject({
    status: 422,
    errors: { products: ['Belt: the price would be more than a price can be.'] },
  })
  expect(await prices()).toEqual([
    [149.99, 20],
    [9_999_999_999, 0],
  ])
  const many = await ask('', { products: Array.from({ length: 501 }, (_, i) => ({ id: i + 1 })), change: dearer })
  expect([many.status, many.errors]).toEqual([422, { products: ['Please change at most 500 products at once.'] }])
})
