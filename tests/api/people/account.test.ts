import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { execute, insertRow } from '#api/db/database.ts'
import { openSession } from '#api/auth/sessions.ts'
import { accessToken } from '#api/auth/tokens.ts'
import type { OwnCoupon, OwnSession } from '#sync/protocol/shop/account.ts'
import { type Api, aUser, PASSWORD, startApi } from '#tests/support/server/api.ts'
import { anAddress } from '#tests/support/people/people.ts'
import { aVariation, count, openShop } from '#tests/support/server/shop.ts'
import { aPaidOrderOf } from '#tests/support/shop/website-orders.ts'

let api: Api
let ama: Awaited<ReturnType<typeof aUser>>
beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await openShop()
  ama = await aUser('CUSTOMER')
})
afterAll(() => api.stop())

const as =
  ({ token }: { token: string }) =>
  (method: string, path: string, body?: object) =>
    api.send(method, `/api/account${path}`, { token, ...(body && { body }) })
const send = (method: string, path: string, body?: object) => as(ama)(method, path, body)
const NEW = { password: 'batik-and-indigo', password_confirmation: 'batik-and-indigo' }

describe("the customer's own details", () => {
  test('can be read and changed', async () => {
    expect((await send('GET', '')).body).toMatchObject({
      user: { id: ama.id, email: ama.email, phone: '+233244123456', role: { id: 1 } },
    })
    expect(await send('PATCH', '', { name: ' Ama Serwaa ', phone: '020 123 4567' })).toMatchObject({
      status: 200,
      body: { message: 'Your details are saved.', user: { name: 'Ama Serwaa', phone: '+233201234567' } },
    })
    expect((await send('GET', '')).body).toMatchObject({ user: { name: 'Ama Serwaa', phone: '+233201234567' } })
  })

  test.each([
    ['name', { name: '' }],
    ['phone', { phone: '12' }],
    ['phone', { phone: null }],
    ['email', { email: 'other@shop.test' }],
    ['role_code', { role_code: 'MANAGER' }],
    ['status_code', { status_code: 'INACTIVE' }],
    ['id', { id: 7 }],
    ['password', { password: 'xq7-z', password_confirmation: 'xq7-z', current_password: PASSWORD }],
    ['password_confirmation', { ...NEW, password_confirmation: 'else-where', current_password: PASSWORD }],
    ['current_password', NEW],
    ['current_password', { ...NEW, current_password: 'wrong' }],
  ])('reject a wrong %s: %j', async (field, body) => {
    expect(await send('PATCH', '', body)).toMatchObject({
      status: 422,
      body: { errors: { [field]: [expect.any(String)] } },
    })
    expect((await api.send('POST', '/api/login', { body: { email: ama.email, password: PASSWORD } })).status).toBe(200)
  })

  test('are not overwritten from a stale screen', async () => {
    const { updated_at } = (await send('GET', '')).body.user as unknown as { updated_at: string }
    expect((await send('PATCH', '', { name: 'First', updated_at })).status).toBe(200)
    expect(await send('PATCH', '', { name: 'Second', updated_at })).toMatchObject({
      status: 409,
      body: { code: 'stale', user: { name: 'First' } },
    })
  })

  test('take a new password with the current one, keep this session and end the others', async () => {
    const other = await aUser('CUSTOMER', { email: ama.email })
    expect(await send('PATCH', '', { ...NEW, current_password: PASSWORD })).toMatchObject({
      status: 200,
      body: { message: expect.stringContaining('password is changed') },
    })
    expect([(await send('GET', '')).status, (await as(other)('GET', '')).status]).toEqual([200, 401])
    expect((await api.send('POST', '/api/login', { body: { email: ama.email, password: PASSWORD } })).status).toBe(401)
    expect((await api.send('POST', '/api/login', { body: { email: ama.email, password: NEW.password } })).status).toBe(
      200,
    )
    expect(await count('mails', 'recipient = ?', [ama.email])).toBe(1)
  })

  test('block guesses at the current password on an unlocked device', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 6; n++)
      statuses.push((await send('PATCH', '', { ...NEW, current_password: `guess-${n}` })).status)
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
  })
})

describe('the devices a person is signed in on', () => {
  const sessions = async () =>
    ((await send('GET', '/sessions')).body as unknown as { sessions: { data: OwnSession[] } }).sessions.data
  const aPhone = async (user_id: number) => {
    const { session_id } = await openSession(user_id, 'Chrome on Android')
    return { session_id, token: accessToken(session_id) }
  }

  test('are listed with this one first and without ended sessions', async () => {
    const phone = await aPhone(ama.id)
    const ended = await aPhone(ama.id)
    await execute('UPDATE sessions SET revoked_at = NOW(3) WHERE id = ?', [ended.session_id])
    await aUser('CUSTOMER')
    expect((await sessions()).map(({ id, device_name, current }) => ({ id, device_name, current }))).toEqual([
      { id: ama.session_id, device_name: null, current: true },
      { id: phone.session_id, device_name: 'Chrome on Android', current: false },
    ])
  })

  test('can be signed out one by one, or all but this one at once', async () => {
    const [phone, tablet, laptop] = [await aPhone(ama.id), await aPhone(ama.id), await aPhone(ama.id)]
    const alive = async () =>
      Promise.all(
        [ama, phone, tablet, laptop].map(
          async ({ token }) => (await api.send('GET', '/api/account', { token })).status,
        ),
      )
    expect((await send('DELETE', `/sessions/${phone.session_id}`)).status).toBe(200)
    expect(await alive()).toEqual([200, 401, 200, 200])
    expect((await send('DELETE', `/sessions/${phone.session_id}`)).status).toBe(404)
    expect((await send('DELETE', '/sessions')).status).toBe(200)
    expect(await alive()).toEqual([200, 401, 401, 401])
  })

  test('cannot be signed out by somebody else', async () => {
    const kofi = await aUser('CUSTOMER')
    expect((await send('DELETE', `/sessions/${kofi.session_id}`)).status).toBe(404)
    expect((await as(kofi)('GET', '')).status).toBe(200)
  })
})

describe('the coupons a customer can use', () => {
  const aCoupon = (code: string, row: object = {}) =>
    insertRow('coupons', { code, name: code, type: 'percentage', value: 10, ...row })

  test('are those that are valid today and public, the first to expire first', async () => {
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    await aCoupon('ALWAYS')
    await aCoupon('SOON', { expires_on: day(3) })
    await aCoupon('TODAY', { expires_on: day(0), max_usage: 5, current_usage: 4 })
    await aCoupon('YESTERDAY', { expires_on: day(-1) })
    await aCoupon('USED-UP', { max_usage: 5, current_usage: 5 })
    await aCoupon('WITHOUT-END', { max_usage: 0, current_usage: 900 })
    await aCoupon('TOMORROW', { starts_on: day(1) })
    await aCoupon('ASLEEP', { status_code: 'INACTIVE' })
    await aCoupon('FOR-FRIENDS', { shown: 0 })
    const { data } = ((await send('GET', '/coupons')).body as unknown as { coupons: { data: OwnCoupon[] } }).coupons
    expect(data.map(({ code }) => code)).toEqual(['TODAY', 'SOON', 'ALWAYS', 'WITHOUT-END'])
    expect(data[0]).toEqual({
      id: expect.any(Number),
      code: 'TODAY',
      name: 'TODAY',
      description: null,
      type: 'percentage',
      value: 10,
      minimum_subtotal: null,
      max_usage: 5,
      max_per_customer: null,
      current_usage: 4,
      free_delivery: 0,
      starts_on: null,
      expires_on: day(0),
      categories: [],
    })
  })

  test('all work at checkout, and so does one that is not public', async () => {
    for (const code of ['ALWAYS', 'FOR-FRIENDS']) await aCoupon(code, { shown: Number(code === 'ALWAYS') })
    for (const code of ['ALWAYS', 'FOR-FRIENDS'])
      expect(
        (await api.send('POST', '/api/checkout/coupons/validate', { token: ama.token, body: { coupon_code: code } }))
          .status,
      ).toBe(200)
  })
})

test("gives a customer all their own data and nobody else's", async () => {
  const kofi = await aUser('CUSTOMER', { name: 'Kofi Boateng' })
  await send('POST', '/addresses', anAddress({ address: '7 Ring Road' }))
  await as(kofi)('POST', '/addresses', anAddress({ address: '9 Castle Road' }))
  const variation = await aVariation(9)
  const [{ id }, theirs] = [
    await aPaidOrderOf({ [variation]: 2 }, { user_id: ama.id, session_id: null }),
    await aPaidOrderOf({ [variation]: 1 }, { user_id: kofi.id, session_id: null }),
  ]
  const reply = await send('GET', '/data')
  expect(reply.headers.get('content-disposition')).toBe('attachment; filename="my-data.json"')
  expect(reply.body.data).toMatchObject({
    account: [{ email: ama.email }],
    addresses: [{ address: '7 Ring Road', is_default: 1 }],
    orders: [{ id, customer_phone: '+233244123456' }],
    order_items: [{ order_id: id, quantity: 2 }],
    sessions: [{}],
  })
  expect(JSON.stringify(reply.body.data)).not.toContain(`"order_id":${theirs.id}`)
  for (const secret of ['argon2', 'refresh_hash', 'Castle Road', 'Kofi']) expect(reply.text).not.toContain(secret)
})
