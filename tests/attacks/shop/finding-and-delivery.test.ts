import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { execute, insertRow, select, selectOne } from '#api/db/database.ts'
import { flushVain, noteVain } from '#api/search/vain-searches.ts'
import type { ReplyOf } from '#sync/protocol/endpoints.ts'
import { arrivalOf } from '#sync/protocol/shop/delivery-days.ts'
import { forgetTries } from '#tests/support/server/forget-tries.ts'
import { aUser, startApi, type Api } from '#tests/support/server/api.ts'
import { aProduct } from '#tests/support/goods/catalogue.ts'
import { openShop } from '#tests/support/server/shop.ts'
import { aGuest } from '#tests/support/shop/shoppers.ts'
import { aSubmission } from '#tests/support/server/submission.ts'

let api: Api
let jeans: { id: number; variations: number[] }
let [manager, administrator, guest] = ['', '', '']

beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await openShop()
  await forgetTries()
  manager = (await aUser('MANAGER')).token
  administrator = (await aUser('ADMINISTRATOR')).token
  guest = (await aGuest()).token
  jeans = await aProduct({ name: 'Slim jeans', retail_price: 100, pieces: [{ size: 'UK10', quantity: 50 }] })
  for (const [region_code, code, kind, cost] of [
    ['GH-AH', 'KUMASI', 'DOOR', 45],
    ['GH-AH', 'KUMASI-VIP', 'STATION', 20],
    ['GH-NP', 'TAMALE-VIP', 'STATION', 5],
  ] as const)
    await insertRow('delivery_zones', {
      region_code,
      code,
      name: code,
      cost,
      kind,
      locations: 'Behind the yellow gate',
      pay_on_delivery: 1,
      deposit_percent: 30,
      days_from: 2,
      days_to: 4,
    })
})
afterAll(() => api.stop())

const status = async (call: string, token?: string, body?: object) => {
  const [method, path] = call.split(' ') as [string, string]
  return (await api.send(method, path, { ...(token && { token }), ...(body && { body }) })).status
}
const search = (text: string) => api.send('GET', `/api/products?search_text=${encodeURIComponent(text)}`)
const listed = async (query: string) =>
  (await api.send('GET', `/api/products?${query}`)).body as unknown as ReplyOf<'GET /api/products'>
const kept = async () => {
  await flushVain()
  return (await select<{ words: string }>('SELECT words FROM vain_searches ORDER BY words')).map(({ words }) => words)
}

describe('where the shop delivers', () => {
  const reach = async (query = '', token?: string) =>
    (
      (await api.send('GET', `/api/checkout/delivery/reach${query}`, token ? { token } : {}))
        .body as unknown as ReplyOf<'GET /api/checkout/delivery/reach'>
    ).reach

  test('tells a stranger fees and days, and nothing of where parcels wait or who pays on delivery', async () => {
    const all = await reach()
    expect(all.find(({ region_code }) => region_code === 'GH-AH')).toEqual({
      region_code: 'GH-AH',
      country_code: 'GH',
      name: 'Ashanti',
      door: { cost: 45, days_from: 2, days_to: 4 },
      station: { cost: 20, days_from: 2, days_to: 4 },
      nearest: expect.any(String) as string,
    })
    expect(JSON.stringify(all)).not.toMatch(/yellow gate|KUMASI-VIP|deposit|pay_on/)
    expect(await reach('?region_code=GH-AH%27%20OR%201=1&cost=0')).toEqual(all)
  })

  test('cannot be written by a stranger, a customer or a manager', async () => {
    const { id } = (await selectOne<{ id: number }>("SELECT id FROM delivery_zones WHERE code = 'KUMASI'"))!
    const customer = (await aUser('CUSTOMER')).token
    const cheaper = { cost: 0, kind: 'STATION', days_from: 0, days_to: 0 }
    for (const [token, expected] of [
      [undefined, 401],
      [guest, 403],
      [customer, 403],
      [manager, 403],
    ] as const)
      for (const [method, path] of [
        ['PATCH', `/api/staff/delivery-zones/${id}`],
        ['POST', '/api/staff/delivery-zones'],
      ] as const)
        expect([method, path, await status(`${method} ${path}`, token, cheaper)]).toEqual([method, path, expected])
    expect([await status('POST /api/checkout/delivery/reach', guest, cheaper)].every(code => code >= 404)).toBe(true)
    expect(await selectOne('SELECT cost, kind, days_from FROM delivery_zones WHERE id = ?', [id])).toMatchObject({
      cost: 45,
      kind: 'DOOR',
      days_from: 2,
    })
  })

  test.each([
    [{ days_from: -1 }, 'days_from'],
    [{ days_to: 1.5 }, 'days_to'],
    [{ days_to: 5_000_000_000 }, 'days_to'],
    [{ kind: 'MOON' }, 'kind'],
    [{ kind: null }, 'kind'],
    [{ cost: -45 }, 'cost'],
  ])('refuses %j even from an administrator', async (change, field) => {
    const { id } = (await selectOne<{ id: number }>("SELECT id FROM delivery_zones WHERE code = 'KUMASI'"))!
    const reply = await api.send('PATCH', `/api/staff/delivery-zones/${id}`, { token: administrator, body: change })
    expect([reply.status, Object.keys((reply.body as { errors?: object }).errors ?? {})]).toEqual([422, [field]])
  })

  test('says a date at once, however many days a zone claims', () => {
    const calendar = { delivery_start: '', closed_days: Array.from({ length: 60 }, (_, i) => `2026-01-${i}`) }
    const arrival = arrivalOf({ days_from: 4_294_967_295, days_to: 0 }, calendar, new Date('2026-01-05T10:00:00Z'))!
    expect(arrival.from).toBe('2026-01-05')
    expect(arrival.to < '2028').toBe(true)
  })

  test('gives no shopper the fee, the counter or the kind of another zone', async () => {
    await api.send('POST', '/api/cart', {
      token: guest,
      body: { product_variation_id: jeans.variations[0]!, quantity: 1 },
    })
    const order = async (more: object) => {
      const { status, body } = await api.send('POST', '/api/orders', {
        token: guest,
        body: {
          ...aSubmission({
            delivery_method_code: 'delivery',
            shipping_country_code: 'GH',
            shipping_region_code: 'GH-AH',
            shipping_delivery_zone_code: 'KUMASI',
            shipping_address: 'Adum',
          }),
          ...more,
        },
      })
      const { errors = {}, code } = body as { errors?: object; code?: string }
      return [status, code === 'stale_total' ? code : Object.keys(errors)[0]]
    }
    expect(await order({ shipping_delivery_zone_code: 'TAMALE-VIP' })).toEqual([422, 'shipping_delivery_zone_code'])
    expect(await order({ shipping_delivery_zone_code: 'kumasi-vip' })).toEqual([422, 'shipping_delivery_zone_code'])
    expect(await order({ shipping_address: '' })).toEqual([422, 'shipping_address'])
    expect(await order({ kind: 'STATION' })).toEqual([422, 'kind'])
    expect(await order({ shipping_fee: 20 })).toEqual([409, 'stale_total'])
    // Everything is right; only a payment provider is missing here.
    expect(await order({ shipping_fee: 45 })).toEqual([503, undefined])
  })
})

describe('the report of what shoppers did not find', () => {
  test('is closed to everybody but staff', async () => {
    const path = 'GET /api/staff/searches/vain'
    const customer = (await aUser('CUSTOMER')).token
    expect([
      await status(path),
      await status(path, guest),
      await status(path, customer),
      await status(path, manager),
    ]).toEqual([401, 403, 403, 200])
    for (const query of ['?days=0', '?days=100000', '?order_column=day;DROP', '?order_column=id,(SELECT 1)'])
      expect([query, await status(path + query, manager)]).toEqual([query, 422])
  })

  test.each([
    '0241234567',
    '024-123-45-67',
    '0 2 4 1 2 3 4 5 6 7',
    '０２４１２３４５６７',
    '٠٢٤١٢٣٤٥٦٧',
    'call ama 0241234567',
    '4084 0840 8408 4081',
    'ama@mail.test',
    'ama＠mail.test',
    'https://mail.test/reset?token=abc',
  ])('keeps nothing of %j', async text => {
    await search(text)
    expect(await kept()).toEqual([])
  })

  test('keeps words only, whatever is typed around them', async () => {
    await search('<img src=x onerror=blorf>')
    await search("blorf'); DELETE FROM vain_searches; --")
    await search('=HYPERLINK("http:blorf")')
    for (const words of await kept()) expect(words).toMatch(/^[a-z0-9 ]+$/)
  })

  test('takes only so many different texts at once, so that a flood fills no memory', async () => {
    for (let i = 0; i < 5_000; i++) noteVain(`blorf x${i}`, 'nothing')
    noteVain('blorf x0', 'nothing')
    expect((await kept()).length).toBe(200)
    expect(await selectOne("SELECT nothing FROM vain_searches WHERE words = 'blorf x0'")).toMatchObject({ nothing: 2 })
  })
})

describe("the shop's own search words", () => {
  const add = (token: string, body: object) => api.send('POST', '/api/staff/search-words', { token, body })

  test('are not for a manager to change', async () => {
    const { status: made, body } = await add(administrator, { word: 'kaba', means: 'jeans' })
    expect(made).toBe(201)
    const { id } = (body as unknown as { search_word: { id: number } }).search_word
    expect([
      (await add(manager, { word: 'slim', means: 'nothing' })).status,
      await status(`PATCH /api/staff/search-words/${id}`, manager, { means: 'nothing' }),
      await status(`DELETE /api/staff/search-words/${id}`, manager),
      await status('GET /api/staff/search-words'),
      await status('GET /api/staff/search-words', guest),
    ]).toEqual([403, 403, 405, 401, 403])
    expect((await listed('search_text=kaba')).products.total).toBe(1)
  })

  test('are words, never patterns, and lead in no circle', async () => {
    for (const [word, means] of [
      ['foo', 'bar, foo'],
      ['bar', 'foo, bar'],
      ['baz', '(a+)+$, %, _, .*, +jeans*'],
      ['%', 'jeans'],
      ['.*', 'jeans'],
    ] as const)
      await add(administrator, { word, means })
    for (const text of ['foo', 'bar', 'foo bar foo bar', 'a'.repeat(60), 'nosuch', 'nosuch%'])
      expect([text, (await listed(`search_text=${encodeURIComponent(text)}`)).products.total]).toEqual([text, 0])
  })

  test('show nothing that is not on sale', async () => {
    await aProduct({ name: 'Secret prototype', status_code: 'INACTIVE', pieces: [{ size: 'UK10' }] })
    await add(administrator, { word: 'tomorrow', means: 'secret prototype' })
    expect((await search('tomorrow')).body).not.toMatchObject({ products: { data: [{ name: /Secret/ }] } })
    expect(JSON.stringify((await search('tomorrow')).body)).not.toContain('prototype"')
  })
})

describe('the shelves', () => {
  test('tell nobody how many pieces were sold', async () => {
    await execute('UPDATE product_listings SET sold = 4321')
    const { products, facets } = await listed('order_column=products.sold')
    expect(JSON.stringify({ products, facets })).not.toMatch(/4321|"sold"/)
    const page = await api.send('GET', `/api/products/${jeans.id}`)
    expect(JSON.stringify(page.body)).not.toMatch(/4321|"sold"/)
  })

  test('are new for as many days as an administrator says, and no manager, and no nonsense', async () => {
    const { id } = (await selectOne<{ id: number }>("SELECT id FROM settings WHERE name = 'new_in_days'"))!
    const set = (token: string, value: string) => status(`PATCH /api/staff/settings/${id}`, token, { value })
    expect(await set(manager, '365')).toBe(403)
    for (const value of ['0', '-1', '366', '1e2', 'all', ''])
      expect([value, await set(administrator, value)]).toEqual([value, 422])
    expect(await set(administrator, '30')).toBe(200)
  })
})
