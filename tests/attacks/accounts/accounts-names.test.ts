import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertRow, select } from '#api/db/database.ts'
import type { PushReply } from '#sync/protocol/mutation.ts'
import { aCategory } from '#tests/support/goods/catalogue.ts'
import { type Api, aUser, startApi } from '#tests/support/server/api.ts'
import { aPush, aSale } from '#tests/support/server/factories.ts'
import { aVariation, openShop } from '#tests/support/server/shop.ts'

let api: Api
let token: string
beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await openShop()
  ;({ token } = await aUser('SUPER_ADMINISTRATOR'))
})
afterAll(() => api.stop())

/** What the database's collation takes for this setting's name, and no program does. */
const SETTINGS = [
  'SHOP_NAME',
  'Shop_Name',
  'shóp_name',
  'ｓhop_name',
  'ſhop_name',
  'shop\u200b_name',
  'shop\u00ad_name',
  'sho\u0301p_name',
  'shop_name ',
  ' shop_name',
  'shop_name\t',
  'shop_name\u00a0',
]
let made = 0
const settings = () => select('SELECT name, value FROM settings ORDER BY id')

test.each(SETTINGS)('adds no setting that only looks like another, and renames none to it: %j', async name => {
  const own = await insertRow('settings', { name: `counter_music_${(made += 1)}`, value: 'highlife' })
  const before = await settings()
  const added = await api.send('POST', '/api/staff/settings', { token, body: { name, value: 'Somebody else' } })
  const renamed = await api.send('PATCH', `/api/staff/settings/${own}`, { token, body: { name } })
  for (const { status, body } of [added, renamed])
    expect([status, body.errors]).toEqual([422, { name: [expect.any(String)] }])
  expect(await settings()).toEqual(before)
})

test('control: adds a setting with a name of its own', async () => {
  const body = { name: 'shop_names', value: 'Two' }
  expect((await api.send('POST', '/api/staff/settings', { token, body })).status).toBe(201)
})

/** What the database takes for the till's code, and no program does. */
const tillCodes = (code: string) => [
  code.toLowerCase(),
  code.replace('T', 'Ｔ'),
  code.replace('T', 'Ť'),
  code.replace('T', 'T\u200b'),
  code.replace('T', 'T\u0301'),
  `${code} `,
]

test('tells of a sale whose till code only looks like its till’s', async () => {
  const device_id = aPush().device_id
  const enrolled = await api.send('POST', '/api/staff/tills', { token, body: { name: 'Front', device_id } })
  const { code } = (enrolled.body as unknown as { till: { code: string } }).till
  const jeans = await aVariation(50)
  const sell = async (till_code: string, number: string) => {
    const sale = aSale({ till_code, number, lines: [{ product_variation_id: jeans, quantity: 1, price: 10 }] })
    const { body } = await api.send('POST', '/api/sync/push', { token, body: aPush(sale) })
    const [verdict] = (body as unknown as PushReply).verdicts
    return verdict!.status === 'accepted' ? verdict!.exceptions : verdict!.status
  }
  for (const [n, fake] of tillCodes(code).entries())
    expect([fake, await sell(fake, `${code}-00050${n}`)]).toEqual([fake, expect.arrayContaining(['UNKNOWN_TILL'])])
  expect(await sell(code, `${code}-000600`)).not.toContain('UNKNOWN_TILL') // the control: its own code
})

test('gives products whose names only look alike an address each, in plain letters', async () => {
  const category_id = await aCategory('Jeans')
  const names = [
    'Slim Jeans',
    'SLIM JEANS',
    'Slím Jeans',
    'Ｓｌｉｍ Ｊｅａｎｓ',
    'Slim\u200b Jeans',
    'Slim  Jeans',
    'Slim-Jeans',
    'Slim Jean\u017f',
    'Slim Jeanß',
  ]
  for (const name of names) {
    const body = { name, category_id, description: '', retail_price: 100, sizes: ['UK10'] }
    expect([name, (await api.send('POST', '/api/staff/products', { token, body })).status]).toEqual([name, 201])
  }
  const slugs = await select<{ slug: string; alike: number }>(
    `SELECT p.slug, (SELECT COUNT(*) FROM products o WHERE o.slug = p.slug COLLATE utf8mb4_unicode_ci) AS alike
      FROM products p WHERE p.category_id = ? AND p.slug LIKE 'slim%'`,
    [category_id],
  )
  expect(slugs).toHaveLength(names.length)
  expect(slugs.filter(({ slug, alike }) => alike !== 1 || !/^[a-z0-9-]+$/.test(slug))).toEqual([])
})
