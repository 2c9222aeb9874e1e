import { createHmac } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { select } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import { settlePayments } from '#api/payments/settle-payments.ts'
import type { Payment } from '#sync/protocol/shop/checkout.ts'
import type { Api } from '#tests/support/server/api.ts'
import { seeded } from '#tests/support/server/network.ts'
import { withPayingShop } from '#tests/support/shop/paying-shop.ts'
import { aBuyer, PAID, type PayingShop, tally, WAITING } from '#tests/support/shop/payments.ts'
import { aVariation, count } from '#tests/support/server/shop.ts'
import { bySize } from '#tests/support/runs/sizes.ts'

const FORGERIES = bySize({ small: 50, usual: 100, full: 1_000 })
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000)
const random = seeded(SEED)

let api: Api
let shop: PayingShop
let order_id: number
let payment: Payment
withPayingShop(
  opened => {
    ;({ api, shop } = opened)
  },
  { webhooks: 0 },
)
beforeEach(async () => {
  const placed = await (await aBuyer(api)).order(await aVariation())
  order_id = placed.order.id
  payment = placed.payment
})

const sign = (body: string, secret = env.payments!.secretKey) => createHmac('sha512', secret).update(body).digest('hex')
const deliver = (body: string, signature: string) =>
  api.send('POST', '/api/payments/paystack/webhook', { body, headers: { 'x-paystack-signature': signature } })
/** A success as Paystack might write it, and JSON.stringify would not. */
const told = (more: object = {}) =>
  JSON.stringify(
    {
      event: 'charge.success',
      data: { id: 59214, status: 'success', reference: payment.reference, amount: 1000, currency: 'GHS', ...more },
    },
    null,
    1,
  )

const FORGED: readonly ((body: string) => string)[] = [
  () => '',
  body => sign(body).slice(1),
  body => sign(body).toUpperCase(),
  body => sign(body, 'sk_test_other'),
  body => sign(JSON.stringify(JSON.parse(body))),
  body => sign(`${body} `),
  body => sign(body).replace(/.$/, last => (last === '0' ? '1' : '0')),
  body => createHmac('sha256', env.payments!.secretKey).update(body).digest('hex'),
  () => '0'.repeat(128),
  body => `${sign(body)},${sign(body)}`,
]

test(`answers ${FORGERIES} forged webhooks of a real payment with 401 and no effect (seed ${SEED})`, async () => {
  await shop.pay(payment)
  const forged = Array.from({ length: FORGERIES }, (_, i) => {
    const body = told({ nonce: random() })
    return deliver(body, FORGED[i % FORGED.length]!(body))
  })
  expect(new Set((await Promise.all(forged)).map(({ status }) => status))).toEqual(new Set([401]))
  await settlePayments()
  expect([await count('payment_events'), await tally(order_id)]).toEqual([0, WAITING])
})

test('answers a genuine one sent a hundred times at once with 200 each time, and pays once', async () => {
  await shop.pay(payment)
  const replies = await Promise.all(Array.from({ length: 100 }, () => deliver(told(), sign(told()))))
  await settlePayments()
  expect([new Set(replies.map(({ status }) => status)), await count('payment_events'), await tally(order_id)]).toEqual([
    new Set([200]),
    1,
    PAID,
  ])
})

test('does not believe a genuine one when the provider says nobody has paid', async () => {
  for (const more of [{}, { amount: 1 }, { status: 'success', id: 1 }])
    expect((await deliver(told(more), sign(told(more)))).status).toBe(200)
  await settlePayments()
  expect(await tally(order_id)).toEqual(WAITING)
})

test('keeps one that arrives while the provider is away, and pays when it is back', async () => {
  await shop.pay(payment)
  shop.unreachable(true)
  expect((await deliver(told(), sign(told()))).status).toBe(200)
  await settlePayments()
  expect(await tally(order_id)).toEqual(WAITING)
  shop.unreachable(false)
  await settlePayments()
  expect(await tally(order_id)).toEqual(PAID)
})

test('answers 200 for an unknown payment, keeps it and tells staff once', async () => {
  for (const nonce of [1, 2]) {
    const body = told({ reference: '0-1', nonce })
    expect((await deliver(body, sign(body))).status).toBe(200)
  }
  await settlePayments()
  expect(await select('SELECT code, detail FROM exceptions')).toEqual([
    { code: 'UNKNOWN_PAYMENT', detail: 'Payment 0-1 has no order: the provider has no record of it either.' },
  ])
  expect([await count('payment_events'), await count('payments'), await tally(order_id)]).toEqual([2, 0, WAITING])
})

test('tells staff of a dispute once with its deadline, and once when it is decided', async () => {
  const dispute = (event: string, more: object = {}) => {
    const body = JSON.stringify({
      event: `charge.dispute.${event}`,
      data: {
        id: 5001,
        status: 'awaiting-merchant-feedback',
        dueAt: '2026-12-01T18:00:00.000Z',
        category: 'chargeback',
        transaction: { id: 59214, reference: payment.reference },
        ...more,
      },
    })
    return deliver(body, sign(body))
  }
  await shop.pay(payment)
  await settlePayments()
  for (const event of ['create', 'create', 'remind'])
    expect((await dispute(event, { updated_at: random() })).status).toBe(200)
  await settlePayments()
  const raised = () =>
    select<{ code: string; order_id: number; detail: string }>(
      "SELECT code, order_id, detail FROM exceptions WHERE code = 'DISPUTED' ORDER BY id",
    )
  expect(await raised()).toEqual([
    {
      code: 'DISPUTED',
      order_id,
      detail: `Payment ${payment.reference} is disputed by the customer's bank. Answer it in the provider's dashboard until 2026-12-01 18:00 UTC.`,
    },
  ])
  await dispute('resolve', { status: 'resolved', dueAt: null })
  await settlePayments()
  expect((await raised()).map(({ detail }) => detail.slice(0, 40))).toEqual([
    expect.stringMatching(/^Payment /),
    expect.stringMatching(/^The dispute of payment /),
  ])
})
