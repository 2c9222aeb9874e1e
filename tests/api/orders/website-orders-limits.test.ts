import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { execute, insertRow, selectOne } from '#api/db/database.ts'
import type { Owner } from '#api/http/owner.ts'
import type * as placing from '#api/orders/place-order.ts'
import type { OrderSubmission } from '#sync/protocol/shop/checkout.ts'
import { type Api, startApi } from '#tests/support/server/api.ts'
import { aProduct } from '#tests/support/goods/catalogue.ts'
import { placeAsTold } from '#tests/support/hostile/careless-orders.ts'
import { aGuest, shopper } from '#tests/support/shop/shoppers.ts'
import { leapingClock } from '#tests/support/server/leaping-clock.ts'
import { brokenRules, count, openShop } from '#tests/support/server/shop.ts'
import { aSubmission } from '#tests/support/server/submission.ts'

const guard = vi.hoisted(() => ({ stands: true }))
vi.mock('#api/orders/place-order.ts', async importOriginal => {
  const real = await importOriginal<typeof placing>()
  return {
    ...real,
    placeOrder: (owner: Owner, submission: OrderSubmission) =>
      guard.stands ? real.placeOrder(owner, submission) : placeAsTold(real.placeOrder, owner, submission),
  }
})

let api: Api
let jeans: number
leapingClock()
beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await openShop()
  ;[jeans] = (await aProduct({ retail_price: 100, discount: 0.5, pieces: [{ size: 'ONE', quantity: 1000 }] }))
    .variations as [number]
  // What costs nothing needs no provider.
  await insertRow('coupons', { code: 'FREE', name: 'Free', type: 'percentage', value: 100 })
})
afterAll(() => api.stop())

async function aShopper() {
  const guest = shopper(api, await aGuest())
  const fill = () => guest.add({ product_variation_id: jeans })
  await fill()
  return { fill, order: (body: object | string) => guest.send('POST', 'orders', body) }
}
const free = (more: object = {}) => ({ ...aSubmission({ coupon_code: 'FREE' }), ...more })

test('accepts a name cut in the middle of an emoji, without the half emoji', async () => {
  const { order } = await aShopper()
  expect(await order(free({ first_name: 'Yaa \u{1f456}'.slice(0, -1) }))).toMatchObject({
    status: 201,
    body: { order: { shipping_address: { first_name: 'Yaa \ufffd' } } },
  })
})

describe('an order with amounts from the browser', () => {
  test("is stored with the shop's own amounts and prices", async () => {
    const { order } = await aShopper()
    expect(await order(free({ subtotal: 99.5, shipping_fee: 0, discount: 99.5, total: 0 }))).toMatchObject({
      status: 201,
      body: {
        payment: null,
        order: {
          status_code: 'PROCESSING',
          subtotal: 99.5,
          discount: 99.5,
          total: 0,
          items: [{ price: 99.5, quantity: 1 }],
        },
      },
    })
  })

  const AMOUNTS = ['subtotal', 'shipping_fee', 'discount', 'total']
  const VALUES = [
    '0',
    '-1',
    '0.5',
    '1e309',
    '-1e309',
    '1e-309',
    '0.001',
    '9007199254740992',
    '1e21',
    '"1"',
    '"99.5"',
    '[1]',
    '[]',
    '{}',
    'true',
    'null',
    '""',
    '-0',
    '99.499',
    '99.51',
  ]
  const RIGHT: Record<string, number> = { subtotal: 99.5, shipping_fee: 0, discount: 99.5, total: 0 }

  /** Sends every other value as this amount, and names those that were taken. */
  const takenAs = async (name: string, { submission = free(), right = RIGHT } = {}) => {
    const taken: string[] = []
    for (const value of VALUES.filter(text => JSON.parse(text) !== right[name])) {
      const { order } = await aShopper()
      const { status, body } = await order(JSON.stringify(submission).replace('{', `{"${name}":${value},`))
      if (status === 201) taken.push(value)
      else
        expect([value, status, body.code]).toEqual([
          value,
          ...(status === 409 ? [409, 'stale_total'] : [422, 'validation']),
        ])
    }
    return taken
  }

  test.each(AMOUNTS)('answers 409 or 422 for any other %s and stores nothing', async name => {
    expect(await takenAs(name)).toEqual([])
    expect([
      await count('orders'),
      await selectOne('SELECT reserved FROM product_variations WHERE id = ?', [jeans]),
    ]).toEqual([0, { reserved: 0 }])
  })

  test.each(AMOUNTS)(
    'answers the same for any other %s when something is to be paid: nobody orders for nothing',
    async name => {
      const right = { subtotal: 99.5, shipping_fee: 0, discount: 0, total: 99.5 }
      expect(await takenAs(name, { submission: aSubmission(), right })).toEqual([])
      expect([
        await count('orders'),
        await count('payment_attempts'),
        await selectOne('SELECT reserved FROM product_variations WHERE id = ?', [jeans]),
      ]).toEqual([0, 0, { reserved: 0 }])
    },
  )

  test.each(['amount', 'currency', 'reference', 'email', 'access_code', 'total'])(
    'cannot set the %s of its payment by any route',
    async name => {
      const guest = shopper(api, await aGuest())
      for (const [method, path, body] of [
        ['POST', 'orders', free()],
        ['PATCH', 'orders', { order_id: 1 }],
        ['POST', `orders/track/${'x'.repeat(32)}/pay`, {}],
      ] as const) {
        if (path === 'orders' && method === 'POST' && (name === 'email' || name === 'total')) continue // an order's own
        expect(await guest.send(method, path, { ...body, [name]: 1 })).toMatchObject({
          status: 422,
          body: { errors: { [name]: [expect.any(String)] } },
        })
      }
    },
  )

  test('control: is accepted by a shop that believes its total, and its books show it', async () => {
    guard.stands = false
    const taken = await takenAs('total')
    guard.stands = true
    expect(taken).toEqual(expect.arrayContaining(['0.5', '99.51']))
    expect([await count('orders', 'total <> subtotal - discount + shipping_fee'), await brokenRules()]).toEqual([
      taken.length,
      expect.arrayContaining([expect.stringMatching(/total/)]),
    ])
    await openShop()
  })

  test.each([
    'price',
    'items',
    'status_code',
    'user_id',
    'session_id',
    'account_code',
    'paid_at',
    'reserved_until',
    'tracking_token',
    'coupon',
    'quantity',
    'constructor',
    'type_code',
    'teller_id',
  ])('is refused when it sets its own %s', async name => {
    const { order } = await aShopper()
    expect(await order(free({ [name]: 1 }))).toMatchObject({
      status: 422,
      body: { errors: { [name]: [expect.any(String)] } },
    })
    expect(await count('orders')).toBe(0)
  })

  test.each([
    ['first_name', ''],
    ['first_name', 'x'.repeat(61)],
    ['last_name', null],
    ['phone', '12'],
    ['phone', 244123456],
    ['email', 'yaa'],
    ['email', ['yaa@mail.test']],
    ['delivery_method_code', 'drone'],
    ['delivery_method_code', null],
    ['coupon_code', 7],
    ['coupon_id', '1'],
    ['coupon_id', 4_000_000_000],
    ['shipping_address', {}],
    ['shipping_additional_details', 'x'.repeat(1001)],
  ])('with %s %j is refused', async (name, value) => {
    const { order } = await aShopper()
    const { status, body } = await order(free({ [name]: value }))
    expect([status, body.code]).toEqual([422, 'validation'])
  })

  test.each(['0241234567', '024-123-4567', '+233 24 123 4567', '00233241234567', '233241234567', ' 24 123 4567 '])(
    'stores the phone %j in international form',
    async phone => {
      const { order } = await aShopper()
      expect(await order(free({ phone }))).toMatchObject({
        status: 201,
        body: { order: { customer_phone: '+233241234567' } },
      })
    },
  )

  test.each(['024 123 456', '024 123 45678', '+233 24 123', 'none', '+999 24 123 4567'])(
    'refuses %j, which nobody can call',
    async phone => {
      const { order } = await aShopper()
      expect(await order(free({ phone }))).toMatchObject({
        status: 422,
        body: { errors: { phone: ['Enter a valid phone number, such as 024 123 4567.'] } },
      })
    },
  )

  test('keeps hostile words as words, and formats the phone', async () => {
    const { order } = await aShopper()
    const words = "'); DROP TABLE orders; -- <script>alert(1)</script> 🧵 \u202E"
    expect(
      await order(free({ first_name: words, phone: '024 412 3456', shipping_additional_details: words })),
    ).toMatchObject({
      status: 201,
      body: {
        order: {
          customer_phone: '+233244123456',
          shipping_additional_details: words,
          shipping_address: { first_name: words },
        },
      },
    })
  })
})

describe('limits of ordering', () => {
  test('make a session wait after thirty orders a minute, and no other session', async () => {
    const { order, fill } = await aShopper()
    const statuses = new Set<number>()
    for (let i = 0; i < 30; i++) {
      statuses.add((await order(free())).status)
      await fill()
    }
    expect([...statuses]).toEqual([201])
    const refused = await order(free())
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect((await (await aShopper()).order(free())).status).toBe(201)
  })

  test('make a session wait after ten wrong codes, here or where codes are checked', async () => {
    const guest = shopper(api, await aGuest())
    await guest.add({ product_variation_id: jeans })
    const statuses: number[] = []
    for (let i = 0; i < 5; i++)
      statuses.push(
        (await guest.send('POST', 'orders', free({ coupon_code: `GUESS-${i}` }))).status,
        (await guest.send('POST', 'checkout/coupons/validate', { coupon_code: `GUESS-${i}` })).status,
      )
    expect(new Set(statuses)).toEqual(new Set([422]))
    expect((await guest.send('POST', 'orders', free())).status).toBe(429)
    expect((await guest.send('POST', 'checkout/coupons/validate', { coupon_code: 'FREE' })).status).toBe(429)
  })

  test('do not count a used-up code as a guess', async () => {
    await execute('UPDATE coupons SET max_usage = 1')
    const [{ order: first }, { order }] = [await aShopper(), await aShopper()]
    expect((await first(free())).status).toBe(201)
    for (let i = 0; i < 12; i++)
      expect(await order(free())).toMatchObject({
        status: 422,
        body: { errors: { coupon_code: ['This code has been used up.'] } },
      })
  })
})
