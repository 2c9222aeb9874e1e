import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { rows, withConnection } from '#api/db/connection.ts'
import { execute, insertRow, select, selectOne } from '#api/db/database.ts'
import { seedReference } from '#api/demo/seed.ts'
import { readShop } from '#api/shop/read-shop.ts'
import { PUBLIC_SETTINGS, SETTING_NAMES, settingOf, type SettingKind } from '#sync/protocol/settings.ts'
import { aUser, type Api, startApi } from '#tests/support/server/api.ts'
import { dropDatabase, freshDatabase } from '#tests/support/database/database.ts'

let api: Api
let token: string
beforeAll(async () => {
  api = await startApi()
  token = (await aUser('ADMINISTRATOR')).token
})
beforeEach(async () => {
  await execute('DELETE FROM settings')
  await seedReference()
})
afterAll(() => api.stop())

const idOf = async (name: string) =>
  (await selectOne<{ id: number }>('SELECT id FROM settings WHERE name = ?', [name]))!.id
const set = async (name: string, value: unknown) =>
  api.send('PATCH', `/api/staff/settings/${await idOf(name)}`, { token, body: { value } })

describe('a known setting', () => {
  test.each([
    ['shop_phones', '0244123456,  +233 20 412 3456', '+233244123456, +233204123456'],
    ['shop_whatsapp', '024 412 3456', '+233244123456'],
    ['shop_email', ' Hello@Shop.test ', 'hello@shop.test'],
    ['free_delivery_over', 'GHS 1,500.50', '1500.50'],
    ['free_delivery_over', '', null],
    ['reservation_minutes', '045', '45'],
    ['shop_hours', 'Sunday:Closed\n\nMonday: 8 to 7', 'Sunday: Closed\nMonday: 8 to 7'],
    ['promos', 'Cargo|Room|/shop?category=4\n\nTops | Short', 'Cargo | Room | /shop?category=4\nTops | Short'],
    ['delivery_start', '2026-12-01', '2026-12-01'],
    ['taxes_in_prices', 'VAT|15|2026-01-01', 'VAT | 15 | 2026-01-01'],
    ['taxes_in_prices', '', null],
    ['brand_sizes', 'Levi’s|32|81|99.5|', 'Levi’s | 32 | 81 | 99.5 | '],
  ])('keeps %s of %j as %j', async (name, typed, kept) => {
    expect(await set(name, typed)).toMatchObject({
      status: 200,
      body: { message: 'Setting updated.', setting: { name, value: kept } },
    })
  })

  test.each([
    ['shop_name', ''],
    ['shop_name', 'Two\nlines'],
    ['shop_phones', '0244123456, 12'],
    ['shop_whatsapp', 'call me'],
    ['shop_email', 'hello'],
    ['free_delivery_over', '1.234'],
    ['free_delivery_over', '149,50'],
    ['free_delivery_over', '-1'],
    ['reservation_minutes', '0'],
    ['reservation_minutes', '1.5'],
    ['reservation_minutes', '99999'],
    ['reservation_minutes', null],
    ['shop_hours', 'Closed on Sunday'],
    ['promos', 'A | B | /c | D'],
    ['hero', 'One | two\nThree | four'],
    ['delivery_start', '2026-02-30'],
    ['taxes_in_prices', 'VAT | fifteen | 2026-01-01'],
    ['taxes_in_prices', 'VAT | 15 | January'],
    ['brand_sizes', 'Levi’s | 32 | 32 in | 99'],
    ['brand_sizes', 'Levi’s | 32 | 8 | 99'],
    ['brand_sizes', 'Levi’s | 32 | | | 81'],
    ['brand_sizes', 'Levi’s | | 81 | 99'],
    ['reorder_level', 'few'],
    ['announcements', 'x\n'.repeat(11)],
    ['receipt_note', 'Card 4111 1111 1111 1111'],
  ])('%s of %j is refused beside its value', async (name, value) => {
    const before = await selectOne('SELECT value FROM settings WHERE name = ?', [name])
    expect(await set(name, value)).toMatchObject({ status: 422, body: { errors: { value: [expect.any(String)] } } })
    expect(await selectOne('SELECT value FROM settings WHERE name = ?', [name])).toEqual(before)
  })

  test('keeps its name, and no other setting can take it', async () => {
    const own = await insertRow('settings', { name: 'door_code', value: 'by the bell' })
    const rename = async (id: number, name: string) =>
      (await api.send('PATCH', `/api/staff/settings/${id}`, { token, body: { name } })).body.errors
    expect(await rename(await idOf('shop_name'), 'title')).toHaveProperty('name')
    expect(await rename(own, 'shop_name')).toHaveProperty('name')
    expect(await rename(own, 'door')).toBeUndefined()
  })

  test('takes effect at once', async () => {
    await set('shop_hours', 'Every day: 9 to 5')
    await set('hero', 'New denim | Cut here')
    expect((await api.send('GET', '/api/shop')).body).toMatchObject({
      shop: { hours: [{ days: 'Every day', hours: '9 to 5' }], hero: { title: 'New denim', words: 'Cut here' } },
    })
  })
})

test('can be any text when only staff use it', async () => {
  const added = await api.send('POST', '/api/staff/settings', {
    token,
    body: { name: 'alarm', value: 'Ring\ntwice | then once' },
  })
  expect(added).toMatchObject({ status: 201, body: { setting: { name: 'alarm', value: 'Ring\ntwice | then once' } } })
})

test('is checked when it is added under a known name', async () => {
  await execute("DELETE FROM settings WHERE name = 'delivery_start'")
  const add = (value: string) =>
    api.send('POST', '/api/staff/settings', { token, body: { name: 'delivery_start', value } })
  expect((await add('soon')).status).toBe(422)
  expect((await add('2026-12-01')).status).toBe(201)
})

test('exists for every declaration, made by migration or seed', async () => {
  const url = await freshDatabase(inject('databaseServer'))
  try {
    const made = await withConnection(url, connection =>
      rows<{ name: string; value: string }>(connection, 'SELECT name, value FROM settings'),
    )
    expect(made.length).toBeGreaterThan(3)
    expect(made.map(({ name, value }) => [name, value])).toEqual(
      made.map(({ name }) => [name, settingOf(name).initial]),
    )
  } finally {
    await dropDatabase(url)
  }
  const kept = await select<{ name: string; value: string | null }>('SELECT name, value FROM settings')
  expect(Object.fromEntries(kept.map(({ name, value }) => [name, value ?? '']))).toEqual(
    Object.fromEntries(SETTING_NAMES.map(name => [name, settingOf(name).initial])),
  )
})

test('is public only when it is declared public', async () => {
  const told = new Set<string>()
  for (const name of SETTING_NAMES) {
    const before = JSON.stringify(await readShop())
    await execute('UPDATE settings SET value = ? WHERE name = ?', [ANOTHER[settingOf(name).kind], name])
    if (JSON.stringify(await readShop()) !== before) told.add(name)
  }
  expect([...told].sort()).toEqual([...PUBLIC_SETTINGS].sort())
})

const ANOTHER: Record<SettingKind, string> = {
  text: 'Another',
  area: 'Another',
  money: '7',
  count: '7',
  email: 'another@shop.test',
  phone: '+233201111111',
  phones: '+233201111111',
  hours: 'Monday: Closed',
  list: 'Another | 5 | 2026-01-01',
  day: '2030-01-01',
  choice: 'REQUIRED',
}
