import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { recordChange } from '#api/audit/record-change.ts'
import { execute, insertRow, selectOne } from '#api/db/database.ts'
import { refreshListings } from '#api/catalogue/refresh-listings.ts'
import type { Route } from '#api/http/route.ts'
import { routes } from '#api/routes.ts'
import { openCount } from '#api/stock/count-shelf.ts'
import { draftReceipt } from '#api/stock/receive-goods.ts'
import { LONGEST_SEARCH, type Page } from '#sync/protocol/page.ts'
import { type Api, aUser, startApi } from '#tests/support/server/api.ts'
import { aVariation, openShop } from '#tests/support/server/shop.ts'

let api: Api
let owner: Awaited<ReturnType<typeof aUser>>
beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await openShop()
  owner = await aUser('SUPER_ADMINISTRATOR')
})
afterAll(() => api.stop())

/** A list of the back office, by the name it has in the reply. */
async function listOf<Row = { id: number }>(path: string, name: string): Promise<Page<Row>> {
  const { status, body } = await api.send('GET', `/api/staff/${path}`, { token: owner.token })
  expect([path, status]).toEqual([path, 200])
  return (body as unknown as Record<string, Page<Row>>)[name]!
}

test('an empty page past the end still tells how many there are', async () => {
  const variation = await aVariation(5)
  await execute('UPDATE stock_movements SET created_at = NOW(3) - INTERVAL 200 DAY')
  const count = await openCount({ name: 'Shelf', product_ids: [variation] }, owner.id)
  const lists = [
    ['tills', 'tills'],
    ['accounts', 'accounts'],
    [`stock/counts/${count.id}`, 'lines'],
    [`variations/${variation}/movements`, 'movements'],
    ['stock/dead', 'dead_stock'],
  ] as const
  for (const [path, name] of lists) {
    const { data, total } = await listOf(`${path}?per_page=1`, name)
    expect([path, data.length, total > 0]).toEqual([path, 1, true])
    expect([path, await listOf(`${path}?per_page=1&page=50`, name)]).toEqual([
      path,
      { data: [], total, last_page: total, current_page: 50, per_page: 1 },
    ])
  }
})

test('accepts a search as long as its field allows in each list', async () => {
  const isSearched = ({ method, path, query }: Route) =>
    method === 'GET' &&
    path.startsWith('/api/staff/') &&
    !path.includes(':') &&
    'search' in ((query?.describe() as { keys?: object } | undefined)?.keys ?? {})
  const searched = routes.filter(isSearched).map(({ path }) => path)
  expect(searched.length).toBeGreaterThan(30)
  for (const path of searched)
    expect([
      path,
      (await api.send('GET', `${path}?search=${'x'.repeat(LONGEST_SEARCH)}`, { token: owner.token })).status,
    ]).toEqual([path, 200])
})

const named = async (path: string, name: string) =>
  (await listOf<{ name: string }>(path, name)).data.map(row => row.name)
const lines = async (path: string) =>
  (await api.send('GET', `/api/staff/${path}`, { token: owner.token })).text.trim().split('\r\n').slice(1)

async function aProduct(name: string, stock: number): Promise<number> {
  const variation = await aVariation(stock)
  const product_id = (await selectOne<{ product_id: number }>(
    'SELECT product_id FROM product_variations WHERE id = ?',
    [variation],
  ))!.product_id
  await execute('UPDATE products SET name = :name, slug = :slug WHERE id = :product_id', {
    name,
    slug: name.toLowerCase(),
    product_id,
  })
  await refreshListings([product_id])
  return variation
}

test('sorts stock, low stock and dead stock by request and finds them by words', async () => {
  await aProduct('Shirt', 3)
  await aProduct('Apron', 9)
  await aProduct('Mantle', 1)
  await execute('UPDATE stock_movements SET created_at = NOW(3) - INTERVAL 200 DAY')
  for (const [path, name] of [
    ['stock', 'stock'],
    ['stock/dead', 'dead_stock'],
  ] as const) {
    const quantity = path === 'stock' ? 'available' : 'pieces'
    expect([path, await named(`${path}?order_column=name&order_direction=asc`, name)]).toEqual([
      path,
      ['Apron', 'Mantle', 'Shirt'],
    ])
    expect([path, await named(`${path}?order_column=${quantity}`, name)]).toEqual([path, ['Apron', 'Shirt', 'Mantle']])
    expect([path, await named(`${path}?search=mantle`, name)]).toEqual([path, ['Mantle']])
    expect([
      path,
      (await api.send('GET', `/api/staff/${path}?order_column=cost_value`, { token: owner.token })).status,
    ]).toEqual([path, 422])
  }
  expect(await lines('stock/dead/csv?search=mantle')).toEqual([expect.stringContaining('Mantle')])
  expect(await named('products?order_column=quantity_in_stock&order_direction=asc', 'products')).toEqual([
    'Mantle',
    'Shirt',
    'Apron',
  ])
  await execute("UPDATE products SET status_code = 'INACTIVE' WHERE name = 'Shirt'")
  expect((await named('products?order_column=status_code&order_direction=asc', 'products'))[0]).toBe('Shirt')
  await execute("UPDATE products SET category_id = :category WHERE name = 'Apron'", {
    category: await insertRow('categories', { name: 'AAA first' }),
  })
  expect((await named('products?order_column=category&order_direction=asc', 'products'))[0]).toBe('Apron')
})

test('finds broken size runs by words and sorts them', async () => {
  const first = await aProduct('Shirt', 4)
  const { product_id, colour_code } = (await selectOne<{ product_id: number; colour_code: string | null }>(
    'SELECT product_id, colour_code FROM product_variations WHERE id = ?',
    [first],
  ))!
  for (const code of ['UK6', 'UK8', 'UK10'])
    await execute('INSERT IGNORE INTO sizes (code, name) VALUES (:code, :code)', { code })
  await execute("UPDATE product_variations SET size_code = 'UK6' WHERE id = ?", [first])
  for (const [size_code, on_hand] of [
    ['UK8', 0],
    ['UK10', 2],
  ] as const)
    await insertRow('product_variations', { product_id, colour_code, size_code, sku: `RUN-${size_code}`, on_hand })
  expect(await named('stock/broken-runs?search=shirt&order_column=name', 'broken_runs')).toEqual(['Shirt'])
  expect(await named('stock/broken-runs?search=skirtless', 'broken_runs')).toEqual([])
})

test('finds receipts by supplier or note, counts by name, and sorts both', async () => {
  for (const supplier of ['Makola 100%', 'Kantamanto', 'Accra Mills'])
    await draftReceipt({ supplier, note: `From ${supplier}`, lines: [] }, { user_id: owner.id, costs: true })
  const suppliers = async (query: string) =>
    (await listOf<{ supplier: string }>(`stock/receipts?${query}`, 'receipts')).data.map(({ supplier }) => supplier)
  expect(await suppliers('search=manto')).toEqual(['Kantamanto'])
  expect(await suppliers('search=%25')).toEqual(['Makola 100%'])
  expect(await suppliers('order_column=supplier&order_direction=asc')).toEqual([
    'Accra Mills',
    'Kantamanto',
    'Makola 100%',
  ])
  expect(await lines('stock/receipts/csv?search=manto')).toHaveLength(1)
  await aVariation(1)
  for (const name of ['Front', 'Back', 'Rail']) await openCount({ name, category_id: null }, owner.id)
  expect(await named('stock/counts?order_column=name&order_direction=asc', 'counts')).toEqual(['Back', 'Front', 'Rail'])
  expect(await named('stock/counts?search=ron', 'counts')).toEqual(['Front'])
  expect(await lines('stock/counts/csv?search=ron')).toHaveLength(1)
})

test('sorts exceptions by type and changes by age, and finds changes by words of before and after', async () => {
  for (const code of ['PRICE_DRIFT', 'CLOCK_SKEW', 'OVERSOLD']) await insertRow('exceptions', { code, detail: code })
  const codes = async (query: string) =>
    (await listOf<{ code: string }>(`exceptions?${query}`, 'exceptions')).data.map(({ code }) => code)
  expect(await codes('order_column=code&order_direction=asc')).toEqual(['CLOCK_SKEW', 'OVERSOLD', 'PRICE_DRIFT'])
  expect(await codes('order_column=id&order_direction=asc')).toEqual(['PRICE_DRIFT', 'CLOCK_SKEW', 'OVERSOLD'])
  await recordChange({
    subject: 'colour',
    subject_id: 3,
    action: 'change',
    was: { name: 'Ink' },
    became: { name: 'Sand' },
  })
  await recordChange({
    subject: 'colour',
    subject_id: 4,
    action: 'change',
    was: { name: 'Rust' },
    became: { name: 'Clay' },
  })
  const subjects = async (query: string) =>
    (await listOf<{ subject_id: number }>(`changes?subject=colour&${query}`, 'changes')).data.map(
      ({ subject_id }) => subject_id,
    )
  expect([await subjects('order_column=id&order_direction=asc'), await subjects('')]).toEqual([
    [3, 4],
    [4, 3],
  ])
  expect([await subjects('search=sand'), await subjects('search=rust'), await subjects('search=%25')]).toEqual([
    [3],
    [4],
    [],
  ])
  expect(await lines('changes/csv?search=sand')).toHaveLength(1)
})
