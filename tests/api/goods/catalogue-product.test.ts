import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { flushViews, recordView } from '#api/catalogue/views.ts'
import { refreshListings } from '#api/catalogue/refresh-listings.ts'
import { listingsChanged } from '#api/catalogue/listing-copy.ts'
import { openSession } from '#api/auth/sessions.ts'
import { accessToken } from '#api/auth/tokens.ts'
import { execute, select, selectOne } from '#api/db/database.ts'
import type { Facets, Product, ProductSummary } from '#sync/protocol/shop/catalogue.ts'
import { aUser, startApi, type Api } from '#tests/support/server/api.ts'
import { aCategory, aProduct } from '#tests/support/goods/catalogue.ts'
import { countingQueries } from '#tests/support/database/queries.ts'

let api: Api
let ids: number[]
beforeAll(async () => {
  api = await startApi()
  ids = []
  for (const [name, category, views, status_code] of [
    ['A', 'Jeans', 1, 'LIVE'],
    ['B', 'Jeans', 5, 'LIVE'],
    ['C', 'Tops', 99, 'LIVE'],
    ['D', 'Jeans', 3, 'INACTIVE'],
    ['E', 'Jeans', 2, 'LIVE'],
    ['F', 'Tops', 50, 'LIVE'],
  ] as const) {
    ids.push(
      (
        await aProduct({
          name,
          category,
          views,
          status_code,
          slug: `piece-${name.toLowerCase()}`,
          description: `About ${name}`,
          features: ['Cotton', 'Two pockets'],
          pieces: [
            { size: 'UK8', colour: '000000', sku: `${name}-8`, barcode: `603${name}` },
            { size: 'UK6', quantity: 0, sku: `${name}-6` },
          ],
        })
      ).id,
    )
  }
})
afterAll(() => api.stop())

const show = async (id: number) => (await api.send('GET', `/api/products/${id}`)).body.product as unknown as Product

describe('a product page', () => {
  test('has the whole product, its variants on sale and suggestions', async () => {
    const product = await show(ids[4]!)
    expect(product).toMatchObject({
      name: 'E',
      description: 'About E',
      features: ['Cotton', 'Two pockets'],
      favorited: false,
      in_stock: true,
      previous: { id: ids[2], slug: 'piece-c' },
      next: { id: ids[5], slug: 'piece-f' },
      variations: [
        { sku: 'E-8', barcode: '603E', size_code: 'UK8', colour_code: '000000', quantity_in_stock: 5 },
        { sku: 'E-6', barcode: null, colour_code: null, quantity_in_stock: 0 },
      ],
    })
    expect(product.suggestions.map(({ name }) => name)).toEqual(['B', 'A', 'C', 'F'])
    expect((await show(ids[0]!)).previous).toBeNull()
    expect((await show(ids[5]!)).next).toBeNull()
  })

  test('does not exist for INACTIVE, deleted, unknown or malformed ids', async () => {
    expect((await api.send('GET', `/api/products/${ids[3]}`)).status).toBe(404)
    for (const id of ['999999', '0', 'abc', '1e3', '-1'])
      expect((await api.send('GET', `/api/products/${id}`)).status).toBe(404)
    const doomed = await aProduct({ name: 'Doomed' })
    await execute('UPDATE products SET deleted_at = NOW(3) WHERE id = ?', [doomed.id])
    await refreshListings([doomed.id])
    expect((await api.send('GET', `/api/products/${doomed.id}`)).status).toBe(404)
    expect((await show(ids[5]!)).next).toBeNull()
  })

  test('counts one view per session and day, and none for HEAD, robots or no session', async () => {
    const views = async () =>
      (await selectOne<{ views: number; updated_at: Date }>('SELECT views, updated_at FROM products WHERE id = ?', [
        ids[0],
      ]))!
    const before = await views()
    const look = async (token: string | null, { method = 'GET', agent = 'Mozilla/5.0' } = {}) =>
      (
        await fetch(`${api.base}/api/products/${ids[0]}`, {
          method,
          headers: { 'user-agent': agent, ...(token && { authorization: `Bearer ${token}` }) },
        })
      ).text()
    const [ama, kofi] = await Promise.all(
      [openSession(null, null), openSession(null, null)].map(async opening => accessToken((await opening).session_id)),
    )
    for (let i = 0; i < 3; i++) await look(ama!)
    await look(kofi!, { method: 'HEAD' })
    await look(kofi!, { agent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' })
    await look(null)
    await flushViews()
    await look(ama!)
    await flushViews()
    const after = await views()
    expect(after.views).toBe(before.views + 1)
    expect(after.updated_at).toEqual(before.updated_at)
    await look(kofi!)
    await flushViews()
    listingsChanged()
    const listed = (await api.send('GET', '/api/products')).body as unknown as { products: { data: ProductSummary[] } }
    expect(listed.products.data.find(({ id }) => id === ids[0])!.views).toBe(before.views + 2)
  })

  test('counts one view per browser and day when the page reports it, and none twice with a session', async () => {
    const views = async () =>
      (await selectOne<{ views: number }>('SELECT views FROM products WHERE id = ?', [ids[1]]))!.views
    const before = await views()
    const [ama, kofi] = ['amas-browser-today-001', 'kofis-browser-today-01']
    const tell = async (
      cookie: string,
      { id = ids[1]!, agent = 'Mozilla/5.0', token = '', site = 'same-origin' } = {},
    ) =>
      (
        await fetch(`${api.base}/api/products/${id}/views`, {
          method: 'POST',
          headers: {
            'user-agent': agent,
            cookie,
            'sec-fetch-site': site,
            ...(token && { authorization: `Bearer ${token}` }),
          },
        })
      ).status
    expect([
      await tell(`visitor=${ama}`),
      await tell(`visitor=${ama}`),
      await tell(''),
      await tell('visitor=short'),
      await tell(`visitor=${kofi}`, { agent: 'Googlebot/2.1' }),
    ]).toEqual([200, 200, 200, 200, 200])
    expect([
      await tell(`visitor=${kofi}`, { id: 999_999 }),
      await tell(`visitor=${kofi}`, { id: ids[3]! }),
      await tell(`visitor=${kofi}`, { site: 'cross-site' }),
    ]).toEqual([404, 404, 403])
    await flushViews()
    expect(await views()).toBe(before + 1)
    const token = accessToken((await openSession(null, null)).session_id)
    await fetch(`${api.base}/api/products/${ids[1]}`, {
      headers: { authorization: `Bearer ${token}`, cookie: `visitor=${ama}` },
    })
    await flushViews()
    expect(await views()).toBe(before + 1)
    await tell('', { token })
    await flushViews()
    expect(await views()).toBe(before + 2)
  })

  test('writes many views of many products at once', async () => {
    const views = async () =>
      (
        await select<{ views: number }>('SELECT views FROM products WHERE id IN (:ids) ORDER BY id', {
          ids: [ids[1], ids[4]],
        })
      ).map(row => row.views)
    const before = await views()
    for (let i = 0; i < 40; i++) recordView(ids[i % 4 === 0 ? 4 : 1]!, `batch-${i}`.padEnd(22, '-'))
    recordView(ids[4]!, 'batch-0'.padEnd(22, '-'))
    expect(await countingQueries(flushViews)).toBeLessThanOrEqual(8)
    expect(await views()).toEqual([before[0]! + 30, before[1]! + 10])
    expect(await countingQueries(flushViews)).toBe(0)
  })

  test('accepts at most 300 views a minute from one address', async () => {
    const tell = (name: string) =>
      fetch(`${api.base}/api/products/${ids[5]}/views`, {
        method: 'POST',
        headers: { cookie: `visitor=${name.padStart(22, '0')}` },
      })
    let taken = 0
    while (taken < 400 && (await tell(String(taken))).status === 200) taken += 1
    expect(taken).toBeLessThanOrEqual(300)
    const refused = await tell('another')
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect((await fetch(`${api.base}/api/products/${ids[5]}`)).status).toBe(200)
  })
})

test('follows what is sold, renamed, hidden and shown again', async () => {
  const {
    id,
    variations: [variation],
  } = await aProduct({ name: 'Last one', pieces: [{ size: 'UK8', colour: '000000', quantity: 1 }] })
  const list = async (query = '') => {
    listingsChanged()
    return (await api.send('GET', `/api/products?per_page=100${query}`)).body as unknown as {
      products: { data: ProductSummary[] }
      facets: Facets
    }
  }
  const find = async () => (await list()).products.data.find(product => product.id === id)
  const isSizeLeft = async () => {
    const { count, in_stock } = (await list('&search_text=last one')).facets.sizes.find(({ code }) => code === 'UK8')!
    return [count, in_stock]
  }
  expect((await find())!.in_stock).toBe(true)
  await execute('UPDATE product_variations SET on_hand = 0 WHERE id = ?', [variation])
  expect((await find())!.in_stock).toBe(false)
  expect(await isSizeLeft()).toEqual([1, false])
  await execute('UPDATE product_listings SET views = views + 1 WHERE product_id = ?', [id])
  expect(await isSizeLeft(), 'though its row is from before the sale').toEqual([1, false])
  await execute('UPDATE product_variations SET on_hand = 2, reserved = 2 WHERE id = ?', [variation])
  expect((await find())!.in_stock).toBe(false)
  await execute('UPDATE product_variations SET reserved = 0 WHERE id = ?', [variation])
  expect((await find())!.in_stock).toBe(true)
  expect(await isSizeLeft()).toEqual([1, true])
  await execute("UPDATE colours SET name = 'Coal' WHERE code = '000000'")
  expect((await find())!.colours).toEqual([{ code: '000000', name: 'Coal' }])
  await execute("UPDATE products SET status_code = 'INACTIVE' WHERE id = ?", [id])
  await refreshListings([id])
  expect(await find()).toBeUndefined()
  await execute("UPDATE products SET status_code = 'LIVE', retail_price = 12.5 WHERE id = ?", [id])
  await refreshListings([id])
  expect((await find())!.retail_price).toBe(12.5)
})

describe('lookups', () => {
  test('list categories by name, sizes in order of size, colours by name', async () => {
    await aCategory('Skinny', await aCategory('Jeans'))
    expect((await api.send('GET', '/api/categories?per_page=2')).body).toMatchObject({
      categories: { data: [{ name: 'Jeans', parent_id: null, icon_image: null }, { name: 'Skinny' }], total: 3 },
    })
    for (const code of ['XL', 'S', 'ONE', 'UK10'])
      await execute('INSERT IGNORE INTO sizes (code, name) VALUES (?, ?)', [code, code])
    const sizes = (await api.send('GET', '/api/sizes?per_page=100')).body as unknown as {
      sizes: { data: { code: string }[] }
    }
    expect(sizes.sizes.data.map(({ code }) => code)).toEqual(['S', 'XL', 'ONE', 'UK6', 'UK8', 'UK10'])
    expect((await api.send('GET', '/api/colours')).body).toMatchObject({
      colours: { data: [{ code: '000000', name: 'Coal' }, { code: '1F2A44' }] },
    })
    expect((await api.send('GET', '/api/shop')).body).toMatchObject({
      shop: {
        name: 'Selvedge',
        phones: ['+233244123456', '+233204123456'],
        hours: [
          { days: 'Sunday', hours: 'Closed' },
          { days: 'Monday to Saturday', hours: '8:00 am to 7:00 pm' },
        ],
      },
    })
  })
})

describe('staff products', () => {
  let token: string
  beforeAll(async () => {
    token = (await aUser('MANAGER')).token
  })
  const found = async (query: string) =>
    (
      (await api.send('GET', `/api/staff/products?${query}`, { token })).body as unknown as {
        products: { data: { name: string }[] }
      }
    ).products.data.map(({ name }) => name)

  test('lists all that are not deleted, newest first', async () => {
    expect(await found('per_page=100')).toEqual(expect.arrayContaining(['Last one', 'F', 'E', 'D', 'C', 'B', 'A']))
    expect(await found('per_page=100')).not.toContain('Doomed')
    expect(await found('status_code=INACTIVE')).toEqual(['D'])
    expect((await api.send('GET', '/api/staff/products?per_page=1', { token })).body).toMatchObject({
      products: { data: [{ name: 'Last one', quantity_in_stock: 2, updated_at: expect.any(String) }], per_page: 1 },
    })
  })

  test.each([
    ['F-8', ['F']],
    ['603E', ['E']],
    ['piece-d', ['D']],
    ['last', ['Last one']],
    ['one last', ['Last one']],
    ['%', []],
    ['nothing-like-it', []],
  ])('finds %j', async (search, names) => expect(await found(`search=${encodeURIComponent(search)}`)).toEqual(names))

  test('shows one by one', async () => {
    const { body } = await api.send('GET', `/api/staff/products/${ids[3]}`, { token })
    expect(body).toMatchObject({
      product: {
        name: 'D',
        status_code: 'INACTIVE',
        category: { name: 'Jeans' },
        sizes: [{ code: 'UK6' }, { code: 'UK8' }],
        variations: [{ sku: 'D-8' }, { sku: 'D-6' }],
        features: ['Cotton', 'Two pockets'],
      },
    })
    expect((await api.send('GET', '/api/staff/products/999999', { token })).status).toBe(404)
    const jeans = await aCategory('Jeans')
    expect((await api.send('GET', `/api/staff/categories/${jeans}`, { token })).body).toMatchObject({
      category: { id: jeans, name: 'Jeans' },
    })
    expect((await api.send('GET', '/api/staff/categories/999999', { token })).status).toBe(404)
  })
})
