import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { execute, insertRow, select } from '#api/db/database.ts'
import type { Address } from '#sync/protocol/shop/account.ts'
import { type Api, aUser, startApi } from '#tests/support/server/api.ts'
import { anAddress } from '#tests/support/people/people.ts'
import { count, openShop } from '#tests/support/server/shop.ts'

let api: Api
let ama: string
let kofi: string
beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await openShop()
  await insertRow('delivery_zones', { region_code: 'GH-AH', name: 'Kumasi', code: 'KUMASI', cost: 45 })
  ;[{ token: ama }, { token: kofi }] = [await aUser('CUSTOMER'), await aUser('CUSTOMER')]
})
afterAll(() => api.stop())

const as = (token: string) => (method: string, id: number | null, body?: object) =>
  api.send(method, `/api/account/addresses${id === null ? '' : `/${id}`}`, { token, ...(body && { body }) })
const send = (method: string, id: number | null, body?: object) => as(ama)(method, id, body)
const add = async (overrides: object = {}) =>
  (await send('POST', null, { ...anAddress(), ...overrides })).body.address as unknown as Address
const list = async (token = ama) =>
  ((await as(token)('GET', null)).body as unknown as { addresses: { data: Address[]; total: number } }).addresses
const refused = (field: string) => ({
  status: 422,
  body: { code: 'validation', errors: { [field]: [expect.any(String)] } },
})

describe('an address book', () => {
  test('accepts an address, formats its phone and writes its digital address in capitals', async () => {
    const reply = await send('POST', null, {
      ...anAddress({ region_code: 'GH-AH', zone_code: 'KUMASI', digital_address: 'ak-039-5028' }),
      country_code: 'GH',
    })
    expect(reply).toMatchObject({ status: 201, body: { message: 'Address added.' } })
    expect(reply.body.address).toEqual({
      id: expect.any(Number),
      first_name: 'Ama',
      last_name: 'Mensah',
      phone: '+233244123456',
      country_code: 'GH',
      region_code: 'GH-AH',
      zone_code: 'KUMASI',
      address: '7 Ring Road, opposite the chapel',
      digital_address: 'AK-039-5028',
      is_default: true,
      updated_at: expect.any(String),
    })
    const { id } = reply.body.address as unknown as Address
    expect((await send('GET', id)).body).toEqual({ address: reply.body.address })
    expect(await list()).toMatchObject({ total: 1, data: [{ id }] })
  })

  test('has at most one default: the first, then the one chosen, then the newest left', async () => {
    const [first, second, third] = [await add(), await add(), await add({ is_default: true })]
    expect([first, second, third].map(({ is_default }) => is_default)).toEqual([true, false, true])
    const defaults = async () => (await list()).data.filter(({ is_default }) => is_default).map(({ id }) => id)
    expect(await defaults()).toEqual([third!.id])
    expect((await list()).data[0]!.id).toBe(third!.id)
    await send('PATCH', first!.id, { is_default: true })
    expect(await defaults()).toEqual([first!.id])
    await send('DELETE', first!.id)
    expect(await defaults()).toEqual([third!.id])
    await send('PATCH', third!.id, { is_default: false })
    expect(await defaults()).toEqual([])
  })

  test('has one default when ten addresses are made the default at once', async () => {
    const added = await Promise.all(Array.from({ length: 10 }, () => add({ is_default: true })))
    await Promise.all(added.map(({ id }) => send('PATCH', id, { is_default: true })))
    expect((await list()).data.filter(({ is_default }) => is_default)).toHaveLength(1)
  })

  test('drops the zone when the region changes', async () => {
    const { id } = await add({ region_code: 'GH-AH', zone_code: 'KUMASI' })
    expect((await send('PATCH', id, { region_code: 'GH-AA' })).body.address).toMatchObject({
      region_code: 'GH-AA',
      zone_code: null,
    })
  })

  test.each([
    ['first_name', { first_name: ' ' }],
    ['last_name', { last_name: 'x'.repeat(61) }],
    ['phone', { phone: '12' }],
    ['phone', { phone: 244123456 }],
    ['region_code', { region_code: 'GH-GA' }],
    ['region_code', { country_code: 'NG' }],
    ['zone_code', { zone_code: 'KUMASI' }],
    ['zone_code', { zone_code: 'NOWHERE' }],
    ['address', { address: '' }],
    ['digital_address', { digital_address: 'GA-18-8164' }],
    ['digital_address', { digital_address: 'GA1838164' }],
    ['is_default', { is_default: 'yes' }],
    ['user_id', { user_id: 7 }],
    ['id', { id: 3 }],
  ])('refuses what is no %s: %j', async (field, wrong) => {
    expect(await send('POST', null, { ...anAddress(), ...wrong })).toMatchObject(refused(field))
    expect(await count('addresses')).toBe(0)
  })

  test('tells é from e, though the database does not', async () => {
    expect(await add({ region_code: 'gh-ah', zone_code: 'kumasi' })).toMatchObject({
      region_code: 'GH-AH',
      zone_code: 'KUMASI',
    })
    expect(await select("SELECT id FROM addresses WHERE BINARY zone_code <> 'KUMASI'")).toEqual([])
  })

  test('holds at most fifty addresses', async () => {
    for (let n = 0; n < 50; n++) await add()
    expect(await send('POST', null, anAddress())).toMatchObject(refused('address'))
  })

  test('is not overwritten from a stale screen', async () => {
    const seen = await add()
    await send('PATCH', seen.id, { address: 'Behind the bank' })
    expect(await send('PATCH', seen.id, { address: 'At the station', updated_at: seen.updated_at })).toMatchObject({
      status: 409,
      body: { code: 'stale', address: { address: 'Behind the bank' } },
    })
  })

  test('adds an address once when its reply is lost', async () => {
    const post = () =>
      api.send('POST', '/api/account/addresses', {
        token: ama,
        body: anAddress(),
        headers: { 'Idempotency-Key': 'one-intent' },
      })
    expect((await post()).text).toBe((await post()).text)
    expect(await count('addresses')).toBe(1)
  })
})

describe("somebody else's address", () => {
  const reach = async (id: number) => [
    (await as(kofi)('GET', id)).status,
    (await as(kofi)('PATCH', id, { address: 'Mine now' })).status,
    (await as(kofi)('DELETE', id)).status,
  ]

  test('cannot be read, changed or deleted', async () => {
    const { id } = await add()
    expect(await reach(id)).toEqual([404, 404, 404])
    expect((await list(kofi)).total).toBe(0)
    expect((await send('GET', id)).body.address).toMatchObject({ address: '7 Ring Road, opposite the chapel' })
  })

  test('control: the owner reaches it by the same calls', async () => {
    const { id } = await add()
    await execute(
      'UPDATE addresses a JOIN users u ON u.id <> a.user_id AND u.role_code = ? SET a.user_id = u.id, a.default_of = NULL',
      ['CUSTOMER'],
    )
    expect(await reach(id)).toEqual([200, 200, 200])
  })
})
