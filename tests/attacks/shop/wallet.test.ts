import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { execute, select } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import { expireOrders } from '#api/orders/expire-orders.ts'
import { settleAttempts } from '#api/payments/settle-attempts.ts'
import { settlePayments } from '#api/payments/settle-payments.ts'
import { countAddress } from '#api/payments/wallet/prompt-limits.ts'
import { forgetTries } from '#tests/support/server/forget-tries.ts'
import { type Api, aUser } from '#tests/support/server/api.ts'
import { withPayingShop } from '#tests/support/shop/paying-shop.ts'
import { aBuyer, CANCELLED, GOES_BACK, PAID, type PayingShop, tally, WAITING } from '#tests/support/shop/payments.ts'
import { aVariation, count } from '#tests/support/server/shop.ts'
import { aWalletPayer, letTimePass, standing, type WalletPayer } from '#tests/support/shop/wallets.ts'

const NEVER = 600_000

let api: Api
let shop: PayingShop
let goods: number
let payer: WalletPayer
withPayingShop(
  opened => {
    ;({ api, shop } = opened)
  },
  { phone_after: NEVER },
)
beforeEach(async () => {
  await forgetTries()
  goods = await aVariation(1_000)
  payer = await aWalletPayer(api, goods)
})
afterEach(async () => {
  await shop.sandbox.idle()
  await settlePayments()
})

const charges = () => count('sandbox_transactions', "channel = 'mobile_money'")
/** The owner of every phone that is asked enters the PIN. */
const approveAll = () => execute("UPDATE sandbox_transactions SET answers_at = created_at WHERE status = 'pending'")
const webhook = (body: string, key = env.payments!.secretKey) =>
  fetch(`${api.base}/api/payments/paystack/webhook`, {
    method: 'POST',
    headers: { 'x-paystack-signature': createHmac('sha512', key).update(body).digest('hex') },
    body,
  })
const told = (reference: string) =>
  JSON.stringify({ event: 'charge.success', data: { id: 1, reference, status: 'success', amount: 1000 } })

describe('a stranger', () => {
  test("starts, reads and answers no payment of somebody else's order", async () => {
    const { reference } = standing(await payer.ask({ network: 'vod', phone: '020 123 4567' })).wallet!
    const before = await charges()
    const wallet = { network: 'mtn', phone: '024 765 4321' }
    const strangers = [(await aUser('CUSTOMER')).token, (await aBuyer(api, 'guest')).token]
    for (const [method, path, more] of [
      ['POST', '/api/payments/wallet', wallet],
      ['PATCH', '/api/payments/wallet', {}],
      ['POST', '/api/payments/wallet/code', { reference, code: '123456' }],
    ] as const) {
      const send = (door: object, token?: string) =>
        api.send(method, path, { body: { ...door, ...more }, ...(token && { token }) })
      for (const token of strangers)
        expect((await send({ order_id: payer.order.id }, token)).status, `${method} ${path}`).toBe(404)
      expect((await send({ order_id: payer.order.id })).status).toBe(401)
      expect((await send({ tracking_token: 'x'.repeat(32) })).status).toBe(404)
      expect((await send({})).status).toBe(422)
      expect((await send({ order_id: payer.order.id, tracking_token: payer.tracking_token })).status).toBe(422)
    }
    expect([await charges(), await tally(payer.order.id)]).toEqual([before, WAITING])
  })

  test("answers no code of another order's payment through an order of their own", async () => {
    const { reference } = standing(await payer.ask({ network: 'vod', phone: '020 123 4567' })).wallet!
    const other = await aWalletPayer(api, goods)
    expect((await other.code(reference, '123456')).status).toBe(404)
    expect(standing(await other.look({ reference })).wallet).toBe(null)
    expect(standing(await payer.look()).wallet!.state).toBe('code')
  })

  test('with the link sees only the last digits of the phone that is asked', async () => {
    const { text } = await payer.ask({ phone: '055 987 6543' })
    expect(text).toContain('055 *** *543')
    expect(text + (await payer.look()).text).not.toMatch(/987 ?6543/)
  })
})

describe('prompts as a nuisance', () => {
  test('sends one phone four in ten minutes when many people ask at once', async () => {
    const payers = await Promise.all(Array.from({ length: 12 }, () => aWalletPayer(api, goods)))
    const replies = await Promise.all(payers.map(({ ask }) => ask({ phone: '024 999 0000' })))
    expect(replies.map(({ status }) => status).sort()).toEqual([
      ...Array<number>(4).fill(200),
      ...Array<number>(8).fill(429),
    ])
    expect([await charges(), replies.find(({ status }) => status === 429)!.headers.get('retry-after')]).toEqual([
      4,
      '600',
    ])
    expect((await payers[0]!.ask({ phone: '024 999 0001' })).status).toBe(200)
  })

  test('one phone gets fifteen a day', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 17; n++) {
      const { order, ask } = await aWalletPayer(api, goods)
      statuses.push((await ask({ phone: '024 999 0000' })).status)
      await letTimePass(order.id, 11 + (17 - n) * 5)
    }
    expect(statuses).toEqual([...Array<number>(15).fill(200), 429, 429])
  })

  test('one order sends eight, of a thousand tries at a thousand phones', async () => {
    const statuses = new Map<number, number>()
    for (let n = 0; n < 4; n++) {
      await forgetTries()
      const replies = await Promise.all(
        Array.from({ length: 250 }, (_, m) => payer.ask({ phone: `024${1_000_000 + n * 250 + m}` })),
      )
      for (const { status } of replies) statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    expect([await charges(), statuses.get(200)]).toEqual([8, 8])
    expect([...statuses.keys()].sort()).toEqual([200, 429])
  })

  test('one internet address asks thirty a minute, of a thousand tries', async () => {
    let allowed = 0
    for (let n = 0; n < 20; n++) {
      const tries = await Promise.allSettled(Array.from({ length: 50 }, () => countAddress('203.0.113.9')))
      allowed += tries.filter(({ status }) => status === 'fulfilled').length
    }
    expect(allowed).toBe(30)
    await countAddress('203.0.113.10')
  })

  test('control: asking again for what the phone is already asked counts nothing', async () => {
    for (let n = 0; n < 6; n++) expect((await payer.ask()).status).toBe(200)
    expect(await charges()).toBe(1)
  })
})

describe('a number', () => {
  test.each([
    ['Arabic digits', '٠٢٤١٢٣٤٥٦٧'],
    ['full-width digits', '０２４１２３４５６７'],
    ['mathematical digits', '𝟎𝟐𝟒𝟏𝟐𝟑𝟒𝟓𝟔𝟕'],
    ['the letter O', 'O241234567'],
    ['a text around it', 'call 0241234567'],
    ['an extension', '0241234567 ext. 9'],
    ['another country', '+2348031234567'],
    ['a landline', '0302123456'],
    ['a missing digit', '024123456'],
  ])('with %s is refused, and nobody is asked', async (_, phone) => {
    const reply = await payer.ask({ phone })
    expect([reply.status, reply.body.errors]).toEqual([
      422,
      { phone: ['Enter a Ghana mobile number, such as 024 123 4567.'] },
    ])
    expect(await charges()).toBe(0)
  })
})

describe('a webhook', () => {
  test('that is forged, early or sent again pays nothing and pays nothing twice', async () => {
    const { reference } = standing(await payer.ask()).wallet!
    expect((await webhook(told(reference), 'sk_test_other')).status).toBe(401)
    expect((await webhook(told(reference))).status).toBe(200)
    await settlePayments()
    expect(await tally(payer.order.id)).toEqual(WAITING)
    await approveAll()
    await Promise.all([webhook(`${told(reference)} `), webhook(`${told(reference)} `), webhook(`${told(reference)}\n`)])
    await settlePayments()
    expect(await tally(payer.order.id)).toEqual(PAID)
  })

  test.each([
    ['a pesewa less', { requested_amount: 999, amount: 999 }],
    ['another currency', { currency: 'NGN' }],
    ['test money for live', { domain: 'live' }],
    ['another order', { metadata: { order_id: '999999' } }],
  ])('about %s pays nothing, and staff are told', async (_, patch) => {
    const { reference } = standing(await payer.ask()).wallet!
    shop.chaos({ patch, phone_after: NEVER })
    await approveAll()
    await webhook(told(reference))
    await settlePayments()
    expect(await tally(payer.order.id)).toEqual({ ...WAITING, exceptions: ['PAYMENT_MISMATCH'] })
    expect(standing(await payer.look()).wallet!.state).toBe('mismatch')
  })
})

describe('an approval that comes late', () => {
  test('is refunded when a person cancelled the order', async () => {
    await payer.ask()
    const { token } = await aUser('MANAGER')
    const body = { status_code: 'CANCELLED' }
    expect((await api.send('PATCH', `/api/staff/orders/${payer.order.id}`, { token, body })).status).toBe(200)
    await approveAll()
    expect(standing(await payer.look())).toMatchObject({ status_code: 'CANCELLED', wallet: { state: 'paid' } })
    expect(await tally(payer.order.id)).toEqual({ ...CANCELLED, ...GOES_BACK })
    expect((await payer.ask({ phone: '024 765 4321' })).status).toBe(409)
  })

  test('revives an order whose time was over, or is refunded when its goods are gone', async () => {
    const other = await aWalletPayer(api, goods)
    for (const each of [payer, other]) {
      await each.ask({ phone: `024 123 00${10 + (each === payer ? 1 : 2)}` })
      await execute('UPDATE orders SET reserved_until = NOW(3) - INTERVAL 1 SECOND WHERE id = ?', [each.order.id])
      expect((await each.ask({ phone: '024 765 4321' })).status).toBe(409)
    }
    // Nobody loses the goods while a phone that was asked in time can still approve.
    await expireOrders(settleAttempts)
    expect((await tally(payer.order.id)).status).toBe('UNPAID')
    for (const each of [payer, other]) await letTimePass(each.order.id)
    await expireOrders(settleAttempts)
    expect([(await tally(payer.order.id)).status, (await tally(other.order.id)).status]).toEqual([
      'CANCELLED',
      'CANCELLED',
    ])
    await approveAll()
    expect(standing(await payer.look()).status_code).toBe('PROCESSING')
    await execute('UPDATE product_variations SET on_hand = 0 WHERE id = ?', [goods])
    await other.look()
    await execute('UPDATE product_variations SET on_hand = 999 WHERE id = ?', [goods])
    expect(await tally(other.order.id)).toEqual({ ...CANCELLED, ...GOES_BACK, exceptions: ['PAID_TOO_LATE'] })
  })
})

describe('one payment', () => {
  test('is kept when a phone and a card pay at the same moment; the other goes back', async () => {
    for (let round = 0; round < 5; round++) {
      const each = await aWalletPayer(api, goods)
      await each.ask({ phone: `024 123 11${10 + round}` })
      await approveAll()
      await Promise.all([shop.pay(each.payment), each.look(), each.buyer.check(each.order.id)])
      await shop.sandbox.idle()
      await Promise.all([each.look(), settleAttempts(each.order.id)])
      await settlePayments()
      expect(await tally(each.order.id)).toEqual({ ...PAID, ...GOES_BACK, exceptions: ['PAID_TWICE'] })
    }
  })

  test('is kept when two phones approve; the other goes back', async () => {
    await payer.ask()
    await payer.ask({ network: 'atl', phone: '027 123 4567' })
    await approveAll()
    await Promise.all([payer.look(), settleAttempts(payer.order.id)])
    await settleAttempts(payer.order.id)
    expect(await tally(payer.order.id)).toEqual({ ...PAID, ...GOES_BACK, exceptions: ['PAID_TWICE'] })
  })

  test('is not asked for when the total is no longer the one that was shown', async () => {
    await payer.buyer.fill(goods, 2)
    await payer.buyer.place()
    const refused = await payer.ask({ total: 10 })
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'The total is now GH₵\u00A030.00. Check the order, then pay.',
    ])
    expect(await charges()).toBe(0)
    expect(standing(await payer.ask({ total: 30 })).wallet).toMatchObject({ state: 'waiting', amount: 3000 })
  })

  test('that does not fit the order is not called failed, so that nobody pays again', async () => {
    await payer.ask()
    await execute('UPDATE sandbox_transactions SET amount = amount - 100')
    await approveAll()
    expect(standing(await payer.look()).wallet!.state).toBe('mismatch')
  })

  test('goes back when the order changed its total while the phone was asked', async () => {
    await payer.ask()
    await payer.buyer.fill(goods, 2)
    const { order } = await payer.buyer.place()
    expect([order.id, order.total]).toEqual([payer.order.id, 30])
    await approveAll()
    await settleAttempts(order.id)
    expect(await tally(order.id)).toMatchObject({ status: 'UNPAID', ...GOES_BACK })
    expect(await select('SELECT amount FROM payment_refunds')).toEqual([{ amount: 1000 }])
  })
})
