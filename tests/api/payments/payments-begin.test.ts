import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db, duplicateKeyOf, execute, select } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import type { OwnOrder } from '#sync/protocol/shop/order-view.ts'
import type { Payment } from '#sync/protocol/shop/checkout.ts'
import { type Api, aUser } from '#tests/support/server/api.ts'
import { aNetwork } from '#tests/support/server/network.ts'
import { withPayingShop } from '#tests/support/shop/paying-shop.ts'
import { aBuyer, PAID, type PayingShop, tally, WAITING } from '#tests/support/shop/payments.ts'
import { aVariation, count } from '#tests/support/server/shop.ts'
import { tokenOf } from '#tests/support/shop/website-orders.ts'

let api: Api
let shop: PayingShop
let goods: number
withPayingShop(opened => {
  ;({ api, shop } = opened)
})
beforeEach(async () => {
  goods = await aVariation(100)
})
afterEach(() => db.query('DROP TRIGGER IF EXISTS fault'))

const attempts = () =>
  select<{ reference: string; status_code: string; amount: number }>(
    'SELECT reference, status_code, amount FROM payment_attempts ORDER BY id',
  )

describe('an order', () => {
  test('comes with what opens the pop-up', async () => {
    const buyer = await aBuyer(api, 'guest')
    await buyer.fill(goods, 3)
    const { status, order, payment } = await buyer.place()
    expect([status, order.status_code, order.total, order.tracking_url !== undefined]).toEqual([
      201,
      'UNPAID',
      30,
      true,
    ])
    expect(payment).toEqual({
      provider: 'paystack',
      public_key: 'pk_test_demo',
      reference: expect.stringMatching(new RegExp(`^${order.id}-\\d{13}$`)) as string,
      amount: 3000,
      currency: 'GHS',
      email: `order-${order.id}@shop.test`,
      access_code: expect.stringMatching(/^\w{15}$/) as string,
      authorization_url: `${shop.base}/checkout/${payment!.access_code}`,
    })
    expect((await shop.client.verify(payment!.reference))!).toMatchObject({
      amount: 3000,
      currency: 'GHS',
      metadata: { order_id: String(order.id), cancel_action: `${env.shopUrl}/checkout/return?order=${order.id}` },
    })
    expect(
      await select('SELECT callback_url FROM sandbox_transactions WHERE reference = ?', [payment!.reference]),
    ).toEqual([{ callback_url: `${env.shopUrl}/checkout/return?order=${order.id}` }])
  })

  test('is complete at once when it costs nothing', async () => {
    await execute("INSERT INTO coupons (code, name, type, value) VALUES ('FREE', 'Free', 'percentage', 100)")
    const buyer = await aBuyer(api)
    await buyer.fill(goods)
    expect(await buyer.place({ coupon_code: 'FREE' })).toMatchObject({
      status: 201,
      payment: null,
      order: { status_code: 'PROCESSING', total: 0 },
    })
    expect(await attempts()).toEqual([])
  })

  test('is refused when no payments are configured', async () => {
    const { payments } = env
    const buyer = await aBuyer(api)
    await buyer.fill(goods)
    env.payments = null
    const { reply } = await buyer.place()
    env.payments = payments
    expect([reply.status, reply.body.code, reply.headers.has('retry-after'), await count('orders')]).toEqual([
      503,
      'payments_unavailable',
      true,
      0,
    ])
  })

  test('is kept when the provider cannot be reached, and paid later under the same key', async () => {
    const buyer = await aBuyer(api)
    await buyer.fill(goods)
    shop.unreachable(true)
    const { reply } = await buyer.place({}, 'k-1')
    shop.unreachable(false)
    expect([reply.status, reply.body.code, await count('orders')]).toEqual([503, 'provider_unreachable', 1])
    const { status, order, payment } = await buyer.place({}, 'k-1')
    expect([status, await count('orders'), payment!.reference]).toEqual([201, 1, (await attempts())[0]!.reference])
    expect(await tally(order.id)).toEqual(WAITING)
  })

  test('is paid by another attempt when the answer to the first was lost', async () => {
    let asked = 0
    const network = await aNetwork(Number(new URL(shop.base).port), { lost: 0.5 }, () => (asked++ === 0 ? 0 : 0.9))
    const { payments } = env
    const buyer = await aBuyer(api)
    await buyer.fill(goods)
    env.payments = { ...payments!, apiUrl: `${network.url}/sandbox/paystack` }
    const { status, order, payment } = await buyer.place()
    env.payments = payments
    network.close()
    expect([
      status,
      network.happened.lost,
      (await attempts()).map(({ reference, status_code }) => [reference === payment!.reference, status_code]),
    ]).toEqual([
      201,
      1,
      [
        [false, 'OPENED'],
        [true, 'OPENED'],
      ],
    ])
    await shop.pay(payment!)
    expect([(await buyer.check(order.id)).status, await tally(order.id)]).toEqual([200, PAID])
  })

  test('keeps each attempt from before the provider hears of it to its end, with at most one success', async () => {
    const buyer = await aBuyer(api)
    await buyer.fill(goods)
    const statuses = async () => (await attempts()).map(({ status_code }) => status_code)
    const again = async (order_id: number) =>
      ((await buyer.send('POST', `account/orders/${order_id}/pay`, {})).body as unknown as { payment: Payment }).payment
    shop.unreachable(true)
    expect([(await buyer.place()).status, await statuses()]).toEqual([503, ['CREATED']])
    shop.unreachable(false)
    const { order, payment } = await buyer.place()
    expect(await statuses()).toEqual(['OPENED'])
    shop.chaos({ webhooks: 0 })
    await shop.call(
      'POST',
      `/checkout/${payment!.access_code}/pay`,
      { mobile_money: { phone: '0241234567', provider: 'mtn' } },
      null,
    )
    expect([(await buyer.check(order.id)).status, await statuses()]).toEqual([409, ['PENDING']])
    shop.later(181_000)
    expect([(await buyer.check(order.id)).status, await statuses()]).toEqual([409, ['FAILED']])
    await shop.pay(await again(order.id))
    shop.chaos({ webhooks: 0, patch: { currency: 'NGN' } })
    expect([(await buyer.check(order.id)).status, await statuses()]).toEqual([409, ['FAILED', 'MISMATCH']])
    shop.chaos({ webhooks: 0 })
    await shop.pay(await again(order.id))
    expect([(await buyer.check(order.id)).status, await statuses()]).toEqual([200, ['FAILED', 'MISMATCH', 'SUCCESS']])
    expect(await tally(order.id)).toEqual({ ...PAID, exceptions: ['PAYMENT_MISMATCH'] })
    const twice = execute(
      "INSERT INTO payments (attempt_id, order_id, provider_transaction_id, amount, paid_at, status_code) SELECT id, order_id, '1', amount, NOW(3), 'APPLIED' FROM payment_attempts WHERE status_code = 'FAILED'",
    )
    await expect(twice).rejects.toSatisfy(error => duplicateKeyOf(error) === 'applied_to')
  })

  test('stays the same order when it changes before it is paid, with a new attempt when the price differs', async () => {
    const buyer = await aBuyer(api)
    const first = await buyer.order(goods)
    const same = await buyer.place()
    expect([same.order.id, same.payment]).toEqual([first.order.id, first.payment])
    await buyer.fill(goods)
    const dearer = await buyer.place()
    expect([dearer.order.id, dearer.payment!.amount, dearer.payment!.reference === first.payment.reference]).toEqual([
      first.order.id,
      2000,
      false,
    ])
  })
})

describe('an idempotency key', () => {
  test('makes one order, one attempt and one answer when twenty show it at once', async () => {
    const buyer = await aBuyer(api)
    await buyer.fill(goods)
    const placed = await Promise.all(Array.from({ length: 20 }, () => buyer.place({}, 'k-1')))
    expect(new Set(placed.map(({ reply }) => `${reply.status} ${reply.text}`)).size).toBe(1)
    expect([placed[0]!.status, await count('orders'), (await attempts()).length]).toEqual([201, 1, 1])
    expect(placed.filter(({ reply }) => reply.headers.has('idempotent-replayed')).length).toBeLessThan(20)
  })

  test('resumes at the phase that was reached when the shop crashed', async () => {
    const buyer = await aBuyer(api)
    await buyer.fill(goods)
    await db.query(
      "CREATE TRIGGER fault BEFORE UPDATE ON payment_attempts FOR EACH ROW IF NEW.access_code IS NOT NULL THEN SIGNAL SQLSTATE '45000'; END IF",
    )
    expect((await buyer.place({}, 'k-1')).status).toBe(500)
    await db.query('DROP TRIGGER fault')
    await execute('UPDATE payment_attempts SET opening_until = NULL')
    const { status, order, payment } = await buyer.place({}, 'k-1')
    // The first attempt was opened, and its access code is lost: another takes its place.
    expect([status, await count('orders'), (await attempts()).map(({ status_code }) => status_code)]).toEqual([
      201,
      1,
      ['OPENED', 'OPENED'],
    ])
    await shop.pay(payment!)
    expect((await buyer.check(order.id)).status).toBe(200)
  })

  test('replays the first reply byte by byte and refuses another body', async () => {
    const buyer = await aBuyer(api)
    await buyer.fill(goods)
    const first = await buyer.place({}, 'k-1')
    await buyer.fill(goods)
    const again = await buyer.place({}, 'k-1')
    expect([again.reply.text, again.reply.headers.get('idempotent-replayed')]).toEqual([first.reply.text, 'true'])
    expect(first.reply.headers.has('idempotent-replayed')).toBe(false)
    expect((await buyer.place({ first_name: 'Other' }, 'k-1')).reply.body.code).toBe('key_reused')
  })

  test('is free again when its order was refused', async () => {
    const buyer = await aBuyer(api)
    await buyer.fill(goods)
    expect((await buyer.place({ total: 9 }, 'k-1')).reply.body.code).toBe('stale_total')
    expect(await count('idempotency_keys')).toBe(0)
    expect((await buyer.place({}, 'k-2')).status).toBe(201)
  })

  test('makes a new order when its order was cancelled before payment', async () => {
    const buyer = await aBuyer(api)
    await buyer.fill(goods)
    shop.unreachable(true)
    await buyer.place({}, 'k-1')
    shop.unreachable(false)
    const { token } = await aUser('MANAGER')
    const [{ id }] = (await select<{ id: number }>('SELECT id FROM orders')) as [{ id: number }]
    expect(
      (await api.send('PATCH', `/api/staff/orders/${id}`, { token, body: { status_code: 'CANCELLED' } })).status,
    ).toBe(200)
    const { status, order } = await buyer.place({}, 'k-1')
    expect([status, order.id === id, order.status_code]).toEqual([201, false, 'UNPAID'])
  })
})

describe('paying again', () => {
  const pay = (path: string, token: string | null) => api.send('POST', path, { token, body: {} })
  const paymentIn = (body: unknown) => body as { order: OwnOrder; payment: Payment }

  test('gives the open attempt while it is valid, to the customer and to anybody with the link', async () => {
    const customer = await aBuyer(api)
    const mine = await customer.order(goods)
    const reply = await pay(`/api/account/orders/${mine.order.id}/pay`, customer.token)
    expect([reply.status, paymentIn(reply.body).payment]).toEqual([200, mine.payment])
    const theirs = await (await aBuyer(api, 'guest')).order(goods)
    expect(paymentIn((await pay(`/api/orders/track/${tokenOf(theirs.order)}/pay`, null)).body).payment).toEqual(
      theirs.payment,
    )
  })

  test('opens another attempt when the first has failed', async () => {
    const buyer = await aBuyer(api)
    const { order, payment } = await buyer.order(goods)
    shop.chaos({ patch: { status: 'failed', gateway_response: 'Declined' } })
    expect((await buyer.check(order.id)).status).toBe(409)
    shop.chaos({})
    expect(paymentIn((await pay(`/api/account/orders/${order.id}/pay`, buyer.token)).body).payment.reference).not.toBe(
      payment.reference,
    )
  })

  test("is refused for somebody else's order, a paid one, and one that expired", async () => {
    const buyer = await aBuyer(api)
    const { order, payment } = await buyer.order(goods)
    expect((await pay(`/api/account/orders/${order.id}/pay`, (await aBuyer(api)).token)).status).toBe(404)
    expect((await pay(`/api/orders/track/${'x'.repeat(32)}/pay`, null)).status).toBe(404)
    await execute('UPDATE orders SET reserved_until = NOW(3) - INTERVAL 1 SECOND WHERE id = ?', [order.id])
    expect((await pay(`/api/account/orders/${order.id}/pay`, buyer.token)).status).toBe(409)
    await shop.pay(payment)
    await buyer.check(order.id)
    expect((await pay(`/api/account/orders/${order.id}/pay`, buyer.token)).status).toBe(409)
  })
})
