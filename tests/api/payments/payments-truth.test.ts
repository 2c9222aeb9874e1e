import { beforeEach, describe, expect, test } from 'vitest'
import { execute, select } from '#api/db/database.ts'
import { expireOrders } from '#api/orders/expire-orders.ts'
import { confirm, MEANS } from '#api/payments/confirm.ts'
import { isFinal, type Judgement } from '#api/payments/judge.ts'
import { NoAnswer } from '#api/payments/provider-errors.ts'
import type { ProviderTransaction } from '#api/payments/read-reply.ts'
import { reconcile } from '#api/payments/reconcile.ts'
import { settleAttempts, settleOpenAttempts } from '#api/payments/settle-attempts.ts'
import { settlePayments } from '#api/payments/settle-payments.ts'
import type { Payment } from '#sync/protocol/shop/checkout.ts'
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
import { aPayment } from '#tests/support/shop/sandbox.ts'
import { aVariation, count } from '#tests/support/server/shop.ts'
import { anOrderOf, stockOf, usesOf } from '#tests/support/shop/website-orders.ts'

let api: Api
let shop: PayingShop
let buyer: Buyer
let goods: number
withPayingShop(
  opened => {
    ;({ api, shop } = opened)
  },
  { webhooks: 0 },
)
beforeEach(async () => {
  goods = await aVariation(3)
  buyer = await aBuyer(api)
})

/** The provider's webhook of a payment, after which all that waits is dealt with. */
async function webhook({ reference }: Pick<Payment, 'reference'>): Promise<void> {
  shop.chaos({ webhook_first: true })
  await shop.call('POST', '/_webhooks', { reference })
  shop.chaos({ webhooks: 0 })
  await settlePayments()
}

const timeIsOver = (order_id: number, minutes = 1) =>
  execute("UPDATE orders SET reserved_until = NOW(3) - INTERVAL ? MINUTE WHERE id = ? AND status_code = 'UNPAID'", [
    minutes,
    order_id,
  ])
async function expire(order_id: number) {
  await timeIsOver(order_id)
  expect(await expireOrders(settleAttempts)).toBe(1)
}
const cancelByStaff = async (order_id: number) =>
  api.send('PATCH', `/api/staff/orders/${order_id}`, {
    token: (await aUser('MANAGER')).token,
    body: { status_code: 'CANCELLED' },
  })
const eventsOf = async (order_id: number) =>
  (await select<{ code: string }>('SELECT code FROM order_events WHERE order_id = ? ORDER BY id', [order_id])).map(
    ({ code }) => code,
  )

/** What a provider might say of a payment of 10 cedis that is not the one that was asked for. */
const HOSTILE: [what: string, patch: Record<string, unknown>][] = [
  ['another amount', { requested_amount: 900, amount: 1000 }],
  ['an amount that is a pesewa short', { amount: 999 }],
  ['naira', { currency: 'NGN' }],
  ['live money', { domain: 'live' }],
  ['another reference', { reference: '7-1700000000000' }],
  ['the reference in other letters', { reference: 'x' }],
  ['another order', { metadata: { order_id: '999999' } }],
]

describe('a success that does not match the order', () => {
  test.each(HOSTILE)('%s: moves nothing and tells staff once', async (_, patch) => {
    const { order, payment } = await buyer.order(goods)
    await shop.pay(payment)
    shop.chaos({ webhooks: 0, patch })
    const reply = await buyer.check(order.id)
    expect([reply.status, reply.body.code, reply.body.message]).toEqual([
      409,
      'payment_not_completed',
      'Transaction could not be completed. Please contact us if you believe this is an error.',
    ])
    await confirm(payment.reference)
    expect(await tally(order.id)).toEqual({ ...WAITING, exceptions: ['PAYMENT_MISMATCH'] })
  })

  test.each(HOSTILE)('control: %s is accepted when only the word success counts', async (_, patch) => {
    const credulous = (told: ProviderTransaction | null): Judgement => ({
      verdict: told?.status === 'success' ? 'success' : 'pending',
      reason: null,
    })
    const { order, payment } = await buyer.order(goods)
    await shop.pay(payment)
    shop.chaos({ webhooks: 0, patch })
    await confirm(payment.reference, { ...MEANS, judge: credulous })
    expect((await tally(order.id)).status).toBe('PROCESSING')
  })

  test('control: nobody has to pay when the browser is believed', async () => {
    const { order, payment } = await buyer.order(goods)
    await confirm(payment.reference, { ...MEANS, judge: () => ({ verdict: 'success', reason: null }) })
    expect((await tally(order.id)).status).toBe('PROCESSING')
  })

  test('pays after all once the provider reports it correctly', async () => {
    const { order, payment } = await buyer.order(goods)
    await shop.pay(payment)
    shop.chaos({ webhooks: 0, patch: { currency: 'NGN' } })
    await buyer.check(order.id)
    await webhook(payment)
    expect(await tally(order.id)).toEqual({ ...PAID, exceptions: ['PAYMENT_MISMATCH'] })
  })
})

describe('a success', () => {
  test('with the fee on top pays, and records what was taken', async () => {
    const { order, payment } = await buyer.order(goods)
    await shop.pay(payment)
    shop.chaos({ webhooks: 0, patch: { amount: 1020 } })
    expect((await buyer.check(order.id)).body).toMatchObject({
      message: 'Thank you. Your payment has arrived.',
      order: { status_code: 'PROCESSING', account_code: 'PAYSTACK', reserved_until: null },
    })
    expect(await tally(order.id)).toEqual(PAID)
    expect(await select('SELECT amount, channel FROM payments')).toEqual([{ amount: 1020, channel: 'card' }])
  })

  test('reported by webhook alone pays', async () => {
    const { order, payment } = await (await aBuyer(api, 'guest')).order(goods)
    await shop.pay(payment)
    await webhook(payment)
    expect(await tally(order.id)).toEqual(PAID)
  })

  test("that nobody reported is found among the provider's payments", async () => {
    await execute('DELETE FROM sandbox_transactions')
    const { order, payment } = await buyer.order(goods)
    for (const each of [payment, await aPayment(shop)]) await shop.pay(each)
    expect([await reconcile(), await reconcile()]).toEqual([2, 0])
    expect([await tally(order.id), await select('SELECT code FROM exceptions')]).toEqual([
      PAID,
      [{ code: 'UNKNOWN_PAYMENT' }],
    ])
  })

  test('stays a success when it is refunded later', async () => {
    const { order, payment } = await buyer.order(goods)
    await shop.pay(payment)
    await buyer.check(order.id)
    shop.chaos({ webhooks: 0, patch: { status: 'reversed' } })
    await confirm(payment.reference)
    expect([(await buyer.check(order.id)).status, await tally(order.id)]).toEqual([200, PAID])
  })

  test('after the order expired takes its goods and coupon again', async () => {
    await execute("INSERT INTO coupons (code, name, type, value, max_usage) VALUES ('ONE', 'One', 'amount', 1, 1)")
    const [{ id: coupon }] = (await select<{ id: number }>('SELECT id FROM coupons')) as [{ id: number }]
    await buyer.fill(goods)
    const { order, payment } = await buyer.place({ coupon_code: 'ONE' })
    await expire(order.id)
    expect([await tally(order.id), await usesOf(coupon)]).toEqual([CANCELLED, 0])
    await shop.pay(payment!)
    await webhook(payment!)
    expect([await tally(order.id), await usesOf(coupon)]).toEqual([{ ...PAID, coupon: 1 }, 1])
    expect(await eventsOf(order.id)).toEqual(['PLACED', 'EXPIRED', 'PAID'])
  })

  test('after the order expired is refunded, and staff are told, when the goods are gone', async () => {
    const { order, payment } = await buyer.order(goods)
    await expire(order.id)
    await anOrderOf({ [goods]: 3 })
    await shop.pay(payment)
    for (let times = 0; times < 2; times++) await webhook(payment)
    expect(await tally(order.id)).toEqual({ ...CANCELLED, ...GOES_BACK, exceptions: ['PAID_TOO_LATE'] })
    expect([(await buyer.check(order.id)).status, await stockOf(goods)]).toEqual([409, { on_hand: 3, reserved: 3 }])
  })

  test('after staff cancelled the order is refunded', async () => {
    const { order, payment } = await buyer.order(goods)
    expect((await cancelByStaff(order.id)).status).toBe(200)
    await shop.pay(payment)
    await webhook(payment)
    expect(await tally(order.id)).toEqual({ ...CANCELLED, ...GOES_BACK })
    expect(await eventsOf(order.id)).toEqual(['PLACED', 'CANCELLED', 'RETURNED'])
  })

  test('that nobody reported is found before staff cancel, and the order stays paid', async () => {
    const { order, payment } = await buyer.order(goods)
    await shop.pay(payment)
    expect(await cancelByStaff(order.id)).toMatchObject({
      status: 409,
      body: { message: 'This order was paid online a moment ago.' },
    })
    expect(await tally(order.id)).toEqual(PAID)
  })

  test('for an order already paid is refunded, and staff are told', async () => {
    const { order, payment } = await buyer.order(goods)
    shop.chaos({ webhooks: 0, patch: { status: 'failed' } })
    await buyer.check(order.id)
    shop.chaos({ webhooks: 0 })
    const second = (await buyer.place()).payment!
    for (const each of [payment, second]) await shop.pay(each)
    await webhook(second)
    await webhook(payment)
    expect(await tally(order.id)).toEqual({ ...PAID, ...GOES_BACK, exceptions: ['PAID_TWICE'] })
    expect(
      await select(
        'SELECT p.provider_transaction_id = t.id AS isTheirs FROM payments p JOIN sandbox_transactions t ON t.reference = ? WHERE p.status_code = ?',
        [payment.reference, 'RETURNED'],
      ),
    ).toEqual([{ isTheirs: 1 }])
  })

  test('of an old amount is refunded, and the order still waits', async () => {
    const { order, payment } = await buyer.order(goods)
    await buyer.fill(goods)
    const dearer = (await buyer.place()).payment!
    await shop.pay(payment)
    expect((await buyer.check(order.id)).status).toBe(409)
    expect(await tally(order.id)).toEqual({ ...WAITING, ...GOES_BACK, held: 2 })
    await shop.pay(dearer)
    expect((await buyer.check(order.id)).status).toBe(200)
    expect(await tally(order.id)).toEqual({ ...PAID, ...GOES_BACK, sold: 2 })
  })

  test('of an unknown payment is reported to staff once and moves nothing', async () => {
    const theirs = await aPayment(shop)
    await shop.pay(theirs)
    for (let times = 0; times < 2; times++) await webhook(theirs)
    expect(await select('SELECT code, order_id, detail FROM exceptions')).toEqual([
      {
        code: 'UNKNOWN_PAYMENT',
        order_id: null,
        detail: `Payment ${theirs.reference} has no order: the provider says success, GHS 50.00.`,
      },
    ])
    expect(await count('payments')).toBe(0)
  })
})

describe('a provider that', () => {
  test.each(['500', '429'] as const)('answers %s leaves the order waiting and is asked again', async verify => {
    const { order, payment } = await buyer.order(goods)
    await shop.pay(payment)
    shop.chaos({ webhooks: 0, verify })
    const reply = await buyer.check(order.id)
    expect([reply.status, reply.body.code, reply.headers.has('retry-after'), await tally(order.id)]).toEqual([
      503,
      'provider_unreachable',
      true,
      WAITING,
    ])
    shop.chaos({ webhooks: 0 })
    expect((await buyer.check(order.id)).status).toBe(200)
    expect(await tally(order.id)).toEqual(PAID)
  })

  test('does not answer in time has said nothing about an order', async () => {
    const { order, payment } = await buyer.order(goods)
    await shop.pay(payment)
    expect(await settleAttempts(order.id, () => Promise.reject(new NoAnswer('No reply in time.')))).toBe('no_answer')
    expect([await tally(order.id), await settleAttempts(order.id), await tally(order.id)]).toEqual([
      WAITING,
      'paid',
      PAID,
    ])
  })

  test('does not answer when an order expires postpones that by ten minutes', async () => {
    const { order, payment } = await buyer.order(goods)
    shop.unreachable(true)
    await timeIsOver(order.id, 9)
    expect([await expireOrders(settleAttempts), await tally(order.id)]).toEqual([0, WAITING])
    await timeIsOver(order.id, 11)
    expect([await expireOrders(settleAttempts), await tally(order.id)]).toEqual([1, CANCELLED])
    shop.unreachable(false)
    await shop.pay(payment)
    await webhook(payment)
    expect(await tally(order.id)).toEqual(PAID)
  })

  test('says abandoned three times and then success is asked until then', async () => {
    const { order, payment } = await buyer.order(goods)
    await shop.pay(payment)
    shop.chaos({ webhooks: 0, verify: 'abandoned', verifies: 3 })
    for (let round = 0; round < 4; round++) {
      expect(await tally(order.id)).toEqual(WAITING)
      await execute(
        'UPDATE payment_attempts SET created_at = created_at - INTERVAL 1 MINUTE, checked_at = checked_at - INTERVAL 1 MINUTE',
      )
      await settleOpenAttempts()
    }
    expect(await tally(order.id)).toEqual(PAID)
  })

  test('is asked about each open attempt once a minute, however often the round runs', async () => {
    const { payment } = await buyer.order(goods)
    await execute('UPDATE payment_attempts SET created_at = created_at - INTERVAL 1 MINUTE')
    const asked: string[] = []
    await Promise.all(
      Array.from({ length: 5 }, () => settleOpenAttempts(async reference => void asked.push(reference))),
    )
    expect(asked).toEqual([payment.reference])
  })

  test('reports a failed payment is believed, and another may begin', async () => {
    const { order, payment } = await buyer.order(goods)
    shop.chaos({ webhooks: 0, patch: { status: 'failed', gateway_response: 'Declined' } })
    expect((await buyer.check(order.id)).status).toBe(409)
    expect(
      await select('SELECT status_code, reason FROM payment_attempts WHERE reference = ?', [payment.reference]),
    ).toEqual([{ status_code: 'FAILED', reason: 'Declined' }])
    expect(isFinal('failed')).toBe(true)
  })

  test('knows of no payment says so to staff who ask', async () => {
    const { order, payment } = await buyer.order(goods)
    const { token } = await aUser('MANAGER')
    const check = () => api.send('POST', `/api/staff/orders/${order.id}/check-payment`, { token, body: {} })
    expect((await check()).body).toMatchObject({
      message: 'The provider has no payment for this order.',
      order: { status_code: 'UNPAID' },
    })
    await shop.pay(payment)
    expect((await check()).body).toMatchObject({ message: 'The order is paid.', order: { status_code: 'PROCESSING' } })
    shop.unreachable(true)
    expect((await check()).status).toBe(200)
    shop.unreachable(false)
  })
})

test("is never asked about somebody else's order", async () => {
  const { order } = await buyer.order(goods)
  expect((await (await aBuyer(api)).check(order.id)).status).toBe(404)
  expect((await (await aBuyer(api, 'guest')).check(order.id)).status).toBe(404)
})
