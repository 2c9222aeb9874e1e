import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { execute, select, selectOne } from '#api/db/database.ts'
import type { StockCount, StockCountLine } from '#sync/protocol/staff/stock-count.ts'
import { type Api, aUser, startApi } from '#tests/support/api.ts'
import { aPush, aSale } from '#tests/support/factories.ts'
import { aVariation, checkBooks, onHand, openShop } from '#tests/support/shop.ts'
import { aCount } from '#tests/support/stockroom.ts'

let api: Api
let token: string
let jeans: number
let product: number
let id: number
beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await openShop()
  token = (await aUser('MANAGER')).token
  jeans = await aVariation(10)
  product = (await selectOne<{ product_id: number }>('SELECT product_id FROM product_variations WHERE id = ?', [
    jeans,
  ]))!.product_id
  id = await aCount(product)
})
afterEach(checkBooks)
afterAll(() => api.stop())

interface Answer {
  status: number
  message?: string
  errors?: Record<string, string[]>
  count: StockCount
  line: StockCountLine
  lines: { data: StockCountLine[] }
}
const ask = async (method: string, path = '', body?: object): Promise<Answer> => {
  const reply = await api.send(method, `/api/staff/stock/counts/${id}${path}`, { token, body })
  return { status: reply.status, ...(reply.body as unknown as Omit<Answer, 'status'>) }
}
const scan = (quantity = 1, what: object = { variation_id: jeans }) => ask('POST', '/scans', { ...what, quantity })
const step = (status_code: string, more = {}) => ask('PATCH', '', { status_code, ...more })
const sell = (pieces: number, sale = {}) =>
  api.send('POST', '/api/sync/push', {
    token,
    body: aPush(aSale({ lines: [{ product_variation_id: jeans, quantity: pieces, price: 10 }], ...sale })),
  })

test('whoever counts is not told the book until all that differs was counted twice', async () => {
  const { sku } = (await selectOne<{ sku: string }>('SELECT sku FROM product_variations WHERE id = ?', [jeans]))!
  await scan(4)
  expect((await scan(5, { code: sku })).line).toMatchObject({ counted: 9, book: null, difference: null })
  expect(await step('CLOSED')).toMatchObject({ status: 409, message: 'Check the count before it is closed.' })
  expect(await step('CHECKED')).toMatchObject({
    status: 200,
    message: 'Please count again: 1 product differs from the book.',
    count: { status_code: 'OPEN', again: 1 },
  })
  expect((await ask('GET', '?show=AGAIN')).lines.data).toMatchObject([
    { again: true, counted: null, book: null, difference: null },
  ])
  await scan(8)
  expect(await step('CHECKED')).toMatchObject({ count: { status_code: 'CHECKED', again: 0 } })
  expect((await ask('GET', '?show=DIFFERENT')).lines.data).toMatchObject([{ counted: 8, book: 10, difference: -2 }])
  expect(await step('CLOSED')).toMatchObject({ status: 200, count: { status_code: 'CLOSED', closed_by: 'Ama Mensah' } })
  expect(await onHand(jeans)).toBe(8)
  expect(await select("SELECT reason, quantity, count_id FROM stock_movements WHERE reason = 'COUNT'")).toEqual([
    { reason: 'COUNT', quantity: -2, count_id: id },
  ])
})

test('what agrees with the book is not asked for again, and closing changes nothing', async () => {
  await scan(10)
  expect(await step('CHECKED')).toMatchObject({ count: { status_code: 'CHECKED' } })
  await step('CLOSED')
  expect(await select("SELECT id FROM stock_movements WHERE reason = 'COUNT'")).toEqual([])
})

test('200 sales after, during and before the counting do not disturb it', async () => {
  const many = await aVariation(1000)
  ;[jeans, product] = [
    many,
    (await selectOne<{ product_id: number }>('SELECT product_id FROM product_variations WHERE id = ?', [many]))!
      .product_id,
  ]
  id = await aCount(product)
  await Promise.all(Array.from({ length: 60 }, () => sell(1)))
  // 940 lie there but two; 70 of them are sold while three people count the rest.
  const [, ...scans] = await Promise.all([
    Promise.all(Array.from({ length: 70 }, () => sell(1))),
    ...[300, 300, 268].map(pieces => scan(pieces)),
  ])
  expect(scans.map(({ status }) => status)).toEqual([200, 200, 200])
  await Promise.all(Array.from({ length: 70 }, () => sell(1)))
  await step('CHECKED')
  await scan(798)
  await step('CHECKED')
  await Promise.all([step('CLOSED'), sell(1)])
  expect(await onHand(jeans)).toBe(797)
})

test('pieces sold between the first scan and the last may have been counted or not: both are right', async () => {
  for (const [counted, left] of [
    [10, 8],
    [9, 8],
    [8, 8],
  ] as const) {
    id = await aCount(product)
    await scan(5)
    await sell(2)
    await scan(counted - 5)
    expect(await step('CHECKED')).toMatchObject({ count: { status_code: 'CHECKED' } })
    await step('CLOSED')
    expect(await onHand(jeans)).toBe(left)
    await api.send('PATCH', `/api/staff/products/${product}/variations`, { token, body: { [`sku_${jeans}`]: 10 } })
  }
})

test('what a till had sold before the counting and sends afterwards is not missed twice', async () => {
  const before = new Date(Date.now() - 60_000).toISOString()
  await scan(7)
  await sell(3, { occurred_at: before })
  expect(await step('CHECKED')).toMatchObject({ count: { status_code: 'CHECKED' } })
  await step('CLOSED')
  expect(await onHand(jeans)).toBe(7)
})

test('what nobody counted stays as it is, unless it is said to be gone', async () => {
  await step('CHECKED')
  await step('CLOSED')
  expect(await onHand(jeans)).toBe(10)
  id = await aCount(product)
  await step('CHECKED')
  await step('CLOSED', { uncounted_are_gone: true })
  expect(await onHand(jeans)).toBe(0)
})

test('goods that lie where nobody looked for them are taken in, and a scan too many is taken back', async () => {
  const stray = await aVariation(4)
  expect((await scan(3, { variation_id: stray })).line.counted).toBe(3)
  expect((await scan(-2, { variation_id: stray })).line.counted).toBe(1)
  expect(await scan(-2, { variation_id: stray })).toMatchObject({
    status: 422,
    errors: { quantity: ['Only 1 are counted.'] },
  })
  expect(await scan(1, { code: 'NONE' })).toMatchObject({
    status: 422,
    errors: { code: ['No product has the code NONE.'] },
  })
  expect((await ask('GET')).count).toMatchObject({ lines: 2, counted_lines: 1, pieces: 1 })
})

test('ten who scan the same goods at once are all heard', async () => {
  await Promise.all(Array.from({ length: 10 }, () => scan()))
  expect((await ask('GET')).lines.data).toMatchObject([{ counted: 10 }])
})

test('each line says who scanned it last and when, until it is to be counted again', async () => {
  const { token: another } = await aUser('MANAGER', { name: 'Yaw Boateng', email: 'yaw@shop.test' })
  const line = async () => (await ask('GET')).lines.data[0]
  expect(await line()).toMatchObject({ counted_by: null, counted_at: null })
  expect((await scan(4)).line).toMatchObject({ counted_by: 'Ama Mensah', counted_at: expect.any(String) })
  await api.send('POST', `/api/staff/stock/counts/${id}/scans`, {
    token: another,
    body: { variation_id: jeans, quantity: 5 },
  })
  expect(await line()).toMatchObject({ counted: 9, counted_by: 'Yaw Boateng' })
  expect(Math.abs(Date.now() - Date.parse((await line())!.counted_at!))).toBeLessThan(60_000)
  await step('CHECKED')
  expect(await line()).toMatchObject({ again: true, counted_by: null, counted_at: null })
})

test('lines are sorted, and their file is that of the filter; neither tells the book before it is time', async () => {
  const stray = await aVariation(4)
  await scan(9)
  await scan(7, { variation_id: stray })
  const items = async (query: string) =>
    (await ask('GET', query)).lines.data.map(({ product_variation_id }) => product_variation_id)
  const file = async (query = '') =>
    (await api.send('GET', `/api/staff/stock/counts/${id}/lines/csv${query}`, { token })).text
      .replace(/^\uFEFF/, '')
      .trim()
      .split('\r\n')
  expect([
    await items(''),
    await items('?order_column=counted'),
    await items('?order_column=counted_at&order_direction=asc'),
  ]).toEqual([
    [stray, jeans],
    [jeans, stray],
    [jeans, stray],
  ])
  expect((await ask('GET', '?order_column=difference')).lines.data.map(({ difference }) => difference)).toEqual([
    null,
    null,
  ])
  expect((await ask('GET', '?order_column=book')).status).toBe(422)
  const [head, first, ...others] = await file('?show=COUNTED')
  expect([head, others.length]).toEqual([
    'id,item,sku,barcode,counted,counted_by,counted_at,again,book,difference,put_right',
    1,
  ])
  expect(first).toMatch(/,9,Ama Mensah,[^,]+,false,,,0$/)
  expect(await file('?show=DIFFERENT')).toEqual([head])
  await step('CHECKED')
  await scan(9)
  await scan(7, { variation_id: stray })
  await step('CHECKED')
  expect(await items('?order_column=difference')).toEqual([stray, jeans])
  expect((await file('?show=DIFFERENT')).slice(1)).toEqual([
    expect.stringMatching(/,false,10,-1,0$/),
    expect.stringMatching(/,false,4,3,0$/),
  ])
})

test('a count that is over takes neither scans nor steps, and a cancelled one changed nothing', async () => {
  await scan(3)
  await step('CANCELLED')
  expect((await scan()).status).toBe(409)
  for (const status of ['OPEN', 'CHECKED', 'CLOSED']) expect((await step(status)).status).toBe(409)
  expect(await onHand(jeans)).toBe(10)
})

test('of twenty who close a count one does', async () => {
  await scan(10)
  await step('CHECKED')
  await execute('UPDATE stock_count_lines SET counted = 9 WHERE count_id = ?', [id])
  const replies = await Promise.all(Array.from({ length: 20 }, () => step('CLOSED')))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await onHand(jeans)).toBe(9)
})
