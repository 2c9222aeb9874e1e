import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { recordChange } from '#api/audit/record-change.ts'
import { execute, select } from '#api/db/database.ts'
import { findAnything } from '#api/staff/find-anything.ts'
import type { StaffChange } from '#sync/protocol/staff/desk.ts'
import type { ReplyOf } from '#sync/protocol/endpoints.ts'
import type { Page } from '#sync/protocol/page.ts'
import { type Api, aUser, startApi } from '#tests/support/server/api.ts'
import { aProduct } from '#tests/support/goods/catalogue.ts'
import { aPush, aSale } from '#tests/support/server/factories.ts'
import { countingQueries } from '#tests/support/database/queries.ts'
import { aVariation, openShop } from '#tests/support/server/shop.ts'
import { anOrderOf } from '#tests/support/shop/website-orders.ts'

let api: Api
let owner: Awaited<ReturnType<typeof aUser>>
let manager: Awaited<ReturnType<typeof aUser>>

beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await openShop()
  owner = await aUser('SUPER_ADMINISTRATOR', { name: 'Efua Owner', email: 'efua@shop.test' })
  manager = await aUser('MANAGER', { name: 'Kojo', email: 'kojo@shop.test' })
})
afterAll(() => api.stop())

const find = async (text: string, token = owner.token) =>
  (await api.send('GET', `/api/staff/search?text=${encodeURIComponent(text)}`, { token }))
    .body as unknown as ReplyOf<'GET /api/staff/search'>

describe('the search over everything', () => {
  test('finds products by words, SKU and barcode, also off sale, but not deleted ones', async () => {
    const { id } = await aProduct({
      name: 'Ama slim jeans',
      status_code: 'INACTIVE',
      images: ['slim'],
      pieces: [{ size: 'UK10', sku: 'AMA-SLIM-UK10', barcode: '6030001234567' }],
    })
    const gone = await aProduct({ name: 'Ama slim skirt' })
    await execute('UPDATE products SET deleted_at = NOW(3) WHERE id = ?', [gone.id])
    const product = { id, name: 'Ama slim jeans', status_code: 'INACTIVE', picture: '/storage/pictures/slim-800.webp' }
    for (const text of ['slim ama', 'jea']) expect((await find(text)).products).toEqual([{ ...product, sku: null }])
    for (const text of ['ama-slim', 'AMA-SLIM-UK10', '6030001'])
      expect((await find(text)).products).toEqual([{ ...product, sku: 'AMA-SLIM-UK10' }])
    expect((await find('100%')).products).toEqual([])
  })

  test('finds orders by number, dialled phone and email, of guests, customers and the till', async () => {
    const variation = await aVariation()
    const order = await anOrderOf(
      { [variation]: 1 },
      { first_name: 'Yaa', last_name: 'Asantewaa', email: 'yaa@mail.test', phone: '+233244123456' },
    )
    await api.send('POST', '/api/sync/push', {
      token: manager.token,
      body: aPush(
        aSale({
          number: 'T1-000077',
          customer_phone: '0201112223',
          lines: [{ product_variation_id: variation, quantity: 1, price: 10 }],
        }),
      ),
    })
    const online = {
      id: order.id,
      number: String(order.id),
      status_code: 'UNPAID',
      customer: 'Yaa Asantewaa',
      total: order.total,
      ordered_at: order.created_at,
    }
    for (const text of [String(order.id), `#${order.id}`, '024 412 3456', '+233244123456', 'yaa@mail', 'asant'])
      expect((await find(text)).orders).toEqual([online])
    for (const text of ['T1-0000', 't1-000077', '0201112223'])
      expect((await find(text)).orders).toMatchObject([{ number: 'T1-000077', status_code: 'COMPLETED' }])
  })

  test('finds customers by any name, phone and email, for those who may see people', async () => {
    const { id } = await aUser('CUSTOMER', { name: 'Akua Boateng', email: 'akua@mail.test' })
    await execute("UPDATE users SET phone = '+233271234567' WHERE id = ?", [id])
    for (const text of ['boat', 'Akua Bo', 'akua@', '027 123 4567'])
      expect((await find(text)).customers).toEqual([
        { id, name: 'Akua Boateng', email: 'akua@mail.test', phone: '+233271234567' },
      ])
    expect((await find('kojo')).customers).toEqual([])
    expect((await find('boat', manager.token)).customers).toEqual([])
  })

  test('survives every text somebody can type', async () => {
    for (const text of ['"', '+-*~<>()@', "'; DROP", '\\%_', '@distance 3', '😀😀', 'a b', '00', '((('])
      expect(
        (await api.send('GET', `/api/staff/search?text=${encodeURIComponent(text)}`, { token: owner.token })).status,
      ).toBe(200)
  })

  test('takes one statement per kind', async () => {
    expect(await countingQueries(() => findAnything('jeans', true))).toBe(3)
    expect(await countingQueries(() => findAnything('jeans', false))).toBe(2)
  })
})

const changes = async (query: string, token = owner.token) => {
  const reply = await api.send('GET', `/api/staff/changes?${query}`, { token })
  return { status: reply.status, changes: (reply.body as unknown as { changes: Page<StaffChange> }).changes }
}

describe('the log of changes', () => {
  test('shows who changed what from where, before and after', async () => {
    const { id } = await aProduct({ retail_price: 100 })
    await api.send('PATCH', `/api/staff/products/${id}`, { token: manager.token, body: { retail_price: 90 } })
    const {
      changes: { data, total },
    } = await changes(`subject=product&subject_id=${id}`, manager.token)
    expect(total).toBe(1)
    expect(data[0]).toMatchObject({
      user: { id: manager.id, name: 'Kojo' },
      ip: expect.any(String),
      subject: 'product',
      subject_id: id,
      was: { retail_price: 100 },
      became: { retail_price: 90 },
      created_at: expect.any(String),
    })
  })

  test('is searched by subject, row, person and day, newest first', async () => {
    await recordChange({ subject: 'size', subject_id: 3, action: 'add', became: { code: 'UK6' } })
    await recordChange({ subject: 'size', subject_id: 4, action: 'add', became: { code: 'UK8' } })
    await recordChange({ subject: 'coupon', subject_id: 4, action: 'change', was: { value: 1 }, became: { value: 2 } })
    await execute('UPDATE staff_changes SET user_id = ? WHERE subject = ?', [owner.id, 'coupon'])
    await execute("UPDATE staff_changes SET created_at = '2026-01-31 23:59:59.9' WHERE subject_id = 3")
    const subjects = async (query: string) =>
      (await changes(query)).changes.data.map(({ subject, subject_id }) => `${subject} ${subject_id}`)
    expect(await subjects('')).toEqual(['coupon 4', 'size 4', 'size 3'])
    expect(await subjects('subject=size')).toEqual(['size 4', 'size 3'])
    expect(await subjects('subject_id=4')).toEqual(['coupon 4', 'size 4'])
    expect(await subjects(`user_id=${owner.id}`)).toEqual(['coupon 4'])
    expect(await subjects('start_date=2026-01-31&end_date=2026-01-31')).toEqual(['size 3'])
    expect(await subjects('per_page=1&page=2')).toEqual(['size 4'])
  })

  test.each([
    '',
    'subject=product',
    'subject_id=3',
    'subject=user&subject_id=3',
    'subject=setting&subject_id=3',
    'user_id=7',
  ])('is closed to a manager for "%s"', async query => {
    expect((await changes(query, manager.token)).status).toBe(403)
    expect((await changes(query)).status).toBe(200)
  })

  test.each(['product', 'variation', 'order', 'refund', 'stock_receipt', 'stock_count', 'cash_count'])(
    'is open to a manager for one %s',
    async subject => {
      expect((await changes(`subject=${subject}&subject_id=3`, manager.token)).status).toBe(200)
    },
  )

  test('cannot be changed by any route', async () => {
    await recordChange({ subject: 'size', subject_id: 3, action: 'add', became: { code: 'UK6' } })
    const [{ id }] = (await select<{ id: number }>('SELECT id FROM staff_changes')) as [{ id: number }]
    for (const method of ['PATCH', 'DELETE', 'PUT'])
      expect([404, 405]).toContain(
        (await api.send(method, `/api/staff/changes/${id}`, { token: owner.token, body: {} })).status,
      )
  })
})
