import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { execute, insertRow, insertRows, select } from '#api/db/database.ts'
import { orderTerms, readOrderTerms } from '#api/shop/settings.ts'
import { isReached, type Reach } from '#sync/protocol/shop/reach.ts'
import type { ShopInfo } from '#sync/protocol/shop/shop.ts'
import { aUser, type Api, startApi } from '#tests/support/server/api.ts'
import { openShop } from '#tests/support/server/shop.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
  await openShop()
  for (const [region_code, code, name, cost] of [
    ['GH-AH', 'KUMASI-OUTER', 'Outer Kumasi', 60.5],
    ['GH-AH', 'KUMASI', 'Kumasi', 45],
    ['GH-AA', 'TEMA', 'Tema', 0],
  ])
    await insertRow('delivery_zones', {
      region_code,
      code,
      name,
      cost,
      locations: code === 'TEMA' ? null : 'Adum\nBantama',
    })
})
afterAll(() => api.stop())

const get = async (path: string) =>
  (await api.send('GET', `/api/checkout/${path}`)).body as unknown as Record<string, never>

/** ISO 3166-2:GH. */
const REGIONS = {
  'GH-AA': 'Greater Accra',
  'GH-AF': 'Ahafo',
  'GH-AH': 'Ashanti',
  'GH-BE': 'Bono East',
  'GH-BO': 'Bono',
  'GH-CP': 'Central',
  'GH-EP': 'Eastern',
  'GH-NE': 'North East',
  'GH-NP': 'Northern',
  'GH-OT': 'Oti',
  'GH-SV': 'Savannah',
  'GH-TV': 'Volta',
  'GH-UE': 'Upper East',
  'GH-UW': 'Upper West',
  'GH-WN': 'Western North',
  'GH-WP': 'Western',
}

describe('a shopper at checkout', () => {
  test('sees Ghana', async () => {
    expect(await get('countries')).toEqual({ countries: [{ id: expect.any(Number), code: 'GH', name: 'Ghana' }] })
  })

  test("sees Ghana's 16 regions by name, with their ISO codes", async () => {
    const { regions } = (await get('regions?country_code=GH')) as unknown as {
      regions: { code: string; name: string }[]
    }
    expect(Object.fromEntries(regions.map(({ code, name }) => [code, name]))).toEqual(REGIONS)
    expect(regions.map(({ name }) => name)).toEqual(Object.values(REGIONS).sort())
    expect(regions[0]).toEqual({
      id: expect.any(Number),
      country_code: 'GH',
      code: 'GH-AF',
      name: 'Ahafo',
      country: { name: 'Ghana' },
    })
    expect(await get('regions?country_code=gh')).toEqual({ regions })
    expect(await get('regions?country_code=TG')).toEqual({ regions: [] })
  })

  test('sees the zones of a region by name, with their price', async () => {
    const zone = {
      id: expect.any(Number),
      region_code: 'GH-AH',
      locations: 'Adum\nBantama',
      kind: 'DOOR',
      pay_on_delivery: 0,
      deposit_percent: null,
      deposit_amount: null,
      days_from: null,
      days_to: null,
    }
    expect(await get('delivery/zones?region_code=GH-AH')).toEqual({
      delivery_zones: {
        data: [
          { ...zone, name: 'Kumasi', code: 'KUMASI', cost: 45 },
          { ...zone, name: 'Outer Kumasi', code: 'KUMASI-OUTER', cost: 60.5 },
        ],
        total: 2,
        last_page: 1,
        current_page: 1,
        per_page: 100,
      },
    })
    expect(await get('delivery/zones?region_code=GH-AA')).toMatchObject({
      delivery_zones: { data: [{ code: 'TEMA', cost: 0, locations: null }] },
    })
    expect(await get('delivery/zones?region_code=GH-NP')).toMatchObject({
      delivery_zones: { data: [], total: 0, last_page: 1 },
    })
    expect(await get('delivery/zones?region_code=GH-AH&per_page=1&page=2')).toMatchObject({
      delivery_zones: { data: [{ code: 'KUMASI-OUTER' }], total: 2, last_page: 2 },
    })
  })

  test('is told how every region is reached, and the nearest that is where one is not', async () => {
    for (const [code, kind, cost, days_from, days_to] of [
      ['KUMASI-VIP', 'STATION', 30, 1, null],
      ['KUMASI-STC', 'STATION', 25.5, 2, 4],
    ])
      await insertRow('delivery_zones', { region_code: 'GH-AH', code, name: code, kind, cost, days_from, days_to })
    const { reach } = (await get('delivery/reach')) as unknown as { reach: Reach[] }
    expect(Object.fromEntries(reach.map(({ region_code, name }) => [region_code, name]))).toEqual(REGIONS)
    const of = (code: string) => reach.find(({ region_code }) => region_code === code)
    const region = { country_code: 'GH', door: null, station: null }
    expect(of('GH-AH')).toMatchObject({
      door: { cost: 45, days_from: null, days_to: null },
      station: { cost: 25.5, days_from: 1, days_to: 4 },
    })
    expect(of('GH-AA')).toMatchObject({ door: { cost: 0 }, station: null })
    expect(of('GH-AF')).toEqual({ ...region, region_code: 'GH-AF', name: 'Ahafo', nearest: 'GH-AH' })
    expect(of('GH-UW')).toMatchObject({ ...region, nearest: 'GH-AH' })
    expect(of('GH-OT')).toMatchObject({ ...region, nearest: 'GH-AA' })
    await execute("DELETE FROM delivery_zones WHERE kind = 'STATION'")
  })

  test('is told that a rider comes to Greater Accra, and that nothing is nearer, where there is no zone at all', async () => {
    const zones = await select<object>('SELECT * FROM delivery_zones')
    await execute('DELETE FROM delivery_zones')
    const { reach } = (await get('delivery/reach')) as unknown as { reach: Reach[] }
    expect(reach.filter(isReached).map(({ region_code }) => region_code)).toEqual(['GH-AA'])
    expect(reach.find(({ region_code }) => region_code === 'GH-AA')!.nearest).toBeNull()
    await insertRows('delivery_zones', zones as Record<string, unknown>[])
  })

  test.each(['countries', 'regions', 'delivery/zones'])('%s: gets an error for an impossible page', async path => {
    for (const query of ['per_page=101', 'per_page=0', 'page=0', 'page=x'])
      expect((await api.send('GET', `/api/checkout/${path}?${query}`)).status).toBe(422)
  })

  test.each(["' OR 1=1 -- ", 'GH%', '🧵', 'x'.repeat(41)])(
    'a region code such as %j finds nothing and breaks nothing',
    async code => {
      const { status, body } = await api.send(
        'GET',
        `/api/checkout/delivery/zones?region_code=${encodeURIComponent(code)}`,
      )
      expect(
        status === 422 ||
          (status === 200 && (body as unknown as { delivery_zones: { total: number } }).delivery_zones.total === 0),
      ).toBe(true)
    },
  )
})

describe("the shop's terms", () => {
  const shop = async () => ((await api.send('GET', '/api/shop')).body as unknown as { shop: ShopInfo }).shop

  test('are public before an order: who sells, for what, how, and what can be returned', async () => {
    const { seller, terms, whatsapp_numbers, free_delivery_over, reservation_minutes } = await shop()
    for (const words of [...Object.values(seller), ...Object.values(terms)]) expect(words).not.toBe('')
    expect(whatsapp_numbers).toEqual(['+233244123456', '+233204123456'])
    expect({ free_delivery_over, reservation_minutes }).toEqual({ free_delivery_over: 2000, reservation_minutes: 30 })
    expect(await orderTerms()).toEqual({ free_delivery_over: 2000, reservation_minutes: 30 })
  })

  test('follow what an administrator sets', async () => {
    const { token } = await aUser('ADMINISTRATOR')
    const ids = new Map(
      (await select<{ id: number; name: string }>('SELECT id, name FROM settings')).map(({ id, name }) => [name, id]),
    )
    const set = (name: string, value: string | null) =>
      api.send('PATCH', `/api/staff/settings/${ids.get(name)}`, { token, body: { value } })
    expect(await set('free_delivery_over', '1,500.50')).toMatchObject({
      status: 200,
      body: { message: 'Setting updated.', setting: { name: 'free_delivery_over', value: '1500.50' } },
    })
    await set('reservation_minutes', '45')
    await set('terms_service', '')
    expect(await shop()).toMatchObject({ free_delivery_over: 1500.5, reservation_minutes: 45, terms: { service: '' } })
    expect(await orderTerms()).toEqual({ free_delivery_over: 1500.5, reservation_minutes: 45 })
    await set('free_delivery_over', null)
    expect((await shop()).free_delivery_over).toBeNull()
  })

  test.each([
    ['2000', 2000],
    ['GHS 1,999.99', 1999.99],
    [' 150 ', 150],
    ['0', 0],
    ['', null],
    ['free!', 2000],
    ['-1', 2000],
    ['12.345', 2000],
    ['1e9', 2000],
  ])('reads free delivery over %j as %j', (typed, over) => {
    expect(readOrderTerms({ free_delivery_over: typed, reservation_minutes: '' })).toEqual({
      free_delivery_over: over,
      reservation_minutes: 30,
    })
  })

  test.each([
    ['30', 30],
    [' 15 ', 15],
    ['', 30],
    ['soon', 30],
    ['0', 30],
    ['-5', 30],
    ['99999', 30],
  ])('reads a reservation of %j minutes as %j', (typed, minutes) => {
    expect(readOrderTerms({ free_delivery_over: '', reservation_minutes: typed })).toEqual({
      free_delivery_over: null,
      reservation_minutes: minutes,
    })
  })

  test('control: leaves out a setting that is not public', async () => {
    await insertRow('settings', { name: 'smtp_password', value: 'a-secret' })
    expect((await api.send('GET', '/api/shop')).text).not.toContain('a-secret')
    await execute("DELETE FROM settings WHERE name = 'smtp_password'")
  })
})
