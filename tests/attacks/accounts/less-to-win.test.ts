import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { rotate } from '#api/auth/sessions.ts'
import { execute, insertRow, insertRows, select, selectOne, sqlTime } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import { AT_ONCE, sweep } from '#api/jobs/sweep.ts'
import { placeOrder } from '#api/orders/place-order.ts'
import { formatCedis } from '#sync/protocol/money.ts'
import { type Api, aUser, startApi } from '#tests/support/server/api.ts'
import { aProduct } from '#tests/support/goods/catalogue.ts'
import { countingQueries } from '#tests/support/database/queries.ts'
import { aGuest, shopper } from '#tests/support/shop/shoppers.ts'
import { count, openShop } from '#tests/support/server/shop.ts'
import { aSubmission } from '#tests/support/server/submission.ts'
import { aCustomerOwner, aGuestOwner, fillCart } from '#tests/support/shop/website-orders.ts'

let api: Api
let jeans: number
let minutes = 0
beforeAll(async () => {
  env.trustProxy = 1
  api = await startApi()
  env.trustProxy = 0
})
beforeEach(async () => {
  await openShop()
  ;[jeans] = (await aProduct({ retail_price: 150, pieces: [{ size: 'ONE', quantity: 10_000 }] })).variations as [number]
  minutes += 20
  const real = Date.now.bind(Date)
  vi.spyOn(Date, 'now').mockImplementation(() => real() + minutes * 60_000)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await set('unpaid_pieces_limit', '60')
  await set('unpaid_value_limit', '20000')
})
afterAll(() => api.stop())

const set = (name: string, value: string) => execute('UPDATE settings SET value = ? WHERE name = ?', [value, name])
const held = async () =>
  (await selectOne<{ reserved: number }>('SELECT reserved FROM product_variations WHERE id = ?', [jeans]))!.reserved
const phoneNumber = (n: number) => `+23324412${String(3000 + n)}`

/** Somebody new with so many pieces in the bag, who orders them from an address. */
async function order(pieces: number, { phone = phoneNumber(0), address = '203.0.113.7' } = {}) {
  const owner = await aGuestOwner()
  await fillCart(owner, { [jeans]: pieces })
  return placeOrder(owner, aSubmission({ phone }), address).then(
    () => 'held',
    (error: { body: { errors: Record<string, string[]> } }) => Object.keys(error.body.errors)[0],
  )
}

describe('goods that nobody has paid', () => {
  // Before: 201, and all 604 pieces, worth GH₵ 107,342, were held for half an hour. Nobody else could buy one.
  test('are not held by the hundred for one order, and checkout says so', async () => {
    const guest = shopper(api, await aGuest())
    await guest.add({ product_variation_id: jeans, quantity: 604 })
    const refused = await guest.send('POST', 'orders', aSubmission())
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { cart: ['An unpaid order can hold 60 items, and yours has 604. Remove some, or call us about a large order.'] },
    ])
    await set('unpaid_pieces_limit', '1000')
    const dear = await guest.send('POST', 'orders', aSubmission())
    expect([dear.status, dear.body.errors]).toEqual([
      422,
      {
        cart: [
          `An unpaid order can come to ${formatCedis(20_000)}, and yours comes to ${formatCedis(90_600)}. Remove some items, or call us about a large order.`,
        ],
      },
    ])
    expect(await held()).toBe(0)
  })

  // Before: each new session held as much again.
  test('are not held by one phone in many sessions, not even by fifty orders at once', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => order(10, { address: `203.0.113.${n}` })))
    expect([
      answers.filter(answer => answer === 'held').length,
      answers.filter(answer => answer === 'phone').length,
      await held(),
    ]).toEqual([6, 44, 60])
  })

  test('are not held by one address with many phones, nor by one line with many IPv6 addresses', async () => {
    const fromOne = await Promise.all(Array.from({ length: 12 }, (_, n) => order(30, { phone: phoneNumber(n) })))
    expect(fromOne.filter(answer => answer === 'held')).toHaveLength(10)
    const fromALine = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        order(30, { phone: phoneNumber(20 + n), address: `2001:db8:7:7::${n + 1}` }),
      ),
    )
    expect([
      fromALine.filter(answer => answer === 'held').length,
      fromALine.filter(answer => answer === 'cart').length,
      await held(),
    ]).toEqual([10, 2, 600])
  })

  test('are free for the same shopper again once an order is paid or over, and a changed order counts once', async () => {
    const owner = await aGuestOwner()
    await fillCart(owner, { [jeans]: 60 })
    for (let times = 0; times < 3; times++)
      await placeOrder(owner, aSubmission({ phone: phoneNumber(0) }), '203.0.113.7')
    expect([await held(), await order(1)]).toEqual([60, 'phone'])
    await execute("UPDATE orders SET status_code = 'CANCELLED'")
    expect(await order(1)).toBe('held')
    expect(await count('order_addresses')).toBe(2)
    await sweep()
    expect(await count('order_addresses')).toBe(1)
  })

  test("of guests who name a customer's phone do not keep the customer from ordering", async () => {
    expect([await order(60), await order(1)]).toEqual(['held', 'phone'])
    const owner = await aCustomerOwner()
    await fillCart(owner, { [jeans]: 60 })
    await expect(placeOrder(owner, aSubmission({ phone: phoneNumber(0) }), '203.0.113.8')).resolves.toMatchObject({
      total: 9_000,
    })
    const another = await aCustomerOwner()
    await fillCart(another, { [jeans]: 1 })
    await expect(placeOrder(another, aSubmission({ phone: phoneNumber(0) }), '203.0.113.8')).rejects.toMatchObject({
      body: { errors: { phone: [expect.any(String)] } },
    })
  })

  test('do not count for an order that costs nothing', async () => {
    await insertRow('coupons', { code: 'FREE', name: 'Free', type: 'percentage', value: 100 })
    const owner = await aGuestOwner()
    await fillCart(owner, { [jeans]: 200 })
    await expect(placeOrder(owner, aSubmission({ coupon_code: 'FREE' }), '203.0.113.7')).resolves.toMatchObject({
      total: 0,
    })
  })
})

describe('sessions of guests', () => {
  const enter = (address: string) =>
    api.send('POST', '/api/guest', { body: {}, headers: { 'X-Forwarded-For': address } })

  // Before: 1,449 sessions in five seconds, each kept for 90 days.
  test('are opened by one address sixty times a minute, then it says how long to wait; others go on', async () => {
    const answers = await Promise.all(Array.from({ length: 300 }, () => enter('203.0.113.9')))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(60)
    expect([
      await count('sessions'),
      answers.filter(({ status }) => status === 429).every(({ headers }) => Number(headers.get('retry-after')) > 0),
    ]).toEqual([60, true])
    const line = await Promise.all(Array.from({ length: 100 }, (_, n) => enter(`2001:db8:9:9::${n + 1}`)))
    expect(line.filter(({ status }) => status === 201)).toHaveLength(60)
    expect((await enter('203.0.113.10')).status).toBe(201)
  })

  test('go after a day when they hold nothing, and after 30 idle days when they do', async () => {
    const [empty, filled, wishing, fresh, old, staff] = await Promise.all([
      aGuest(),
      aGuest(),
      aGuest(),
      aGuest(),
      aGuest(),
      aUser('MANAGER'),
    ])
    for (const { token } of [filled, old]) await shopper(api, { token }).add({ product_variation_id: jeans })
    await shopper(api, wishing).mark((await selectOne<{ id: number }>('SELECT id FROM products'))!.id)
    const idle = (session_id: string, days: number) =>
      execute(
        'UPDATE sessions SET rotated_at = NOW(3) - INTERVAL :days DAY, expires_at = expires_at - INTERVAL :days DAY - INTERVAL :ahead MINUTE WHERE id = :session_id',
        { session_id, days, ahead: minutes },
      )
    for (const { session_id } of [empty, filled, wishing, staff]) await idle(session_id, 2)
    await idle(old.session_id, 32)
    await sweep()
    const left = (await select<{ id: string }>('SELECT id FROM sessions')).map(({ id }) => id)
    expect(left.sort()).toEqual([filled, wishing, fresh, staff].map(({ session_id }) => session_id).sort())
    const [life] = await select<{ days: number }>(
      'SELECT TIMESTAMPDIFF(HOUR, NOW(), expires_at) / 24 AS days FROM sessions WHERE id = ?',
      [fresh.session_id],
    )
    expect(Number(life!.days)).toBeCloseTo(30 + minutes / 1440, 0)
  })

  test('yield no token after 30 days', async () => {
    const { cookie, session_id } = await aGuest()
    await execute('UPDATE sessions SET expires_at = NOW(3) - INTERVAL 1 SECOND WHERE id = ?', [session_id])
    expect(await rotate(cookie.slice('refresh='.length))).toBeNull()
  })
})

// Before: looks, keys and sessions of a year were deleted at once by a condition without an index, or stayed for ever.
test('sweeps a year of keys, sessions, looks, letters and grants in small steps', async () => {
  const rows = 3_000
  const day = (n: number) => sqlTime(Date.now() - (100 + (n % 265)) * 86_400_000)
  const name = (n: number, length: number) => String(n).padStart(length, '0')
  const all = Array.from({ length: rows }, (_, n) => n)
  await insertRows(
    'idempotency_keys',
    all.map(n => ({ scope: name(n, 64), fingerprint: name(n, 64), created_at: day(n) })),
  )
  await insertRows(
    'sessions',
    all.map(n => ({ id: name(n, 22), refresh_hash: name(n, 64), rotated_at: day(n), expires_at: day(n) })),
  )
  await insertRows(
    'product_views',
    all.map(n => ({ day: day(n).slice(0, 10), product_id: n, session_id: name(n, 22) })),
  )
  await insertRows(
    'mails',
    all.map(n => ({ once_key: `old-${n}`, created_at: day(n) })),
  )
  await insertRows('sync_verdicts', [
    {
      mutation_id: '6f1c2a9e-0000-4000-8000-000000000001',
      content: '0'.repeat(64),
      content_version: 1,
      verdict: '{}',
      created_at: day(364),
    },
  ])
  const user_id = (await aUser('MANAGER')).id
  const till_id = await insertRow('tills', { code: 'T9', name: 'Counter', device_id: '0'.repeat(36) })
  const grants = Array.from({ length: 1_200 }, (_, n) => sqlTime(Date.now() - (n < 200 ? 300 : 400) * 86_400_000))
  await insertRows(
    'till_grants',
    grants.map((at, n) => ({ id: name(n, 36), till_id, user_id, role_code: 'MANAGER', issued_at: at, expires_at: at })),
  )
  let gone: Record<string, number> = {}
  const statements = await countingQueries(async () => {
    gone = await sweep()
  })
  expect(gone).toMatchObject({ idempotency_keys: rows, sessions: rows, product_views: rows, mails: rows })
  expect(gone.till_grants).toBe(1_000)
  expect(statements).toBeGreaterThanOrEqual((4 * rows + 1_000) / AT_ONCE)
  expect(await count('till_grants')).toBe(200)
  expect(await count('sync_verdicts')).toBe(1)
})
