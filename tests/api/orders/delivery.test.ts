import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { execute, insertRow, select } from '#api/db/database.ts'
import { seedOffers, seedReference } from '#api/demo/seed.ts'
import { registered } from '#api/entities.ts'
import type { Page } from '#sync/protocol/page.ts'
import type { StaffCoupon } from '#sync/protocol/entities/coupon.ts'
import { aUser, type Api, startApi } from '#tests/support/server/api.ts'
import { count, openShop } from '#tests/support/server/shop.ts'

let api: Api
let admin: string
beforeAll(async () => {
  api = await startApi()
  await openShop()
  admin = (await aUser('ADMINISTRATOR')).token
})
afterAll(() => api.stop())

const send = (method: string, path: string, body?: object) =>
  api.send(method, `/api/staff/${path}`, { token: admin, body })
const added = async (path: string, body: object) => {
  const reply = await send('POST', path, body)
  const [row] = Object.values(reply.body).filter(value => typeof value === 'object') as unknown as {
    id: number
    updated_at: string
  }[]
  return { ...reply, ...row! }
}

describe('a country', () => {
  test('can be added and keeps its code', async () => {
    const { status, body, id } = await added('countries', { code: 'TG', name: 'Togo' })
    expect([status, body]).toEqual([
      201,
      {
        message: 'Country added.',
        country: { id, code: 'TG', name: 'Togo', created_at: expect.any(String), updated_at: expect.any(String) },
      },
    ])
    expect(await send('PATCH', `countries/${id}`, { code: 'TG', name: 'Togo, the' })).toMatchObject({
      status: 200,
      body: { message: 'Country updated.', country: { name: 'Togo, the' } },
    })
    expect(await send('PATCH', `countries/${id}`, { code: 'BJ' })).toMatchObject({
      status: 422,
      body: { errors: { code: ['Code cannot be changed.'] } },
    })
    expect(await send('POST', 'countries', { code: 'TG', name: 'Again' })).toMatchObject({
      status: 422,
      body: { errors: { code: [expect.any(String)] } },
    })
  })
})

describe('a region', () => {
  test("appears with its country's name everywhere", async () => {
    const { status, body, id } = await added('regions', { country_code: 'GH', code: 'GH-X1', name: 'Tenth' })
    expect([status, body]).toMatchObject([
      201,
      { message: 'Region added.', region: { country_code: 'GH', code: 'GH-X1', country: { name: 'Ghana' } } },
    ])
    expect((await send('GET', `regions/${id}`)).body).toMatchObject({ region: { id, country: { name: 'Ghana' } } })
    expect((await send('GET', 'regions?per_page=2')).body).toMatchObject({
      regions: { data: [{ id, country: { name: 'Ghana' } }, { country: { name: 'Ghana' } }], total: 17, last_page: 9 },
    })
    await insertRow('countries', { code: 'NG', name: 'Nigeria' })
    expect((await send('PATCH', `regions/${id}`, { country_code: 'NG' })).body).toMatchObject({
      message: 'Region updated.',
      region: { country_code: 'NG', country: { name: 'Nigeria' } },
    })
    await execute('DELETE FROM regions WHERE id = ?', [id])
  })

  test.each(['ZZ', 'gh', 'GHA', ' '])(
    'is refused beside the field when its country %j does not exist',
    async country_code => {
      expect(await send('POST', 'regions', { country_code, code: 'GH-X2', name: 'Nowhere' })).toMatchObject({
        status: 422,
        body: { code: 'validation', errors: { country_code: [expect.any(String)] } },
      })
      expect(await count('regions', "code = 'GH-X2'")).toBe(0)
    },
  )
})

describe('a delivery zone', () => {
  const zone = { region_code: 'GH-AH', name: 'Kumasi', code: 'KUMASI', locations: 'Adum, Bantama', cost: 45.5 }

  test('can be added, viewed, listed and changed; its code stays', async () => {
    const { status, body, id, updated_at } = await added('delivery-zones', zone)
    expect([status, body]).toMatchObject([
      201,
      { message: 'Delivery zone added.', delivery_zone: { ...zone, region: { name: 'Ashanti' } } },
    ])
    expect((await send('GET', `delivery-zones/${id}`)).body).toEqual({ delivery_zone: body.delivery_zone })
    expect((await send('GET', 'delivery-zones')).body).toMatchObject({
      delivery_zones: { data: [{ id }], total: 1, per_page: 12 },
    })
    expect(
      await send('PATCH', `delivery-zones/${id}`, { ...zone, cost: 50, region_code: 'GH-BO', locations: '' }),
    ).toMatchObject({ status: 200, body: { delivery_zone: { cost: 50, locations: null, region: { name: 'Bono' } } } })
    expect(await send('PATCH', `delivery-zones/${id}`, { code: 'KSI' })).toMatchObject({
      status: 422,
      body: { errors: { code: ['Code cannot be changed.'] } },
    })
    expect(await send('PATCH', `delivery-zones/${id}`, { cost: 60, updated_at })).toMatchObject({
      status: 409,
      body: { code: 'stale', delivery_zone: { id, cost: 50 } },
    })
  })

  test.each([
    ['cost', -1],
    ['cost', 0.001],
    ['cost', '45'],
    ['cost', null],
    ['region_code', 'GH-ZZ'],
    ['region_code', 'gh-ah'],
    ['region_code', null],
    ['code', 'A B'],
    ['name', ''],
    ['locations', 'x'.repeat(2001)],
    ['region', { name: 'Ashanti' }],
    ['kind', 'MOON'],
  ])('with %s %j is refused', async (field, value) => {
    expect(await send('POST', 'delivery-zones', { ...zone, code: 'ELSE', [field]: value })).toMatchObject({
      status: 422,
      body: { errors: { [field]: [expect.any(String)] } },
    })
    expect(await count('delivery_zones', "code = 'ELSE'")).toBe(0)
  })

  test('is at the door in Greater Accra, where a rider comes', async () => {
    const station = { ...zone, code: 'ACCRA-VIP', kind: 'STATION' }
    const refused = { status: 422, body: { errors: { kind: [expect.stringContaining('a rider delivers')] } } }
    expect(await send('POST', 'delivery-zones', { ...station, region_code: 'GH-AA' })).toMatchObject(refused)
    const { id, status } = await added('delivery-zones', station)
    expect(status).toBe(201)
    expect(await send('PATCH', `delivery-zones/${id}`, { region_code: 'GH-AA' })).toMatchObject(refused)
    expect(await send('PATCH', `delivery-zones/${id}`, { region_code: 'GH-AA', kind: 'DOOR' })).toMatchObject({
      status: 200,
    })
    expect(await send('PATCH', `delivery-zones/${id}`, { kind: 'STATION' })).toMatchObject(refused)
    await execute('DELETE FROM delivery_zones WHERE id = ?', [id])
  })

  test('answers 404 when it does not exist, whatever is sent', async () => {
    for (const body of [{ cost: 1 }, { region_code: 'GH-ZZ' }])
      expect((await send('PATCH', 'delivery-zones/4000000', body)).status).toBe(404)
  })

  test('control: is refused by the table, without a field, when the region is not checked', async () => {
    await expect(insertRow('delivery_zones', { ...zone, code: 'ELSE', region_code: 'GH-ZZ' })).rejects.toThrow(
      'foreign key constraint fails',
    )
    await insertRow('delivery_zones', { ...zone, code: 'ELSE', region_code: 'gh-ah' })
    expect(await count('delivery_zones', "BINARY region_code = 'gh-ah'")).toBe(1)
    await execute("DELETE FROM delivery_zones WHERE code = 'ELSE'")
  })
})

test('is closed to a manager', async () => {
  const { token } = await aUser('MANAGER')
  for (const path of ['countries', 'regions', 'delivery-zones', 'coupons', 'settings'])
    for (const method of ['GET', 'POST'])
      expect(
        (await api.send(method, `/api/staff/${path}`, { token, body: method === 'POST' ? {} : undefined })).status,
      ).toBe(403)
})

describe('the initial data', () => {
  beforeAll(async () => {
    for (const table of ['coupons', 'delivery_zones']) await execute(`DELETE FROM ${table}`)
    await seedReference()
    await seedOffers()
  })
  afterAll(async () => {
    await execute('DELETE FROM coupons')
  })

  test.each(registered.map(({ entity }) => [entity.plural, entity.plural.replaceAll('_', '-')]))(
    '%s are as they are declared',
    async (plural, path) => {
      const { status, body } = await send('GET', `${path}?per_page=100`)
      expect([status, Object.keys(body)]).toEqual([200, [plural]])
    },
  )

  test('deliver to several regions, and to zones of Greater Accra', async () => {
    expect(await count('delivery_zones', "region_code = 'GH-AA'")).toBeGreaterThan(1)
    expect((await select('SELECT DISTINCT region_code FROM delivery_zones')).length).toBeGreaterThan(4)
  })

  test('have one coupon of every type', async () => {
    const kinds = [
      "type = 'percentage'",
      "type = 'amount' AND value > 0",
      'free_delivery = 1',
      "status_code = 'INACTIVE'",
    ]
    for (const kind of kinds) expect([kind, await count('coupons', kind)]).not.toEqual([kind, 0])
    const { data } = ((await send('GET', 'coupons')).body as unknown as { coupons: Page<StaffCoupon> }).coupons
    const {
      id: _id,
      current_usage: _uses,
      created_at: _made,
      updated_at: _changed,
      categories: _all,
      ...sent
    } = data[0]!
    expect(data.every(({ type, value }) => type === 'amount' || value <= 100)).toBe(true)
    expect((await send('POST', 'coupons', { ...sent, code: 'ANOTHER' })).status).toBe(201)
  })
})
