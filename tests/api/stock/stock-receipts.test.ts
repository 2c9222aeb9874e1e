import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { execute, select } from '#api/db/database.ts'
import { csvText } from '#api/lists/csv.ts'
import type { GoodsReceipt } from '#sync/protocol/staff/goods-receipt.ts'
import { type Api, aUser, startApi } from '#tests/support/server/api.ts'
import { aVariation, checkBooks, count, onHand, openShop } from '#tests/support/server/shop.ts'

let api: Api
let manager: string
let owner: string
let jeans: number
let skirt: number
beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await openShop()
  manager = (await aUser('MANAGER')).token
  owner = (await aUser('SUPER_ADMINISTRATOR')).token
  ;[jeans, skirt] = [await aVariation(5), await aVariation(0)]
})
afterEach(checkBooks)
afterAll(() => api.stop())

const ask = async (
  method: string,
  path: string,
  { token = owner, ...body }: { token?: string; [member: string]: unknown } = {},
) => {
  const reply = await api.send(method, `/api/staff/stock/receipts${path}`, {
    token,
    ...(Object.keys(body).length > 0 && { body }),
  })
  return {
    status: reply.status,
    ...(reply.body as unknown as { receipt: GoodsReceipt; errors?: Record<string, string[]>; code?: string }),
  }
}
const nameOf = async (id: number) =>
  (await select<{ sku: string; barcode: string }>('SELECT sku, barcode FROM product_variations WHERE id = ?', [id]))[0]!
const draft = async (token = owner) =>
  (
    await ask('POST', '', {
      supplier: 'Kantamanto',
      lines: [
        { variation_id: jeans, quantity: 3, unit_cost: 45.5 },
        { sku: (await nameOf(skirt)).sku, quantity: 2 },
      ],
      token,
    })
  ).receipt

test('moves nothing as a draft and puts its goods on the shelf when booked', async () => {
  const { id, pieces } = await draft()
  expect([pieces, await onHand(jeans), await onHand(skirt)]).toEqual([5, 5, 0])
  expect(await ask('POST', `/${id}/book`)).toMatchObject({
    status: 200,
    receipt: {
      status_code: 'BOOKED',
      lines: [
        { quantity: 3, unit_cost: 45.5 },
        { quantity: 2, unit_cost: null },
      ],
    },
  })
  expect([await onHand(jeans), await onHand(skirt)]).toEqual([8, 2])
  expect(
    await select('SELECT quantity, receipt_id FROM stock_movements WHERE receipt_id IS NOT NULL ORDER BY id'),
  ).toEqual([
    { quantity: 3, receipt_id: id },
    { quantity: 2, receipt_id: id },
  ])
})

test('is booked once by twenty people', async () => {
  const { id } = await draft()
  const replies = await Promise.all(Array.from({ length: 20 }, () => ask('POST', `/${id}/book`)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
  expect([await onHand(jeans), await onHand(skirt)]).toEqual([8, 2])
})

test('repeats a lost answer under the same key', async () => {
  const { id } = await draft()
  const book = () =>
    api.send('POST', `/api/staff/stock/receipts/${id}/book`, {
      token: owner,
      headers: { 'idempotency-key': 'book-it' },
    })
  const [first, second] = [await book(), await book()]
  expect([first.status, second.status, second.text]).toEqual([200, 200, first.text])
  expect(await onHand(jeans)).toBe(8)
})

test('takes costs from managers and shows them from clearance 4', async () => {
  const { id, lines } = await draft(manager)
  expect(lines.map(({ unit_cost }) => unit_cost)).toEqual([null, null])
  await ask('PATCH', `/${id}`, {
    lines: [
      { variation_id: jeans, quantity: 4 },
      { variation_id: skirt, quantity: 2, unit_cost: 30 },
    ],
    token: manager,
  })
  expect((await ask('GET', `/${id}`)).receipt.lines).toMatchObject([
    { quantity: 4, unit_cost: 45.5 },
    { quantity: 2, unit_cost: 30 },
  ])
})

test('shows costs in its history from clearance 4 and the rest to every reader', async () => {
  const { id } = await draft(manager)
  await ask('PATCH', `/${id}`, { lines: [{ variation_id: jeans, quantity: 4, unit_cost: 30 }], token: manager })
  const historyFor = async (token: string) =>
    (await api.send('GET', `/api/staff/changes?subject=stock_receipt&subject_id=${id}`, { token })).text
  expect([
    (await historyFor(owner)).match(/"unit_cost":(45\.5|30)/g)?.length,
    (await historyFor(manager)).includes('unit_cost'),
  ]).toEqual([3, false])
  expect((await historyFor(manager)).match(/"quantity":[34]/g)?.length).toBe(3)
  const guess = (token: string) =>
    api.send(
      'GET',
      `/api/staff/changes?subject=stock_receipt&subject_id=${id}&search=${encodeURIComponent('"unit_cost":30')}`,
      { token },
    )
  expect([(await guess(owner)).status, (await guess(manager)).status]).toEqual([200, 403])
})

test('can be changed and discarded as a draft only', async () => {
  const { id, updated_at } = await draft()
  expect((await ask('PATCH', `/${id}`, { note: 'Two bales', updated_at })).receipt).toMatchObject({
    note: 'Two bales',
    supplier: 'Kantamanto',
    pieces: 5,
  })
  expect(await ask('PATCH', `/${id}`, { note: 'Three bales', updated_at: '2026-01-09T00:00:00.000Z' })).toMatchObject({
    status: 409,
    code: 'stale',
  })
  expect((await ask('DELETE', `/${(await draft()).id}`)).status).toBe(200)
  await ask('POST', `/${id}/book`)
  for (const [method, path, body] of [
    ['PATCH', '', { note: 'Late' }],
    ['DELETE', ''],
    ['POST', '/book'],
  ] as const)
    expect((await ask(method, `/${id}${path}`, body)).status).toBe(409)
  expect(await count('stock_receipts')).toBe(1)
})

test('refuses unknown goods beside their line and an empty receipt', async () => {
  expect(
    await ask('POST', '', {
      lines: [
        { variation_id: jeans, quantity: 1 },
        { sku: 'NONE', quantity: 1 },
        { barcode: '1', quantity: 1 },
      ],
    }),
  ).toMatchObject({
    status: 422,
    errors: { 'lines.1': ['No product has the SKU NONE.'], 'lines.2': ['No product has the barcode 1.'] },
  })
  for (const line of [
    { quantity: 1 },
    { variation_id: jeans, quantity: 0 },
    { variation_id: jeans, quantity: 1, unit_cost: 1.005 },
    { variation_id: jeans, sku: 'A', quantity: 1 },
  ])
    expect((await ask('POST', '', { lines: [line] })).status).toBe(422)
  const { id } = (await ask('POST', '', { lines: [] })).receipt
  expect((await ask('POST', `/${id}/book`)).status).toBe(422)
})

test("reads a file line by line, the shop's own too, and says what is wrong with a line", async () => {
  const [{ sku }, { barcode }] = [await nameOf(jeans), await nameOf(skirt)]
  const read = async (csv: string) =>
    (await api.send('POST', '/api/staff/stock/receipts/lines', { token: manager, body: { csv } })).body
  expect(
    await read(
      `\uFEFFSKU;Barcode;Quantity;Cost\r\n${sku};;3;45.50\r\n;${barcode};2;\r\nNONE;;1;\r\n;;1;\r\n${sku};;two;\r\n${sku};;1;1.234\r\n`,
    ),
  ).toMatchObject({
    lines: [
      { product_variation_id: jeans, quantity: 3, unit_cost: 45.5 },
      { product_variation_id: skirt, quantity: 2, unit_cost: null },
    ],
    errors: [{ line: 4, message: 'No product has the SKU NONE.' }, { line: 5 }, { line: 6 }, { line: 7 }],
  })
  for (const odd of ['=SUM(1)', '-12', "'T-41", "'=2"]) {
    await execute('UPDATE product_variations SET sku = ? WHERE id = ?', [odd, jeans])
    let text = ''
    for await (const piece of csvText({
      columns: ['SKU', 'Quantity'],
      rows: (async function* () {
        yield [odd, 4]
      })(),
    }))
      text += piece
    expect(await read(text)).toMatchObject({
      lines: [{ product_variation_id: jeans, sku: odd, quantity: 4 }],
      errors: [],
    })
  }
  expect(await read('Name,Number\nJeans,3\n')).toMatchObject({ lines: [], errors: [{ line: 1 }] })
  expect(await count('stock_receipts')).toBe(0)
})

test('finds the goods of a UPC-E as it is, else of what it abbreviates', async () => {
  const scanned = async () =>
    (await api.send('GET', '/api/staff/stock/scan?code=04252614', { token: manager })).body as unknown
  const line = { lines: [{ barcode: '04252614', quantity: 1 }] }
  await execute("UPDATE product_variations SET barcode = '042100005264' WHERE id = ?", [jeans])
  expect(await scanned()).toMatchObject({ variations: [{ id: jeans }] })
  expect(await ask('POST', '', line)).toMatchObject({ receipt: { lines: [{ product_variation_id: jeans }] } })
  await execute("UPDATE product_variations SET barcode = '04252614' WHERE id = ?", [skirt])
  expect(await scanned()).toMatchObject({ variations: [{ id: skirt }] })
  expect(((await scanned()) as { variations: [] }).variations).toHaveLength(1)
  expect(await ask('POST', '', line)).toMatchObject({ receipt: { lines: [{ product_variation_id: skirt }] } })
})

test('finds goods by every spelling of a UPC, scanned or in a file', async () => {
  const lines = async (csv: string) =>
    (
      (await api.send('POST', '/api/staff/stock/receipts/lines', { token: manager, body: { csv } }))
        .body as unknown as { lines: { product_variation_id: number }[] }
    ).lines
  const [{ product }] = (await select<{ product: number }>(
    'SELECT product_id AS product FROM product_variations WHERE id = ?',
    [jeans],
  )) as [{ product: number }]
  const spellings = ['036000291452', '0036000291452', '00036000291452']
  for (const kept of spellings) {
    await execute('UPDATE product_variations SET barcode = ? WHERE id = ?', [kept, jeans])
    for (const code of spellings) {
      expect([
        code,
        (await api.send('GET', `/api/staff/stock/scan?code=${code}`, { token: manager })).body,
      ]).toMatchObject([code, { variations: [{ id: jeans }] }])
      expect([code, await lines(`Barcode,Quantity\n${code},2\n`)]).toMatchObject([
        code,
        [{ product_variation_id: jeans }],
      ])
      const found = await Promise.all(
        ['stock?search', 'products?search', 'search?text'].map(
          async path => (await api.send('GET', `/api/staff/${path}=${code}`, { token: manager })).body,
        ),
      )
      expect([code, found]).toMatchObject([
        code,
        [
          { stock: { data: [{ id: jeans }] } },
          { products: { data: [{ id: product }] } },
          { products: [{ id: product }] },
        ],
      ])
    }
  }
  await execute("UPDATE product_variations SET barcode = '036000291452' WHERE id = ?", [skirt])
  expect((await ask('POST', '', { lines: [{ barcode: '036000291452', quantity: 1 }] })).errors).toEqual({
    'lines.0': ['More than one product has the barcode 036000291452. Use the SKU.'],
  })
})
