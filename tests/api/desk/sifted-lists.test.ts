import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { countCash } from '#api/ledger/cash-counts.ts'
import { refreshListings } from '#api/catalogue/refresh-listings.ts'
import { execute, insertRow, selectOne } from '#api/db/database.ts'
import { openCount } from '#api/stock/count-shelf.ts'
import { bookReceipt, draftReceipt } from '#api/stock/receive-goods.ts'
import type { CashCount } from '#sync/protocol/staff/cash-count.ts'
import type { ShopException } from '#sync/protocol/staff/exception.ts'
import type { ImportedFile } from '#sync/protocol/staff/import.ts'
import type { ListedJob } from '#sync/protocol/staff/job.ts'
import type { Page } from '#sync/protocol/page.ts'
import type { StockMovement } from '#sync/protocol/staff/stock.ts'
import { type Api, aUser, startApi, tokenOf } from '#tests/support/server/api.ts'
import { aPush, aSale } from '#tests/support/server/factories.ts'
import { aVariation, openShop } from '#tests/support/server/shop.ts'

let api: Api
let owner: Awaited<ReturnType<typeof aUser>>
let kofi: Awaited<ReturnType<typeof aUser>>
beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await openShop()
  owner = await aUser('SUPER_ADMINISTRATOR', { name: 'Efua Owner' })
  kofi = await aUser('MANAGER', { name: 'Kofi Mensah', email: 'kofi.m@shop.test' })
})
afterAll(() => api.stop())

const ask = (path: string) => api.send('GET', `/api/staff/${path}`, { token: owner.token })
const lines = async (path: string) => (await ask(path)).text.trim().split('\r\n').slice(1)

/** The rows of a list by its address and the name it has in the reply; `told` says which part of each is looked at. */
function listAt<Row>(path: string, name: string) {
  return async <Part>(query: string, told: (row: Row) => Part): Promise<Part[]> => {
    const { status, body } = await ask(`${path}?${query}`)
    expect([path, query, status]).toEqual([path, query, 200])
    return (body as unknown as Record<string, Page<Row>>)[name]!.data.map(told)
  }
}

test('finds movements by goods, person, time and subject, with their result, and sorts them', async () => {
  const variation = await aVariation(5)
  const receipt = await draftReceipt(
    { supplier: 'Makola Mills', lines: [{ variation_id: variation, quantity: 3 }] },
    { user_id: owner.id, costs: true },
  )
  await bookReceipt(receipt.id, { user_id: owner.id, costs: true })
  await api.send('POST', '/api/staff/stock/adjustments', {
    token: kofi.token,
    body: { variation_id: variation, quantity: -2, cause: 'DAMAGED', note: 'A torn seam, 100% of it' },
  })
  await execute("UPDATE stock_movements SET created_at = '2026-01-05 23:59:59' WHERE reason = 'ADJUSTMENT'")
  const sale = aSale({ lines: [{ product_variation_id: variation, quantity: 1, price: 10 }] })
  await api.send('POST', '/api/sync/push', { token: kofi.token, body: aPush(sale) })
  const { id: count_id } = await openCount({ name: 'The window', category_id: null }, owner.id)
  await insertRow('stock_movements', {
    product_variation_id: variation,
    reason: 'COUNT',
    quantity: -1,
    count_id,
    user_id: owner.id,
  })
  const path = `variations/${variation}/movements`
  const movements = listAt<StockMovement>(path, 'movements')
  const reasons = (query: string) => movements(query, ({ reason }) => reason)

  expect(await reasons('')).toEqual(['COUNT', 'SALE', 'ADJUSTMENT', 'RECEIPT', 'RECEIPT'])
  expect(
    await movements('reason=RECEIPT', ({ quantity, on_hand_after, supplier }) => [quantity, on_hand_after, supplier]),
  ).toEqual([
    [3, 8, 'Makola Mills'],
    [5, 5, null],
  ])
  expect(await reasons(`user_id=${kofi.id}`)).toEqual(['ADJUSTMENT'])
  expect(await reasons('start_date=2026-01-05&end_date=2026-01-05')).toEqual(['ADJUSTMENT'])
  expect(await reasons('end_date=2026-01-04')).toEqual([])
  for (const [words, found] of [
    ['makola', ['RECEIPT']],
    [`receipt ${receipt.id}`, ['RECEIPT']],
    ['WINDOW', ['COUNT']],
    [`count ${count_id}`, ['COUNT']],
    [sale.number, ['SALE']],
    ['order', ['SALE']],
    ['torn', ['ADJUSTMENT']],
    ['%', ['ADJUSTMENT']],
    ['_', []],
  ] as const)
    expect([words, await reasons(`search=${encodeURIComponent(words)}`)]).toEqual([words, found])

  expect(await movements('order_column=quantity&order_direction=asc', ({ quantity }) => quantity)).toEqual([
    -2, -1, -1, 3, 5,
  ])
  expect(await movements('order_column=on_hand_after', ({ on_hand_after }) => on_hand_after)).toEqual([8, 6, 5, 5, 4])
  expect((await reasons('order_column=id&order_direction=asc')).at(-1)).toBe('COUNT')
  expect((await movements('order_column=user', ({ user }) => user))[0]).toBe('Kofi Mensah')
  expect((await ask(`${path}?reason=RECEIPT&per_page=1&page=9`)).body).toMatchObject({
    movements: { data: [], total: 2, last_page: 2 },
  })
  for (const query of ['reason=STOLEN', 'order_column=note', 'start_date=yesterday', 'user_id=Kofi'])
    expect([query, (await ask(`${path}?${query}`)).status]).toEqual([query, 422])

  expect(await lines(`${path}/csv?reason=RECEIPT`)).toEqual([
    expect.stringMatching(/,RECEIPT,,3,8,0,,\d+,Makola Mills,/),
    expect.stringMatching(/,RECEIPT,,5,5,0,/),
  ])
  expect(await lines(`${path}/csv?search=window`)).toEqual([expect.stringContaining(',The window,Efua Owner,')])
})

test('finds jobs by number, file, error and owner, and sorts them', async () => {
  const orders = await insertRow('jobs', {
    kind: 'order-export',
    input: '{}',
    status_code: 'DONE',
    result: '{"file":"orders-June.pdf"}',
    user_id: kofi.id,
    tries: 1,
    finished_at: new Date('2026-02-02T10:00:00Z'),
  })
  const pictures = await insertRow('jobs', {
    kind: 'fetch-pictures',
    input: '{}',
    status_code: 'FAILED',
    error: 'The file server said 50% of nothing.',
    tries: 3,
    finished_at: new Date('2026-02-01T10:00:00Z'),
  })
  const jobs = listAt<ListedJob>('jobs', 'jobs')
  const ids = (query: string) => jobs(query, ({ id }) => id)
  expect(await ids('')).toEqual([pictures, orders])
  for (const [words, found] of [
    [String(orders), [orders]],
    ['june', [orders]],
    ['server', [pictures]],
    ['50%', [pictures]],
    ['%', [pictures]],
    ['file', [pictures]],
  ] as const)
    expect([words, await ids(`search=${encodeURIComponent(words)}`)]).toEqual([words, found])
  expect(await ids(`user_id=${kofi.id}`)).toEqual([orders])
  expect(await ids('order_column=finished_at')).toEqual([orders, pictures])
  expect(await ids('order_column=kind&order_direction=asc')).toEqual([pictures, orders])
  expect(await ids('order_column=tries')).toEqual([pictures, orders])
  expect((await ask('jobs?order_column=input')).status).toBe(422)
  expect(await lines('jobs/csv?search=june')).toEqual([expect.stringContaining('orders-June.pdf')])
})

test('finds imports by file, status, format, day and sender, and sorts them', async () => {
  const failed = await insertRow('jobs', {
    kind: 'rehearse-import',
    input: '{}',
    status_code: 'FAILED',
    error: 'It broke off.',
  })
  const add = (file_name: string, more: object) =>
    insertRow('product_imports', { user_id: owner.id, file_name, status_code: 'DONE', format_code: 'own', ...more })
  await add('autumn.csv', { format_code: 'shopify', created_at: new Date('2026-03-03T23:00:00Z') })
  await add('winter 20%.csv', { user_id: kofi.id })
  await add('broken.csv', { status_code: 'CHECKING', job_id: failed })
  const imports = listAt<ImportedFile>('imports', 'imports')
  const names = (query: string) => imports(query, ({ file_name }) => file_name)
  expect(await names('')).toEqual(['broken.csv', 'winter 20%.csv', 'autumn.csv'])
  expect(await names('search=AUT')).toEqual(['autumn.csv'])
  expect(await names('search=%25')).toEqual(['winter 20%.csv'])
  expect([await names('status_code=FAILED'), await names('status_code=CHECKING')]).toEqual([['broken.csv'], []])
  expect(await names('format_code=shopify')).toEqual(['autumn.csv'])
  expect(await names(`user_id=${kofi.id}`)).toEqual(['winter 20%.csv'])
  expect(await names('start_date=2026-03-03&end_date=2026-03-03')).toEqual(['autumn.csv'])
  expect(await names('order_column=file_name&order_direction=asc')).toEqual([
    'autumn.csv',
    'broken.csv',
    'winter 20%.csv',
  ])
  expect((await names('order_column=status_code'))[0]).toBe('broken.csv')
  expect((await ask('imports?order_column=report')).status).toBe(422)
  expect(await lines('imports/csv?status_code=FAILED')).toEqual([expect.stringContaining('broken.csv')])
})

test('finds cash counts by note, drawer, day and counter, and sorts them', async () => {
  await countCash({ account_code: 'CASH', counted: 120.5, note: 'Before lunch' }, owner.id)
  await countCash({ account_code: 'CASH', till_id: 1, counted: 20, note: 'After 100%' }, kofi.id)
  await countCash({ account_code: 'BANK', counted: 70 }, owner.id)
  await execute("UPDATE cash_counts SET created_at = '2026-04-04 00:00:00' WHERE account_code = 'BANK'")
  const counts = listAt<CashCount>('cash-counts', 'cash_counts')
  const counted = (query: string) => counts(query, row => row.counted)
  expect(await counted('')).toEqual([70, 20, 120.5])
  expect([await counted('search=lunch'), await counted('search=%25')]).toEqual([[120.5], [20]])
  expect(await counted(`user_id=${kofi.id}`)).toEqual([20])
  expect(await counted('start_date=2026-04-04&end_date=2026-04-04')).toEqual([70])
  expect(await counted('account_code=CASH&order_column=counted')).toEqual([120.5, 20])
  expect(await counted('order_column=since_last&order_direction=asc')).toEqual([20, 70, 120.5])
  expect((await ask('cash-counts?order_column=note')).status).toBe(422)
  expect(await lines('cash-counts/csv?search=lunch')).toEqual([expect.stringContaining(',Before lunch,')])
})

test('finds exceptions by order, goods and the words of what happened', async () => {
  const variation = await aVariation(1)
  const sale = aSale({ lines: [{ product_variation_id: await aVariation(5), quantity: 1, price: 9 }] })
  await api.send('POST', '/api/sync/push', { token: await tokenOf(7), body: aPush(sale) })
  const { id: sold } = (await selectOne<{ id: number }>("SELECT id FROM exceptions WHERE code = 'PRICE_DRIFT'"))!
  const goods = await insertRow('exceptions', {
    code: 'OVERSOLD',
    product_variation_id: variation,
    detail: 'One too many.',
  })
  const resolved = await insertRow('exceptions', {
    code: 'CLOCK_SKEW',
    detail: 'An hour off.',
    status_code: 'RESOLVED',
    resolution: 'NOTED',
    note: 'Set right, 100%.',
  })
  const { product_id, sku } = (await selectOne<{ product_id: number; sku: string }>(
    'SELECT product_id, sku FROM product_variations WHERE id = ?',
    [variation],
  ))!
  await execute("UPDATE products SET name = 'Mantle' WHERE id = ?", [product_id])
  await refreshListings([product_id])
  const exceptions = listAt<ShopException>('exceptions', 'exceptions')
  const ids = (query: string) => exceptions(query, ({ id }) => id)
  for (const [words, found] of [
    [sale.number, [sold]],
    [sale.number.slice(-4), [sold]],
    ['mantle', [goods]],
    [sku, [goods]],
    ['too many', [goods]],
    ['set right', [resolved]],
    ['%', [resolved]],
    ['nothing of it', []],
  ] as const) {
    expect([words, await ids(`search=${encodeURIComponent(words)}`)]).toEqual([words, found])
  }
  expect(await ids(`search=${sale.number}&status_code=RESOLVED`)).toEqual([])
  expect(await lines('exceptions/csv?search=mantle')).toHaveLength(1)
})
