import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openSession } from '#api/auth/sessions.ts'
import { accessToken } from '#api/auth/tokens.ts'
import { execute, insertRow, selectOne } from '#api/db/database.ts'
import { aUser, type Api, startApi } from '#tests/support/server/api.ts'
import { count, openShop } from '#tests/support/server/shop.ts'

let api: Api
let admin: string
beforeAll(async () => {
  api = await startApi()
  await openShop()
  admin = (await aUser('ADMINISTRATOR')).token
})
afterEach(async () => {
  await execute('DELETE FROM coupons')
})
afterAll(() => api.stop())

const aCoupon = (row: Record<string, unknown> = {}) =>
  insertRow('coupons', { code: 'JEANS10', name: 'Jeans', type: 'percentage', value: 10, ...row })
const aGuest = async () => accessToken((await openSession(null, null)).session_id)
const validate = async (coupon_code: unknown, token?: string | null) =>
  api.send('POST', '/api/checkout/coupons/validate', {
    token: token === undefined ? await aGuest() : token,
    body: { coupon_code },
  })
const refused = (words: string) => ({ status: 422, body: { code: 'validation', errors: { coupon_code: [words] } } })
const today = () => new Date().toISOString().slice(0, 10)

describe('a coupon code that a shopper types', () => {
  test('finds the coupon in capitals or small letters, with spaces around it', async () => {
    const id = await aCoupon({ value: 12.5, description: 'For friends', max_usage: 5, free_delivery: 1 })
    const coupon = {
      id,
      code: 'JEANS10',
      name: 'Jeans',
      description: 'For friends',
      type: 'percentage',
      value: 12.5,
      minimum_subtotal: null,
      max_usage: 5,
      max_per_customer: null,
      current_usage: 0,
      free_delivery: 1,
      starts_on: null,
      expires_on: null,
      shown: 1,
      status_code: 'ACTIVE',
      category_ids: [],
    }
    for (const code of ['JEANS10', 'jeans10', ' Jeans10 '])
      expect(await validate(code)).toMatchObject({ status: 200, body: { coupon } })
    expect((await validate('JEANS10')).body).toEqual({ coupon })
  })

  test('is refused without a session', async () => {
    await aCoupon()
    expect((await validate('JEANS10', null)).status).toBe(401)
  })

  test('gets the same message when unknown and when inactive', async () => {
    await aCoupon({ status_code: 'INACTIVE' })
    expect(await validate('JEANS10')).toMatchObject(refused('This code is not valid.'))
    expect(await validate('NOTHING')).toMatchObject(refused('This code is not valid.'))
  })

  test('is refused when used up, unless it has no limit', async () => {
    await aCoupon({ max_usage: 2, current_usage: 2 })
    expect(await validate('JEANS10')).toMatchObject(refused('This code has been used up.'))
    await execute('UPDATE coupons SET current_usage = 1')
    expect((await validate('JEANS10')).status).toBe(200)
    for (const max_usage of [0, null]) {
      await execute('UPDATE coupons SET max_usage = ?, current_usage = 1000', [max_usage])
      expect((await validate('JEANS10')).status).toBe(200)
    }
  })

  test('is valid on its last day and not the day after', async () => {
    await aCoupon({ expires_on: today() })
    expect(await validate('JEANS10')).toMatchObject({ status: 200, body: { coupon: { expires_on: today() } } })
    await execute('UPDATE coupons SET expires_on = DATE_SUB(expires_on, INTERVAL 1 DAY)')
    expect(await validate('JEANS10')).toMatchObject(refused('This code has expired.'))
  })

  test.each([[''], [' '], [null], [7], [['JEANS10']], [{}], ['x'.repeat(41)]])('%j is no code at all', async code => {
    await aCoupon()
    expect(await validate(code)).toMatchObject({ status: 422, body: { errors: { coupon_code: [expect.any(String)] } } })
  })

  test.each(["' OR '1'='1", 'JEANS%', '_EANS10', 'JEANS10\u0000', 'JÉANS10', '🧵'])(
    'finds nothing for %j',
    async code => {
      await aCoupon()
      expect((await validate(code)).status).toBe(422)
    },
  )
})

describe('guessing coupon codes', () => {
  let minutes = 0
  beforeEach(() => {
    // What earlier tests guessed wrong no longer counts.
    minutes += 20
    const real = Date.now.bind(Date)
    vi.spyOn(Date, 'now').mockImplementation(() => real() + minutes * 60_000)
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  const guesses = async (many: number, token: () => Promise<string>) => {
    const statuses: number[] = []
    for (let i = 0; i < many; i++) statuses.push((await validate(`GUESS-${i}`, await token())).status)
    return statuses
  }

  test('blocks a session after ten wrong codes a minute, for the right one too, and no other session', async () => {
    await aCoupon()
    const token = await aGuest()
    expect(await guesses(11, async () => token)).toEqual([...Array(10).fill(422), 429])
    const waiting = await validate('JEANS10', token)
    expect([waiting.status, waiting.body.code]).toEqual([429, 'too_many'])
    expect(Number(waiting.headers.get('retry-after'))).toBeGreaterThan(50)
    expect((await validate('JEANS10')).status).toBe(200)
    minutes += 1.02
    expect((await validate('JEANS10', token)).status).toBe(200)
  })

  test('counts a hundred tries at once as a hundred', async () => {
    const token = await aGuest()
    const replies = await Promise.all(Array.from({ length: 100 }, (_, i) => validate(`GUESS-${i}`, token)))
    expect([422, 429].map(status => replies.filter(reply => reply.status === status).length)).toEqual([10, 90])
  })

  test('is not helped for long by new sessions from one address', async () => {
    expect(await guesses(61, aGuest)).toEqual([...Array(60).fill(422), 429])
  })

  test('control: does not count right codes or bodies without a code', async () => {
    await aCoupon()
    const token = await aGuest()
    for (let i = 0; i < 12; i++) expect((await validate('JEANS10', token)).status).toBe(200)
    for (let i = 0; i < 12; i++) expect((await validate(i, token)).status).toBe(422)
    expect((await validate('JEANS10', token)).status).toBe(200)
  })
})

describe('a coupon in the back office', () => {
  const send = (method: string, path: string, body?: object) =>
    api.send(method, `/api/staff/coupons${path}`, { token: admin, body })
  const least = { code: 'SALE', name: 'Sale', value: 15 }

  test('is a percentage, active and with free delivery by default', async () => {
    expect(await send('POST', '', least)).toMatchObject({
      status: 201,
      body: {
        message: 'Coupon added.',
        coupon: {
          ...least,
          description: null,
          type: 'percentage',
          max_usage: null,
          current_usage: 0,
          free_delivery: 1,
          expires_on: null,
          shown: 1,
          status_code: 'ACTIVE',
        },
      },
    })
  })

  test('accepts everything on its form, flags as 1 and 0 or true and false, and can be changed', async () => {
    const whole = {
      ...least,
      description: 'All jeans',
      type: 'amount',
      value: 250.5,
      max_usage: 10,
      free_delivery: 0,
      expires_on: '2030-12-31',
      status_code: 'INACTIVE',
    }
    const { status, body } = await send('POST', '', whole)
    const { id } = body.coupon as unknown as { id: number }
    expect([status, body]).toMatchObject([201, { coupon: whole }])
    expect((await send('GET', `/${id}`)).body).toMatchObject({ coupon: whole })
    expect((await send('GET', '')).body).toMatchObject({ coupons: { data: [whole], total: 1 } })
    expect(
      await send('PATCH', `/${id}`, {
        ...whole,
        free_delivery: true,
        description: '',
        max_usage: null,
        status_code: 'ACTIVE',
      }),
    ).toMatchObject({
      status: 200,
      body: {
        message: 'Coupon updated.',
        coupon: { id, free_delivery: 1, description: null, max_usage: null, status_code: 'ACTIVE', value: 250.5 },
      },
    })
    expect((await send('PATCH', `/${id}`, { free_delivery: false })).body).toMatchObject({
      coupon: { free_delivery: 0 },
    })
  })

  test.each([
    ['value', 100.01],
    ['value', -1],
    ['value', 0.005],
    ['value', '15'],
    ['value', 2 ** 53],
    ['type', 'gift'],
    ['max_usage', -1],
    ['max_usage', 1.5],
    ['free_delivery', 2],
    ['free_delivery', 'yes'],
    ['status_code', 'LIVE'],
    ['expires_on', '31/12/2030'],
    ['expires_on', '2030-02-30'],
    ['current_usage', 0],
    ['code', 'TWO WORDS'],
    ['code', ''],
    ['name', null],
  ])('refuses %s %j, new or changed', async (field, value) => {
    const id = await aCoupon()
    for (const [method, path, body] of [
      ['POST', '', { ...least, [field]: value }],
      ['PATCH', `/${id}`, { [field]: value }],
    ] as const)
      expect(await send(method, path, body)).toMatchObject({
        status: 422,
        body: { errors: { [field]: expect.arrayContaining([expect.any(String)]) } },
      })
    expect(await count('coupons')).toBe(1)
  })

  test('refuses a value that is not a number', async () => {
    const { status, body } = await api.send('POST', '/api/staff/coupons', {
      token: admin,
      body: '{"code":"SALE","name":"Sale","type":"amount","value":1e309}',
    })
    expect([status, body]).toMatchObject([422, { errors: { value: [expect.any(String)] } }])
  })

  test('refuses more than 100 % by a change of type alone', async () => {
    const id = await aCoupon({ type: 'amount', value: 250 })
    expect(await send('PATCH', `/${id}`, { type: 'percentage' })).toMatchObject({
      status: 422,
      body: { errors: { value: ['Value must not be more than 100.'] } },
    })
    expect((await send('PATCH', `/${id}`, { type: 'percentage', value: 100 })).status).toBe(200)
    expect((await send('PATCH', `/${id}`, { type: 'amount', value: 101 })).status).toBe(200)
  })

  test('keeps its count of uses whatever staff change', async () => {
    const id = await aCoupon({ max_usage: 5, current_usage: 3 })
    expect((await send('PATCH', `/${id}`, { name: 'Renamed', max_usage: 2 })).body).toMatchObject({
      coupon: { current_usage: 3, max_usage: 2 },
    })
    expect(await selectOne('SELECT current_usage FROM coupons')).toEqual({ current_usage: 3 })
  })

  test('applies to categories, which can be changed like everything else', async () => {
    const tops = await insertRow('categories', { name: 'Tops' })
    const { body } = await send('POST', '', { ...least, category_ids: [1] })
    const { id, updated_at } = body.coupon as unknown as { id: number; updated_at: string }
    expect(body).toMatchObject({ coupon: { categories: [{ id: 1, name: 'Jeans' }] } })
    expect((await send('PATCH', `/${id}`, { category_ids: [tops, 1], updated_at })).body).toMatchObject({
      coupon: { categories: [{ name: 'Jeans' }, { name: 'Tops' }] },
    })
    expect(await send('PATCH', `/${id}`, { category_ids: [], updated_at })).toMatchObject({
      status: 409,
      body: { coupon: { categories: [{ id: 1 }, { id: tops }] } },
    })
    expect(await send('PATCH', `/${id}`, { category_ids: [4_000_000] })).toMatchObject({
      status: 422,
      body: { errors: { category_ids: [expect.any(String)] } },
    })
    expect((await send('PATCH', `/${id}`, { category_ids: [] })).body).toMatchObject({ coupon: { categories: [] } })
    expect(
      await count('staff_changes', "subject = 'coupon' AND subject_id = ? AND was LIKE '%category_ids%'", [id]),
    ).toBe(3)
  })

  test('does not end before it begins, by either date', async () => {
    const id = await aCoupon({ starts_on: '2030-01-10' })
    expect(await send('PATCH', `/${id}`, { expires_on: '2030-01-09' })).toMatchObject({
      status: 422,
      body: { errors: { expires_on: [expect.any(String)] } },
    })
    expect((await send('PATCH', `/${id}`, { expires_on: '2030-01-10' })).status).toBe(200)
    expect((await send('PATCH', `/${id}`, { starts_on: '2030-01-11' })).status).toBe(422)
  })

  test('shows who used it, on which order', async () => {
    const id = await aCoupon()
    const order_id = await insertRow('orders', {
      type_code: 'WEBSITE',
      status_code: 'UNPAID',
      customer_name: 'Yaa Darko',
      customer_phone: '+233244123456',
      coupon_id: id,
      subtotal: 10,
      discount: 0,
      total: 10,
      business_date: '2026-01-09',
    })
    await insertRow('coupon_redemptions', { order_id, coupon_id: id })
    expect((await send('GET', `/${id}/uses`)).body).toMatchObject({
      uses: {
        total: 1,
        data: [{ order_id, number: String(order_id), user: null, customer_name: 'Yaa Darko', total: 10 }],
      },
    })
    expect((await send('GET', '/4000000/uses')).status).toBe(404)
    for (const table of ['coupon_redemptions', 'orders']) await execute(`DELETE FROM ${table}`)
  })

  test('has a unique code, in any case', async () => {
    await aCoupon()
    expect(await send('POST', '', { ...least, code: 'jeans10' })).toMatchObject({
      status: 422,
      body: { errors: { code: [expect.any(String)] } },
    })
  })

  test('control: stores 250 % and a forged count when the table is written without rules', async () => {
    const id = await aCoupon({ value: 250, current_usage: 99 })
    expect(await selectOne('SELECT value, current_usage FROM coupons WHERE id = ?', [id])).toEqual({
      value: 250,
      current_usage: 99,
    })
  })
})
