import { afterEach, expect, test } from 'vitest'
import { refreshListings } from '#api/catalogue/refresh-listings.ts'
import { execute, insertRow, select, selectOne } from '#api/db/database.ts'
import type { StaffProduct } from '#sync/protocol/shop/catalogue.ts'
import type { Page } from '#sync/protocol/page.ts'
import type { BrokenRun, DeadStock, GoodsCost } from '#sync/protocol/staff/stock-report.ts'
import type { ProductStock, StockMovement, StockRow } from '#sync/protocol/staff/stock.ts'
import { aShopEach } from '#tests/support/runs/a-shop-each.ts'
import { type Api, aUser } from '#tests/support/server/api.ts'
import { aPush, aSale } from '#tests/support/server/factories.ts'
import { aVariation, checkBooks, onHand } from '#tests/support/server/shop.ts'
import { anOrderOf } from '#tests/support/shop/website-orders.ts'

let api: Api
let token: string
let jeans: number
let product: number
aShopEach('MANAGER', async here => {
  ;({ api, token } = here)
  jeans = await aVariation(5)
  product = await productOf(jeans)
  await refreshListings([product])
})
afterEach(checkBooks)

interface Answer {
  status: number
  text: string
  code?: string
  errors?: Record<string, string[]>
  product: StaffProduct
  stock: ProductStock & Page<StockRow>
  variation: StockRow
  cost: GoodsCost | null
  movements: Page<StockMovement>
  broken_runs: Page<BrokenRun>
  dead_stock: Page<DeadStock>
  worth: number
}
const ask = async (
  method: string,
  path: string,
  { who = token, ...body }: { who?: string; [member: string]: unknown } = {},
): Promise<Answer> => {
  const reply = await api.send(method, `/api/staff/${path}`, { token: who, ...(method !== 'GET' && { body }) })
  return { status: reply.status, text: reply.text, ...(reply.body as unknown as Omit<Answer, 'status' | 'text'>) }
}
const productOf = async (id: number) =>
  (await selectOne<{ product_id: number }>('SELECT product_id FROM product_variations WHERE id = ?', [id]))!.product_id
const sell = (id: number, quantity = 1) =>
  api.send('POST', '/api/sync/push', {
    token,
    body: aPush(aSale({ lines: [{ product_variation_id: id, quantity, price: 10 }] })),
  })
/** What a screen that is read now sends beside a count. */
const readNow = async () =>
  Object.fromEntries(
    (await ask('GET', `products/${product}/stock`)).stock.variations.map(({ id, movement_id }) => [
      `sku_${id}`,
      movement_id,
    ]),
  )
const idsOf = ({ stock }: Answer) => stock.data.map(({ id }) => id)

test('books the difference to the shelf, with who and when', async () => {
  const { sku } = (await selectOne<{ sku: string }>('SELECT sku FROM product_variations WHERE id = ?', [jeans]))!
  const { status, product: after } = await ask('PATCH', `products/${product}/variations`, { [`sku_${jeans}`]: 7 })
  expect([status, after.variations[0]!.quantity_in_stock, await onHand(jeans)]).toEqual([200, 7, 7])
  const [latest] = (await ask('GET', `variations/${jeans}/movements`)).movements.data
  expect(latest).toMatchObject({
    reason: 'COUNT',
    quantity: 2,
    on_hand_after: 7,
    reserved_after: 0,
    user: 'Ama Mensah',
  })
  expect(await select("SELECT subject, action, was, became FROM staff_changes WHERE action = 'count'")).toEqual([
    { subject: 'product', action: 'count', was: `{"${sku}":5}`, became: `{"${sku}":7}` },
  ])
  await ask('PATCH', `products/${product}/variations`, { [`sku_${jeans}`]: 7 })
  expect((await ask('GET', `variations/${jeans}/movements`)).movements.total).toBe(2)
})

test('takes off only what was missing when a screen was read, and never more than there is', async () => {
  const as_read = await readNow()
  await sell(jeans, 3)
  await ask('PATCH', `products/${product}/variations`, { [`sku_${jeans}`]: 4, as_read })
  expect(await onHand(jeans)).toBe(1)
  const later = await readNow()
  await sell(jeans)
  await ask('PATCH', `products/${product}/variations`, { [`sku_${jeans}`]: 0, as_read: later })
  expect(await onHand(jeans)).toBe(0)
})

test("books a count once when it is sent twice, and shows the second counter the first one's number", async () => {
  const as_read = await readNow()
  const both = await Promise.all(
    [7, 7].map(pieces => ask('PATCH', `products/${product}/variations`, { [`sku_${jeans}`]: pieces, as_read })),
  )
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const refused = both.find(({ status }) => status === 409)!
  expect(refused).toMatchObject({
    code: 'stale',
    stock: { product_id: product, variations: [{ id: jeans, on_hand: 7 }] },
  })
  expect(await onHand(jeans)).toBe(7)
  await sell(jeans)
  const again = { [`sku_${jeans}`]: refused.stock.variations[0]!.movement_id }
  expect((await ask('PATCH', `products/${product}/variations`, { [`sku_${jeans}`]: 6, as_read: again })).status).toBe(
    200,
  )
  expect(await onHand(jeans)).toBe(5)
})

test('keeps goods received or adjusted since a screen was read, and what is ordered or sold', async () => {
  const [count, as_read] = [
    (with_read: object) => ask('PATCH', `products/${product}/variations`, { [`sku_${jeans}`]: 4, as_read: with_read }),
    await readNow(),
  ]
  await ask('POST', 'stock/adjustments', { variation_id: jeans, quantity: -1, cause: 'LOST' })
  expect((await count(as_read)).status).toBe(409)
  const adjusted = await readNow()
  const { receipt } = (await ask('POST', 'stock/receipts', {
    lines: [{ variation_id: jeans, quantity: 6 }],
  })) as unknown as { receipt: { id: number } }
  await ask('POST', `stock/receipts/${receipt.id}/book`)
  expect([(await count(adjusted)).status, await onHand(jeans)]).toEqual([409, 10])
  const received = await readNow()
  await anOrderOf({ [jeans]: 2 })
  await sell(jeans)
  expect([(await count(received)).status, await onHand(jeans)]).toEqual([200, 3])
  for (const stranger of [1_000_000, 0]) expect((await count({ [`sku_${jeans}`]: stranger })).status).toBe(409)
})

test("refuses a count of other products' variants or of impossible numbers", async () => {
  const other = await aVariation(5)
  const bad = [
    { [`sku_${other}`]: 1 },
    { [`sku_${jeans}`]: 1, sku_4000000: 1 },
    { [`sku_${jeans}`]: -1 },
    { [`sku_${jeans}`]: 1.5 },
    { [`sku_${jeans}`]: '7' },
    { sku_: 1 },
    { jeans: 1 },
    {},
    { [`sku_${jeans}`]: 1, as_read: { [`sku_${other}`]: 1 } },
  ]
  for (const body of bad)
    expect([body, (await ask('PATCH', `products/${product}/variations`, body)).status]).toEqual([body, 422])
  expect((await ask('PATCH', 'products/4000000/variations', { [`sku_${jeans}`]: 1 })).status).toBe(404)
  expect([await onHand(jeans), await onHand(other)]).toEqual([5, 5])
})

test('tells tills and the shop at once when a variant is counted', async () => {
  await execute("UPDATE product_variations SET updated_at = '2026-01-09' WHERE id = ?", [jeans])
  const before = Date.now()
  await ask('PATCH', `products/${product}/variations`, { [`sku_${jeans}`]: 0 })
  expect(
    (await selectOne<{ updated_at: Date }>('SELECT updated_at FROM product_variations WHERE id = ?', [
      jeans,
    ]))!.updated_at.getTime(),
  ).toBeGreaterThanOrEqual(before)
  expect((await api.send('GET', '/api/products')).body).toMatchObject({
    products: { data: [{ id: product, in_stock: false }] },
  })
})

test('moves pieces for a reason, and no more than are there', async () => {
  const adjust = (quantity: number, cause = 'DAMAGED') =>
    ask('POST', 'stock/adjustments', { variation_id: jeans, quantity, cause, note: 'A torn seam' })
  expect(await adjust(-2)).toMatchObject({ status: 201, variation: { on_hand: 3 } })
  expect(await adjust(1, 'FOUND')).toMatchObject({ status: 201, variation: { on_hand: 4 } })
  expect(await adjust(-5)).toMatchObject({ status: 422, errors: { quantity: ['Only 4 are on hand.'] } })
  for (const [quantity, cause] of [
    [0, 'LOST'],
    [-1, 'STOLEN'],
    [0.5, 'LOST'],
  ] as const)
    expect((await adjust(quantity, cause)).status).toBe(422)
  expect((await ask('GET', `variations/${jeans}/movements`)).movements.data.slice(0, 2)).toMatchObject([
    { reason: 'ADJUSTMENT', cause: 'FOUND', quantity: 1 },
    { cause: 'DAMAGED', quantity: -2, note: 'A torn seam' },
  ])
})

test('shows what every movement left, on hand and reserved', async () => {
  await anOrderOf({ [jeans]: 2 })
  await sell(jeans)
  const { variation, movements, cost } = await ask('GET', `variations/${jeans}/movements`)
  expect(variation).toMatchObject({ on_hand: 4, reserved: 2, available: 2 })
  expect(
    movements.data.map(({ reason, quantity, on_hand_after, reserved_after }) => [
      reason,
      quantity,
      on_hand_after,
      reserved_after,
    ]),
  ).toEqual([
    ['SALE', -1, 4, 2],
    ['RESERVATION', -2, 5, 2],
    ['RECEIPT', 5, 5, 0],
  ])
  expect(cost).toBeNull()
})

test('calls stock low by the level of the variant, else the product, else the shop', async () => {
  const [skirt, shirt] = [await aVariation(3), await aVariation(0)]
  expect(idsOf(await ask('GET', 'stock?level=LOW'))).toEqual([shirt])
  const { stock } = await ask('PATCH', `products/${product}/stock`, { reorder_level: 5 })
  expect(stock).toMatchObject({
    reorder_level: 5,
    shop_reorder_level: 2,
    variations: [{ reorder_level: 5, own_reorder_level: null }],
  })
  await ask('PATCH', `products/${await productOf(skirt)}/stock`, {
    reorder_level: 9,
    variations: [{ id: skirt, reorder_level: 2 }],
  })
  expect(idsOf(await ask('GET', 'stock?level=LOW'))).toEqual([shirt, jeans])
  expect(
    (await ask('PATCH', `products/${product}/stock`, { variations: [{ id: skirt, reorder_level: 2 }] })).status,
  ).toBe(422)
  await sell(skirt, 4)
  expect(idsOf(await ask('GET', 'stock?level=OVERSOLD'))).toEqual([skirt])
  expect(idsOf(await ask('GET', 'stock?level=ZERO'))).toEqual([shirt])
})

test('does not set a reorder level from a stale screen', async () => {
  const set = (body: object) => ask('PATCH', `products/${product}/stock`, { ...body })
  expect((await set({ reorder_level: 5, as_read: { reorder_level: null } })).status).toBe(200)
  expect(await set({ reorder_level: 6, as_read: { reorder_level: null } })).toMatchObject({
    status: 409,
    code: 'stale',
    stock: { reorder_level: 5 },
  })
  const own = (reorder_level: number | null) => ({ variations: [{ id: jeans, reorder_level }] })
  expect((await set({ ...own(3), as_read: own(null) })).status).toBe(200)
  expect(await set({ ...own(4), as_read: own(null) })).toMatchObject({
    status: 409,
    stock: { variations: [{ own_reorder_level: 3 }] },
  })
  expect(await set({ ...own(4), as_read: own(3) })).toMatchObject({
    status: 200,
    stock: { reorder_level: 5, variations: [{ own_reorder_level: 4 }] },
  })
})

test('finds stock by words, SKU, barcode and category, and exports it', async () => {
  const { sku, barcode } = (await selectOne<{ sku: string; barcode: string }>(
    'SELECT sku, barcode FROM product_variations WHERE id = ?',
    [jeans],
  ))!
  const wide = await insertRow('categories', { name: 'Wide', parent_id: 1 })
  await execute("UPDATE products SET category_id = ?, name = 'Dungarees' WHERE id = ?", [wide, product])
  await refreshListings([product])
  const other = await aVariation(1)
  for (const query of [`search=${sku}`, `search=${barcode}`, 'search=dungarees', `category_id=${wide}`])
    expect([query, idsOf(await ask('GET', `stock?${query}`))]).toEqual([query, [jeans]])
  expect(idsOf(await ask('GET', 'stock?category_id=1'))).toEqual([other, jeans])
  expect((await ask('GET', `stock/csv?search=${sku}`)).text).toContain(`\r\n${sku},${barcode},`)
  expect((await ask('GET', `stock/scan?code=${barcode}`)) as unknown).toMatchObject({ variations: [{ id: jeans }] })
})

test('calls a size run broken when a size in the middle is sold out', async () => {
  for (const code of ['UK6', 'UK8', 'UK12'])
    await execute('INSERT INTO sizes (code, name) VALUES (?, ?)', [code, `UK ${code.slice(2)}`])
  const add = async (size_code: string, on_hand: number) => {
    const id = await insertRow('product_variations', {
      product_id: product,
      sku: `RUN-${size_code}`,
      size_code,
      on_hand,
    })
    if (on_hand) await insertRow('stock_movements', { product_variation_id: id, reason: 'RECEIPT', quantity: on_hand })
  }
  await add('UK6', 0)
  await add('UK8', 0)
  await add('UK12', 2)
  expect((await ask('GET', 'stock/broken-runs')).broken_runs).toMatchObject({
    total: 1,
    data: [{ product_id: product, missing: ['UK 8'], pieces: 7 }],
  })
  expect((await ask('GET', 'stock/broken-runs/csv')).text).toContain(',,UK 8,7')
})

test('calls stock dead when it was neither sold nor received for that time, valued at price, and at cost for those allowed', async () => {
  await aVariation(4, { retail_price: 30, discount: 5 })
  await execute('UPDATE stock_movements SET created_at = NOW(3) - INTERVAL 100 DAY')
  await sell(jeans)
  const { dead_stock, worth } = await ask('GET', 'stock/dead')
  expect([dead_stock.total, dead_stock.data[0], worth]).toMatchObject([
    1,
    { pieces: 4, value: 100, cost_value: null, last_sold_at: null },
    100,
  ])
  expect((await ask('GET', 'stock/dead?days=101')).dead_stock.total).toBe(0)
  expect((await ask('GET', 'stock/dead/csv')).text).toContain(',4,100.00,')
})

test('shows the last cost and the average of all purchases', async () => {
  const owner = (await aUser('SUPER_ADMINISTRATOR')).token
  for (const [quantity, unit_cost] of [
    [10, 40],
    [30, 50],
    [5, null],
  ] as const) {
    const { receipt } = (await ask('POST', 'stock/receipts', {
      lines: [{ variation_id: jeans, quantity, unit_cost }],
    })) as unknown as { receipt: { id: number } }
    await ask('POST', `stock/receipts/${receipt.id}/book`)
  }
  expect((await ask('GET', `variations/${jeans}/movements`, { who: owner })).cost).toEqual({ last: 50, average: 47.5 })
  await execute('UPDATE stock_movements SET created_at = NOW(3) - INTERVAL 100 DAY')
  expect((await ask('GET', 'stock/dead', { who: owner })).dead_stock.data).toMatchObject([
    { pieces: 50, cost_value: 2375 },
  ])
})
