import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { execute, select, selectOne } from '#api/db/database.ts'
import type { StockCount, StockCountLine } from '#sync/protocol/staff/stock-count.ts'
import { type Api, aUser, startApi } from '#tests/support/server/api.ts'
import { aPush, aSale } from '#tests/support/server/factories.ts'
import { aVariation, checkBooks, onHand, openShop } from '#tests/support/server/shop.ts'
import { aCount } from '#tests/support/goods/stockroom.ts'

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

test('hides the book from counters until all differences were counted twice', async () => {
  const { sku } = (await selectOne<{ sku: string }>('SELECT sku FROM product_variations WHERE id = ?', [jeans]))!
  await scan(4)
  expect((await scan(5, { code: sku })).line).toMatchObject({ counted: 9, book: null, difference: null })
  expect(await step('CLOSED')).toMatchObject({ status: 409, message: 'Check the count before you close it.' })
  expect(await step('CHECKED')).toMatchObject({
    status: 200,
    message: 'Please count again: 1 product differs from stock on record.',
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

test('finds a line by every spelling of its code, in the list, its file and by scan', async () => {
  const barcodes = ['036000291452', '0036000291452', '00036000291452']
  for (const kept of barcodes) {
    await execute('UPDATE product_variations SET barcode = ? WHERE id = ?', [kept, jeans])
    await scan(1)
    for (const code of barcodes) {
      const { lines } = await ask('GET', `?search=${code}`)
      const csv = await api.send('GET', `/api/staff/stock/counts/${id}/lines/csv?search=${code}`, { token })
      expect([kept, code, lines.data.map(line => line.product_variation_id), csv.text]).toEqual([
        kept,
        code,
        [jeans],
        expect.stringContaining(kept),
      ])
      expect((await scan(1, { code })).status).toBe(200)
    }
  }
  expect((await ask('GET', '?search=036000291469')).lines.data).toEqual([])
})

test('asks for no recount of what agrees, and closing changes nothing', async () => {
  await scan(10)
  expect(await step('CHECKED')).toMatchObject({ count: { status_code: 'CHECKED' } })
  await step('CLOSED')
  expect(await select("SELECT id FROM stock_movements WHERE reason = 'COUNT'")).toEqual([])
})

test('is not disturbed by 200 sales after, during and before it', async () => {
  const many = await aVariation(1000)
  ;[jeans, product] = [
    many,
    (await selectOne<{ product_id: number }>('SELECT product_id FROM product_variations WHERE id = ?', [many]))!
      .product_id,
  ]
  id = await aCount(product)
  await Promise.all(Array.from({ length: 60 }, () => sell(1)))
  // 940 are there but two; 70 of them are sold while three people count the rest.
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

test('accepts pieces sold between the first scan and the last, counted or not', async () => {
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

test('does not miss a till sale twice when it was made before and sent after', async () => {
  const before = new Date(Date.now() - 60_000).toISOString()
  await scan(7)
  await sell(3, { occurred_at: before })
  expect(await step('CHECKED')).toMatchObject({ count: { status_code: 'CHECKED' } })
  await step('CLOSED')
  expect(await onHand(jeans)).toBe(7)
})

test('leaves what nobody counted, unless it is declared gone', async () => {
  await step('CHECKED')
  await step('CLOSED')
  expect(await onHand(jeans)).toBe(10)
  id = await aCount(product)
  await step('CHECKED')
  await step('CLOSED', { uncounted_are_gone: true })
  expect(await onHand(jeans)).toBe(0)
})

test('takes in goods found in an unexpected place, and takes back one scan too many', async () => {
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

test('counts the scans of ten people at once', async () => {
  await Promise.all(Array.from({ length: 10 }, () => scan()))
  expect((await ask('GET')).lines.data).toMatchObject([{ counted: 10 }])
})

test('shows who scanned a line last and when, until it is recounted', async () => {
  const { token: another } = await aUser('MANAGER', { name: 'Yaw Boateng', email: 'yaw@shop.test' })
  const line = async () => (await ask('GET')).lines.data[0]
  expect(await line()).toMatchObject({ counted_by: null, counted_at: null })
  expect((await scan(4)).line).toMatchObject({ counted_by: 'Ama Mensah', counted_at: expect.any(String) })
  const before = Date.now()
  await api.send('POST', `/api/staff/stock/counts/${id}/scans`, {
    token: another,
    body: { variation_id: jeans, quantity: 5 },
  })
  expect(await line()).toMatchObject({ counted: 9, counted_by: 'Yaw Boateng' })
  const counted_at = Date.parse((await line())!.counted_at!)
  expect([counted_at >= before, counted_at <= Date.now()]).toEqual([true, true])
  await step('CHECKED')
  expect(await line()).toMatchObject({ again: true, counted_by: null, counted_at: null })
})

test('sorts lines and exports those of the filter, without the book before it is time', async () => {
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

test('takes no scans or steps once it is over, and changes nothing when cancelled', async () => {
  await scan(3)
  await step('CANCELLED')
  expect((await scan()).status).toBe(409)
  for (const status of ['OPEN', 'CHECKED', 'CLOSED']) expect((await step(status)).status).toBe(409)
  expect(await onHand(jeans)).toBe(10)
})

test('is closed by one of twenty', async () => {
  await scan(10)
  await step('CHECKED')
  await execute('UPDATE stock_count_lines SET counted = 9 WHERE count_id = ?', [id])
  const replies = await Promise.all(Array.from({ length: 20 }, () => step('CLOSED')))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await onHand(jeans)).toBe(9)
})
