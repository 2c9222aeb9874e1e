import { EventEmitter, once } from 'node:events'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { execute, insertRow, inTransaction, select, selectOne } from '#api/db/database.ts'
import type { Owner } from '#api/http/owner.ts'
import type * as owners from '#api/http/owner.ts'
import { expireOrders, type SettleAttempts } from '#api/orders/expire-orders.ts'
import type * as locks from '#api/orders/lock-order.ts'
import { lockOrder, type LockedOrder } from '#api/orders/lock-order.ts'
import { placeOrder } from '#api/orders/place-order.ts'
import type * as settling from '#api/orders/settle-order.ts'
import { payOrder } from '#api/orders/settle-order.ts'
import { stepOrder } from '#api/orders/step-order.ts'
import { ORDER_STATUSES, ORDER_STEPS, type OrderStatus } from '#sync/protocol/shop/order.ts'
import { type Api, aUser, startApi } from '#tests/support/server/api.ts'
import { aGuest } from '#tests/support/shop/shoppers.ts'
import { cancelAsRead, payAsRead } from '#tests/support/hostile/careless-orders.ts'
import { aVariation, brokenRules, count, openShop } from '#tests/support/server/shop.ts'
import { aSubmission } from '#tests/support/server/submission.ts'
import { aCustomerOwner, anOrderOf, statusOf, stockOf, tokenOf } from '#tests/support/shop/website-orders.ts'
import { enterAs } from '#tests/support/people/enter-as.ts'

const guard = vi.hoisted(() => ({ stands: true, ordersAreLocked: true }))
vi.mock('#api/http/owner.ts', async importOriginal => {
  const real = await importOriginal<typeof owners>()
  return { ...real, ownedBy: (owner: Owner, alias?: string) => (guard.stands ? real.ownedBy(owner, alias) : 'TRUE') }
})
vi.mock('#api/orders/lock-order.ts', async importOriginal => {
  const real = await importOriginal<typeof locks>()
  return { ...real, lockOrder: (id: number) => (guard.ordersAreLocked ? real.lockOrder(id) : readWithAnother(id)) }
})
vi.mock('#api/orders/settle-order.ts', async importOriginal => {
  const real = await importOriginal<typeof settling>()
  return {
    ...real,
    payOrder: (...asked: Parameters<typeof real.payOrder>) =>
      guard.ordersAreLocked ? real.payOrder(...asked) : payAsRead(...asked),
    cancelOrder: (...asked: Parameters<typeof real.cancelOrder>) =>
      guard.ordersAreLocked ? real.cancelOrder(...asked) : cancelAsRead(...asked),
  }
})

const readers = new EventEmitter()
let read = 0
/** Reads an order without a lock, and goes on once two have read one. */
async function readWithAnother(id: number): Promise<LockedOrder> {
  const order = (await selectOne<LockedOrder>('SELECT * FROM orders WHERE id = ?', [id]))!
  read += 1
  if (read < 2) await once(readers, 'two')
  else readers.emit('two')
  return order
}

let api: Api
let jeans: number
beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await openShop()
  jeans = await aVariation(100)
})
afterAll(() => api.stop())

const unpaid: SettleAttempts = async () => 'unpaid'
const pay = (id: number) =>
  inTransaction(async () => payOrder(await lockOrder(id), { account_code: 'BANK', user_id: null }))
const patch = (token: string, id: number, body: object) => api.send('PATCH', `/api/staff/orders/${id}`, { token, body })

/** An order as far as this status, by the steps that lead there. */
async function anOrderAt(status: OrderStatus): Promise<number> {
  const { id } = await anOrderOf({ [jeans]: 1 })
  const way: Record<OrderStatus, OrderStatus[]> = {
    UNPAID: [],
    CANCELLED: ['CANCELLED'],
    PROCESSING: ['PROCESSING'],
    READY_TO_SHIP: ['PROCESSING', 'READY_TO_SHIP'],
    COMPLETED: ['PROCESSING', 'READY_TO_SHIP', 'COMPLETED'],
  }
  for (const status_code of way[status]) await stepOrder(id, { status_code, user_id: 7 }, unpaid)
  return id
}
const STATUSES = Object.keys(ORDER_STATUSES) as OrderStatus[]

describe('staff', () => {
  test('take an order from payment to handover step by step, and the customer hears of each', async () => {
    const { token } = await aUser('MANAGER', { name: 'Abena Owusu' })
    const { id } = await anOrderOf({ [jeans]: 2 })
    const replies = []
    for (const status_code of ['PROCESSING', 'READY_TO_SHIP', 'COMPLETED'])
      replies.push(await patch(token, id, { status_code }))
    expect(replies.map(({ status, body }) => [status, body.message])).toEqual([
      [200, 'Payment confirmed.'],
      [200, 'Marked as ready to ship or deliver.'],
      [200, 'Marked as completed.'],
    ])
    expect(replies[2]!.body).toMatchObject({
      order: {
        status_code: 'COMPLETED',
        account_code: 'BANK',
        paid_at: expect.any(String),
        completed_at: expect.any(String),
        events: [
          { code: 'PLACED', by: null },
          ...['CONFIRMED', 'READY', 'COMPLETED'].map(code => ({ code, by: 'Abena Owusu' })),
        ],
      },
    })
    expect(await select('SELECT account_code, amount FROM transactions')).toEqual([
      { account_code: 'BANK', amount: 20 },
    ])
    expect(
      (await select<{ once_key: string }>('SELECT once_key FROM mails ORDER BY id')).map(({ once_key }) => once_key),
    ).toEqual(['confirmed', 'ready', 'completed'].map(what => `order-${id}-${what}`))
    expect(await stockOf(jeans)).toEqual({ on_hand: 98, reserved: 0 })
  })

  test('send the customer the address with zone and region by name', async () => {
    await insertRow('delivery_zones', { region_code: 'GH-AH', name: 'Kumasi Central', code: 'KUMASI', cost: 45 })
    const { id } = await anOrderOf(
      { [jeans]: 1 },
      {
        delivery_method_code: 'delivery',
        shipping_country_code: 'GH',
        shipping_region_code: 'GH-AH',
        shipping_delivery_zone_code: 'KUMASI',
        shipping_address: '7 Ring Road',
      },
    )
    await pay(id)
    expect((await selectOne<{ letter: string }>('SELECT letter FROM mails'))!.letter).toContain(
      '{"name":"Delivery to","value":"7 Ring Road, Kumasi Central, Ashanti"}',
    )
  })

  test('have the customer told of the station, whatever address was typed before', async () => {
    const zone = { region_code: 'GH-AF', name: 'Goaso', code: 'GOASO', locations: 'VIP counter', cost: 55 }
    await insertRow('delivery_zones', { ...zone, kind: 'STATION' })
    for (const shipping_address of [null, '7 Ring Road']) {
      const place = { shipping_region_code: 'GH-AF', shipping_delivery_zone_code: 'GOASO', shipping_address }
      const order = await anOrderOf({ [jeans]: 1 }, { delivery_method_code: 'delivery', ...place })
      expect(order).toMatchObject({ shipping_fee: 55, shipping_address: { address: 'Pick-up at VIP counter' } })
    }
  })

  test('cancel an unpaid order with the reason', async () => {
    const { token } = await aUser('MANAGER')
    const { id } = await anOrderOf({ [jeans]: 2 })
    expect(await patch(token, id, { status_code: 'CANCELLED', reason: 'Called the shop.' })).toMatchObject({
      status: 200,
      body: { message: 'Order cancelled.', order: { status_code: 'CANCELLED', cancel_reason: 'Called the shop.' } },
    })
    expect([await stockOf(jeans), await count('transactions')]).toEqual([{ on_hand: 100, reserved: 0 }, 0])
  })

  test('enter the money into the counter account it came to, and no other', async () => {
    const { token } = await aUser('MANAGER')
    const { id } = await anOrderOf({ [jeans]: 1 })
    for (const account_code of ['NONE', 'PAYSTACK'])
      expect(await patch(token, id, { status_code: 'PROCESSING', account_code })).toMatchObject({
        status: 422,
        body: { errors: { account_code: [expect.any(String)] } },
      })
    expect(await patch(token, id, { status_code: 'PROCESSING', account_code: 'CASH' })).toMatchObject({
      status: 200,
      body: { order: { account_code: 'CASH' } },
    })
  })

  test.each(STATUSES)(
    'of every role take an order from %s only where the rules say, and nobody else does',
    async from => {
      const staff = await Promise.all(
        (['MANAGER', 'ADMINISTRATOR', 'SUPER_ADMINISTRATOR'] as const).map(role => aUser(role)),
      )
      const others = [await aGuest(), await aUser('CUSTOMER')]
      for (const to of STATUSES) {
        let id = await anOrderAt(from)
        for (const { token } of others)
          expect([from, to, (await patch(token, id, { status_code: to })).status, await statusOf(id)]).toEqual([
            from,
            to,
            403,
            from,
          ])
        for (const { token } of staff) {
          const { status } = await patch(token, id, { status_code: to })
          expect([from, to, status, await statusOf(id)]).toEqual([
            from,
            to,
            ...(ORDER_STEPS[from].includes(to) ? [200, to] : [409, from]),
          ])
          if (status === 200) id = await anOrderAt(from)
        }
      }
    },
  )

  test('are told when the order was paid online in between, and nothing else happens', async () => {
    for (const status_code of ['PROCESSING', 'CANCELLED'] as const) {
      const { id } = await anOrderOf({ [jeans]: 1 })
      const paidNow: SettleAttempts = async order_id => {
        await pay(order_id)
        return 'paid'
      }
      await expect(stepOrder(id, { status_code, user_id: 7 }, paidNow)).rejects.toMatchObject({
        status: 409,
        message: 'This order was paid online a moment ago.',
      })
      expect([await statusOf(id), await count('transactions', 'order_id = ?', [id])]).toEqual(['PROCESSING', 1])
    }
  })

  test('get the current order when theirs is stale', async () => {
    const { token } = await aUser('MANAGER')
    const { id, updated_at } = await anOrderOf({ [jeans]: 1 })
    await patch(token, id, { status_code: 'PROCESSING', updated_at })
    expect(await patch(token, id, { status_code: 'READY_TO_SHIP', updated_at })).toMatchObject({
      status: 409,
      body: { code: 'stale', order: { id, status_code: 'PROCESSING' } },
    })
    expect((await patch(token, 4_000_000_000, { status_code: 'PROCESSING' })).status).toBe(404)
  })

  test.each([
    ...['UNPAID', 'SHIPPED', '', null, 1, ['PROCESSING']].map(status_code => ({ status_code })),
    {},
    { status_code: 'PROCESSING', total: 0 },
    { status_code: 'PROCESSING', user_id: 1 },
    { status_code: 'PROCESSING', paid_at: '2026-01-01' },
  ])('%j is no step', async body => {
    const { id } = await anOrderOf({ [jeans]: 1 })
    const { status } = await patch((await aUser('MANAGER')).token, id, body)
    expect([[409, 422].includes(status), await statusOf(id)]).toEqual([true, 'UNPAID'])
  })
})

describe('at the same moment', () => {
  const attempts = (id: number, steps: OrderStatus[]) =>
    Promise.allSettled(steps.map(status_code => stepOrder(id, { status_code, user_id: 7 }, unpaid)))
  const won = (results: PromiseSettledResult<unknown>[]) =>
    results.filter(({ status }) => status === 'fulfilled').length

  test('one of twenty takes a step, 20 times', async () => {
    for (let round = 0; round < 20; round++) {
      const id = await anOrderAt('UNPAID')
      expect(
        won(
          await attempts(
            id,
            Array.from({ length: 20 }, () => 'PROCESSING' as const),
          ),
        ),
      ).toBe(1)
      expect([
        await count('transactions', 'order_id = ?', [id]),
        await count('mails', 'once_key = ?', [`order-${id}-confirmed`]),
        await count('order_events', "order_id = ? AND code = 'CONFIRMED'", [id]),
      ]).toEqual([1, 1, 1])
    }
  })

  /** Pays and cancels at once, and says how many came through, and how many pieces are held afterwards. */
  const payAndCancel = async (id: number) => {
    const results = await Promise.allSettled(
      [() => pay(id), () => stepOrder(id, { status_code: 'CANCELLED', user_id: 7 }, unpaid)]
        .sort(() => Math.random() - 0.5)
        .map(act => act()),
    )
    return { winners: won(results), held: (await stockOf(jeans)).reserved }
  }

  test('either the cancellation or the payment wins, 20 times, and goods and money are where the winner says', async () => {
    const winners = new Set<string>()
    for (let round = 0; round < 20; round++) {
      const id = await anOrderAt('UNPAID')
      expect(await payAndCancel(id)).toEqual({ winners: 1, held: 0 })
      const status = await statusOf(id)
      winners.add(status)
      expect(await count('transactions', 'order_id = ?', [id])).toBe(status === 'PROCESSING' ? 1 : 0)
    }
    expect([...winners].every(status => ['PROCESSING', 'CANCELLED'].includes(status))).toBe(true)
  })

  test('control: both win, and the piece returns twice, when neither locks the order nor checks its status', async () => {
    const id = await anOrderAt('UNPAID')
    guard.ordersAreLocked = false
    read = 0
    const outcome = await payAndCancel(id)
    guard.ordersAreLocked = true
    expect([outcome, (await brokenRules()).length > 0]).toEqual([{ winners: 2, held: -1 }, true])
    await openShop()
  })

  test('control: an order goes anywhere when the rules of steps are bypassed', async () => {
    const id = await anOrderAt('PROCESSING')
    const rules = vi.spyOn(ORDER_STEPS.PROCESSING, 'includes').mockReturnValue(true)
    await stepOrder(id, { status_code: 'COMPLETED', user_id: 7 }, unpaid)
    rules.mockRestore()
    expect(await statusOf(id)).toBe('COMPLETED')
  })
})

describe('an order not paid in time', () => {
  const over = (id: number, minutes = 1) =>
    execute('UPDATE orders SET reserved_until = NOW(3) - INTERVAL ? MINUTE WHERE id = ?', [minutes, id])

  test('expires once the provider says it is unpaid; another with time left stays', async () => {
    const [late, early] = [await anOrderOf({ [jeans]: 2 }), await anOrderOf({ [jeans]: 1 })]
    await over(late.id)
    const asked: number[] = []
    expect(
      await expireOrders(async id => {
        asked.push(id)
        return 'unpaid'
      }),
    ).toBe(1)
    expect([asked, await statusOf(late.id), await statusOf(early.id), await stockOf(jeans)]).toEqual([
      [late.id],
      'CANCELLED',
      'UNPAID',
      { on_hand: 100, reserved: 1 },
    ])
    expect(await selectOne('SELECT cancelled_by FROM orders WHERE id = ?', [late.id])).toEqual({
      cancelled_by: 'EXPIRY',
    })
    expect([await count('order_events', "code = 'EXPIRED'"), await count('mails'), await expireOrders(unpaid)]).toEqual(
      [1, 0, 0],
    )
  })

  test('waits ten minutes more when the provider is not responding, and is asked about once a round', async () => {
    const orders = [await anOrderOf({ [jeans]: 1 }), await anOrderOf({ [jeans]: 1 }), await anOrderOf({ [jeans]: 1 })]
    await over(orders[0]!.id, 11)
    for (const { id } of orders.slice(1)) await over(id, 9)
    let asked = 0
    expect(
      await expireOrders(async () => {
        asked += 1
        return 'no_answer'
      }),
    ).toBe(1)
    expect([asked, ...(await Promise.all(orders.map(({ id }) => statusOf(id))))]).toEqual([
      1,
      'CANCELLED',
      'UNPAID',
      'UNPAID',
    ])
  })

  test('is kept when it turns out paid or is ordered again in between', async () => {
    const owner = await aCustomerOwner()
    const [paid, renewed] = [await anOrderOf({ [jeans]: 1 }), await anOrderOf({ [jeans]: 1 }, { owner })]
    for (const { id } of [paid, renewed]) await over(id)
    expect(
      await expireOrders(async id => {
        if (id === renewed.id) await placeOrder(owner, aSubmission())
        else await pay(id)
        return id === paid.id ? 'paid' : 'unpaid'
      }),
    ).toBe(0)
    expect([await statusOf(paid.id), await statusOf(renewed.id)]).toEqual(['PROCESSING', 'UNPAID'])
  })

  test('expires once by any number of processes, and a fault with one delays no other', async () => {
    const orders = [await anOrderOf({ [jeans]: 1 }), await anOrderOf({ [jeans]: 1 })]
    for (const { id } of orders) await over(id)
    const failing: SettleAttempts = async id => {
      if (id === orders[0]!.id) throw new Error('broken')
      return 'unpaid'
    }
    const cancelled = await Promise.all(Array.from({ length: 5 }, () => expireOrders(failing)))
    expect([cancelled.reduce((a, b) => a + b), await statusOf(orders[0]!.id), await statusOf(orders[1]!.id)]).toEqual([
      1,
      'UNPAID',
      'CANCELLED',
    ])
  })
})

describe('the owner of an order', () => {
  const send = (who: { token: string }, path: string) => api.send('GET', `/api/${path}`, { token: who.token })

  test('is the only reader: other ids look unknown, and a link opens its own order only', async () => {
    const people = [await aUser('CUSTOMER'), await aUser('CUSTOMER')]
    const orders = []
    for (const { id } of people)
      orders.push(await anOrderOf({ [jeans]: 1 }, { owner: { user_id: id, session_id: null } }))
    const guests = [await anOrderOf({ [jeans]: 1 }), await anOrderOf({ [jeans]: 1 })]
    for (const [i, who] of people.entries()) {
      expect((await send(who, `account/orders/${orders[i]!.id}`)).body).toMatchObject({ order: { id: orders[i]!.id } })
      for (const id of [orders[1 - i]!.id, ...guests.map(guest => guest.id), 4_000_000_000])
        expect([
          (await send(who, `account/orders/${id}`)).status,
          (await send(who, `account/orders/${id}`)).body,
        ]).toEqual([404, { message: 'Order not found.', code: 'not_found' }])
      expect((await send(who, 'account/orders')).body).toMatchObject({
        orders: { data: [{ id: orders[i]!.id }], total: 1 },
      })
    }
    expect((await send(await aGuest(), `orders/track/${tokenOf(guests[0]!)}`)).body).toMatchObject({
      order: { id: guests[0]!.id, tracking_url: guests[0]!.tracking_url },
    })
    for (const wrong of [
      'x'.repeat(32),
      tokenOf(guests[0]!).slice(1),
      tokenOf(guests[0]!).toLowerCase(),
      '%',
      `${tokenOf(guests[0]!)}%20`,
    ])
      expect([wrong, (await send(people[0]!, `orders/track/${wrong}`)).status]).toEqual([wrong, 404])
    expect((await send(await aGuest(), `account/orders/${guests[0]!.id}`)).status).toBe(403)
  })

  test("control: is ignored, and a customer reads anybody's, when the condition leaves them out", async () => {
    const { id } = await anOrderOf({ [jeans]: 1 })
    const stranger = await aUser('CUSTOMER')
    guard.stands = false
    const { status } = await send(stranger, `account/orders/${id}`)
    guard.stands = true
    expect([status, (await send(stranger, `account/orders/${id}`)).status]).toEqual([200, 404])
  })

  test("keeps a guest's orders at sign-in, and the link still opens them", async () => {
    const [guest, customer] = [await aGuest(), await aUser('CUSTOMER')]
    const order = await anOrderOf({ [jeans]: 2 }, { owner: { user_id: null, session_id: guest.session_id } })
    const { session_id } = await enterAs(customer.id, guest.session_id, null)
    expect(session_id).toBeTruthy()
    expect((await send(customer, 'account/orders')).body).toMatchObject({
      orders: { data: [{ id: order.id, customer: { id: customer.id } }] },
    })
    expect((await send(await aGuest(), `orders/track/${tokenOf(order)}`)).body).toMatchObject({
      order: { id: order.id },
    })
    const changed = await placeOrder({ user_id: customer.id, session_id: null }, aSubmission())
    expect([changed.id, await stockOf(jeans)]).toEqual([order.id, { on_hand: 100, reserved: 2 }])
  })

  test('is whoever signed in when paying while signing in, 20 times, and the order is paid', async () => {
    for (let round = 0; round < 20; round++) {
      const [guest, customer] = [await aGuest(), await aUser('CUSTOMER')]
      const { id } = await anOrderOf({ [jeans]: 1 }, { owner: { user_id: null, session_id: guest.session_id } })
      await Promise.all([pay(id), enterAs(customer.id, guest.session_id, null)])
      expect([
        await selectOne('SELECT status_code, user_id, session_id FROM orders WHERE id = ?', [id]),
        await count('cart_items', 'user_id = ? OR session_id = ?', [customer.id, guest.session_id]),
      ]).toEqual([{ status_code: 'PROCESSING', user_id: customer.id, session_id: null }, 0])
    }
  })
})
