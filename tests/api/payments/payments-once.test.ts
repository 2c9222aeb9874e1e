import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db, execute, select, selectOne } from '#api/db/database.ts'
import type { AppError } from '#api/errors.ts'
import { expireOrders } from '#api/orders/expire-orders.ts'
import { lockOrder, type LockedOrder } from '#api/orders/lock-order.ts'
import { stepOrder } from '#api/orders/step-order.ts'
import { attemptBy } from '#api/payments/attempts.ts'
import { confirm, MEANS, type Means } from '#api/payments/confirm.ts'
import { settleAttempts, settleOpenAttempts } from '#api/payments/settle-attempts.ts'
import { settlePayments } from '#api/payments/settle-payments.ts'
import type { Payment } from '#sync/protocol/shop/checkout.ts'
import { patience } from '#tests/support/patience.ts'
import { type Api, aUser } from '#tests/support/server/api.ts'
import { withPayingShop } from '#tests/support/shop/paying-shop.ts'
import {
  aBuyer,
  type Buyer,
  CANCELLED,
  GOES_BACK,
  PAID,
  type PayingShop,
  tally,
  WAITING,
} from '#tests/support/shop/payments.ts'
import { seeded } from '#tests/support/server/network.ts'
import { aVariation, brokenRules, count } from '#tests/support/server/shop.ts'
import { somebodyWaits } from '#tests/support/database/lock-waits.ts'
import { stockOf, usesOf } from '#tests/support/shop/website-orders.ts'
import { bySize } from '#tests/support/runs/sizes.ts'

const ORDERS = bySize({ small: 10, usual: 30, full: 300 })
const ROUNDS = 20
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000)
const random = seeded(SEED)

let api: Api
let shop: PayingShop
let goods: number
let manager: string
withPayingShop(opened => {
  ;({ api, shop } = opened)
})
beforeEach(async () => {
  goods = await aVariation(1_000)
  manager = (await aUser('MANAGER')).token
})
afterEach(async () => {
  await shop.sandbox.idle()
  await settlePayments()
})

interface Ordered {
  buyer: Buyer
  order_id: number
  payment: Payment
}
async function anOrder(more: object = {}): Promise<Ordered> {
  const buyer = await aBuyer(api, random() < 0.5 ? 'guest' : 'customer')
  await buyer.fill(goods)
  const { order, payment, reply } = await buyer.place(more)
  if (!payment) throw new Error(`Not placed: ${reply.text}`)
  return { buyer, order_id: order.id, payment }
}

const shuffled = <T>(values: readonly T[]) =>
  values
    .map(value => ({ value, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value)
/** For an order that waits: one that was paid in between has no time limit any more. */
const timeIsOver = (order_id: number) =>
  execute("UPDATE orders SET reserved_until = NOW(3) - INTERVAL 1 SECOND WHERE id = ? AND status_code = 'UNPAID'", [
    order_id,
  ])
const isDue = (order_id: number) =>
  execute('UPDATE payment_attempts SET created_at = NOW(3) - INTERVAL 2 MINUTE, checked_at = NULL WHERE order_id = ?', [
    order_id,
  ])

/**
 * Everybody who may find out that an order is paid, in any order and at once. Returns what those who asked over http
 * were answered.
 */
async function everybody({ buyer, order_id, payment }: Ordered): Promise<number[]> {
  const answers: number[] = []
  const asking = async (status: Promise<{ status: number }>) => void answers.push((await status).status)
  await Promise.all([timeIsOver(order_id), isDue(order_id)])
  const ways = [
    ...Array.from({ length: 3 }, () => () => shop.call('POST', '/_webhooks', { reference: payment.reference })),
    ...Array.from({ length: 3 }, () => () => asking(buyer.check(order_id))),
    () => asking(api.send('POST', `/api/staff/orders/${order_id}/check-payment`, { token: manager, body: {} })),
    () => settleOpenAttempts(),
    () => expireOrders(settleAttempts),
  ]
  await Promise.all(
    shuffled(ways).map(async way => {
      await sleep(random() * 20) // in any order
      await way()
    }),
  )
  await shop.sandbox.idle()
  await settlePayments()
  return answers
}

test(
  `pays each of ${ORDERS} orders once when each is reported in five ways at once (seed ${SEED})`,
  { timeout: patience(1_800_000) },
  async () => {
    await execute(
      `INSERT INTO coupons (code, name, type, value, max_usage) VALUES ('MANY', 'Many', 'amount', 1, ${ORDERS})`,
    )
    const coupon = (await selectOne<{ id: number }>('SELECT id FROM coupons'))!.id
    for (let left = ORDERS; left > 0; left -= 5) {
      await Promise.all(
        Array.from({ length: 5 }, async () => {
          const ordered = await anOrder({ coupon_code: 'MANY' })
          shop.chaos({ webhooks: 3 })
          await shop.pay(ordered.payment)
          expect(await everybody(ordered)).toEqual([200, 200, 200, 200])
          expect(await tally(ordered.order_id)).toEqual({ ...PAID, coupon: 1 })
        }),
      )
    }
    expect([
      await usesOf(coupon),
      await count('payments'),
      await count('mails', "once_key LIKE '%confirmed'"),
      await stockOf(goods),
    ]).toEqual([ORDERS, ORDERS, ORDERS, { on_hand: 1_000 - ORDERS, reserved: 0 }])
    expect(await select("SELECT balance FROM accounts WHERE code = 'PAYSTACK'")).toEqual([{ balance: 9 * ORDERS }])
    expect(await brokenRules()).toEqual([])
  },
)

describe('four who confirm the same payment at once, while the database is slow to write it,', () => {
  /** How many of the four went on to write it down, having read that nobody has. */
  const ofFour = async (means: Means) => {
    shop.chaos({ webhooks: 0 })
    const { payment, order_id } = await anOrder()
    await shop.pay(payment)
    await db.query('CREATE TRIGGER fault BEFORE INSERT ON payments FOR EACH ROW DO SLEEP(0.4)')
    let goingOn = 0
    const judge: Means['judge'] = (...given) => {
      goingOn += 1
      return means.judge(...given)
    }
    const ends = await Promise.allSettled(
      Array.from({ length: 4 }, () => confirm(payment.reference, { ...means, judge })),
    )
    expect(await tally(order_id)).toEqual(PAID)
    return { goingOn, ends }
  }
  afterEach(() => db.query('DROP TRIGGER fault'))

  test('all find it done', async () => {
    const { goingOn, ends } = await ofFour(MEANS)
    expect([goingOn, ends.filter(({ status }) => status === 'rejected')]).toEqual([1, []])
  })

  test('control: all go on to pay it when they read without a lock, and only the database stops a second payment', async () => {
    const lockOrder = async (id: number) => (await selectOne<LockedOrder>('SELECT * FROM orders WHERE id = ?', [id]))!
    const readers = new EventEmitter()
    const all = once(readers, 'all')
    let read = 0
    const readAttempt = async (reference: string) => {
      const attempt = await attemptBy('reference', reference)
      if (++read === 4) readers.emit('all')
      await all
      return attempt
    }
    expect((await ofFour({ ...MEANS, lockOrder, lockAttempt: readAttempt })).goingOn).toBeGreaterThanOrEqual(4)
  })
})

describe('an order that others want to end after a payment has read it', () => {
  const readers = new EventEmitter()
  /**
   * A payment reads its order; then the other does all it can, to its end or until it waits for the payment; then the
   * payment goes on.
   */
  const between = async (lock: Means['lockOrder'], other: (order_id: number) => Promise<unknown>) => {
    shop.chaos({ webhooks: 0 })
    const { payment, order_id } = await anOrder()
    await shop.pay(payment)
    await timeIsOver(order_id)
    const [hasRead, mayGoOn] = [once(readers, 'has read'), once(readers, 'may go on')]
    const lockOrder = async (id: number) => {
      const order = await lock(id)
      readers.emit('has read')
      await mayGoOn
      return order
    }
    const paying = confirm(payment.reference, { ...MEANS, lockOrder })
    await hasRead
    const ending = other(order_id)
    await Promise.race([ending.catch(() => {}), somebodyWaits()])
    readers.emit('may go on')
    const [paid, ended] = await Promise.allSettled([paying, ending])
    return {
      paid: paid.status,
      ended: ended.status === 'fulfilled' ? ended.value : (ended.reason as AppError).status,
      ...(await tally(order_id)),
    }
  }
  const unlocked = async (id: number) => (await selectOne<LockedOrder>('SELECT * FROM orders WHERE id = ?', [id]))!
  /** Who was told, a moment before the payment, that there is none. */
  const expire = () => expireOrders(async () => 'unpaid')
  const cancel = async (order_id: number) =>
    (await stepOrder(order_id, { status_code: 'CANCELLED', user_id: 7 }, async () => 'unpaid')).status_code

  test('is paid: its expiry passes it by, and a person is refused', async () => {
    expect(await between(lockOrder, expire)).toEqual({ paid: 'fulfilled', ended: 0, ...PAID })
    expect(await between(lockOrder, cancel)).toEqual({ paid: 'fulfilled', ended: 409, ...PAID })
    expect(await brokenRules()).toEqual([])
  })

  test('control: ends in between when it is read without a lock, and the money is neither used nor returned', async () => {
    expect(await between(unlocked, expire)).toEqual({ paid: 'rejected', ended: 1, ...CANCELLED })
    expect(await between(unlocked, cancel)).toEqual({ paid: 'rejected', ended: 'CANCELLED', ...CANCELLED })
  })
})

describe(`at the same moment, ${ROUNDS} times (seed ${SEED})`, () => {
  /** Runs both ways to an end at once, the one or the other a little sooner. */
  const race = async (...ways: (() => Promise<unknown>)[]) => {
    await Promise.all(
      ways.map(async way => {
        await sleep(random() * 15) // in any order
        await way()
      }),
    )
    await shop.sandbox.idle()
    await settlePayments()
  }

  test('a payment and an expiry end with the order paid', async () => {
    const seen = new Set<string>()
    for (let round = 0; round < ROUNDS; round++) {
      const { payment, order_id, buyer } = await anOrder()
      await timeIsOver(order_id)
      await race(
        () => expireOrders(settleAttempts),
        () => shop.pay(payment),
        () => buyer.check(order_id),
      )
      expect(await tally(order_id)).toEqual(PAID)
      seen.add(
        (await select<{ code: string }>('SELECT code FROM order_events WHERE order_id = ? ORDER BY id', [order_id]))
          .map(({ code }) => code)
          .join(),
      )
    }
    expect([...seen].every(way => ['PLACED,PAID', 'PLACED,EXPIRED,PAID'].includes(way))).toBe(true)
    expect(await brokenRules()).toEqual([])
  })

  test('a payment and a cancellation end with the order paid, or cancelled and refunded', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { payment, order_id } = await anOrder()
      let answer = 0
      await race(
        () => shop.pay(payment),
        async () => {
          answer = (
            await api.send('PATCH', `/api/staff/orders/${order_id}`, {
              token: manager,
              body: { status_code: 'CANCELLED' },
            })
          ).status
        },
      )
      expect([answer, await tally(order_id)]).toEqual(
        answer === 200 ? [200, { ...CANCELLED, ...GOES_BACK }] : [409, PAID],
      )
    }
    expect(await brokenRules()).toEqual([])
  })

  test('a payment and a manual confirmation end with one of the two, and the other refunded', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { payment, order_id } = await anOrder()
      let answer = 0
      await race(
        () => shop.pay(payment),
        async () => {
          answer = (
            await api.send('PATCH', `/api/staff/orders/${order_id}`, {
              token: manager,
              body: { status_code: 'PROCESSING' },
            })
          ).status
        },
      )
      expect([answer, await tally(order_id)]).toEqual(
        answer === 200 ? [200, { ...PAID, applied: 0, ...GOES_BACK, exceptions: ['PAID_TWICE'] }] : [409, PAID],
      )
    }
    expect(await brokenRules()).toEqual([])
  })

  test('a payment and a new order from the same cart lose nothing', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { payment, order_id, buyer } = await anOrder()
      await buyer.fill(goods)
      let again: { order: { id: number }; payment: Payment | null } | null = null
      await race(
        () => shop.pay(payment),
        async () => {
          again = await buyer.place()
        },
      )
      const { order, payment: second } = again!
      expect([await tally(order_id), second!.amount]).toEqual(
        order.id === order_id ? [{ ...WAITING, held: 2, ...GOES_BACK }, 2000] : [PAID, 1000],
      )
    }
    expect(await brokenRules()).toEqual([])
  })
})
