import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { execute, select } from '#api/db/database.ts'
import { orderTimeline } from '#api/orders/order-timeline.ts'
import { settlePayments } from '#api/payments/settle-payments.ts'
import { APPROVAL_SECONDS } from '#sync/protocol/shop/wallet.ts'
import { forgetTries } from '#tests/support/server/forget-tries.ts'
import { type Api } from '#tests/support/server/api.ts'
import { withPayingShop } from '#tests/support/shop/paying-shop.ts'
import { aBuyer, PAID, type PayingShop, tally, WAITING } from '#tests/support/shop/payments.ts'
import { aVariation } from '#tests/support/server/shop.ts'
import { aWalletPayer, letTimePass, standing, type WalletPayer } from '#tests/support/shop/wallets.ts'

let api: Api
let shop: PayingShop
let goods: number
let payer: WalletPayer
withPayingShop(
  opened => {
    ;({ api, shop } = opened)
  },
  { phone_after: 600_000 },
)
beforeEach(async () => {
  await forgetTries()
  goods = await aVariation(100)
  payer = await aWalletPayer(api, goods)
})
afterEach(async () => {
  await shop.sandbox.idle()
  await settlePayments()
})

const charges = () =>
  select<{ reference: string; status: string; amount: number; channel: string }>(
    "SELECT reference, status, amount, channel FROM sandbox_transactions WHERE channel = 'mobile_money' ORDER BY id",
  )

describe('a payment from an MTN phone', () => {
  test('asks the phone, waits, and pays the order once its owner approves', async () => {
    const before = Date.now()
    const asked = await payer.ask()
    expect(asked.status).toBe(200)
    expect(standing(asked)).toEqual({
      status_code: 'UNPAID',
      on_delivery: false,
      deposit: 0,
      gift: null,
      to_pay: 10,
      wallet: {
        reference: expect.stringMatching(new RegExp(`^${payer.order.id}-\\d+$`)) as string,
        network: 'mtn',
        phone: '024 *** *567',
        amount: 1000,
        state: 'waiting',
        reason: null,
        ends_at: expect.any(String) as string,
      },
    })
    const asked_at = Date.parse(standing(asked).wallet!.ends_at!) - APPROVAL_SECONDS * 1_000
    expect([asked_at >= before, asked_at <= Date.now()]).toEqual([true, true])
    expect(await charges()).toMatchObject([{ status: 'pending', amount: 1000 }])
    expect(standing(await payer.look())).toMatchObject({ status_code: 'UNPAID', wallet: { state: 'waiting' } })
    expect(await tally(payer.order.id)).toEqual(WAITING)
  })

  test('pays the order when its owner approves, by the webhook alone', async () => {
    shop.chaos({ phone_after: 50 })
    await payer.ask()
    await expect.poll(async () => (await tally(payer.order.id)).status).toBe('PROCESSING')
    await settlePayments()
    expect(await tally(payer.order.id)).toEqual(PAID)
    expect(await select('SELECT channel, amount FROM payments')).toEqual([{ channel: 'mobile_money', amount: 1000 }])
    expect(standing(await payer.look())).toMatchObject({ status_code: 'PROCESSING', wallet: { state: 'paid' } })
    const what = await orderTimeline(payer.order.id)
    expect(what.some(({ kind, detail }) => kind === 'PAYMENT' && detail.includes('MTN MoMo'))).toBe(true)
  })

  test('pays the order when no webhook comes and the shopper looks', async () => {
    shop.chaos({ phone_after: 0, webhooks: 0 })
    await payer.ask()
    expect(standing(await payer.look())).toMatchObject({ status_code: 'PROCESSING', wallet: { state: 'paid' } })
    expect(await tally(payer.order.id)).toEqual(PAID)
  })

  test('is done at once when the provider says so at once', async () => {
    const asked = await payer.ask({ phone: '055 123 4987' })
    expect(standing(asked)).toMatchObject({ status_code: 'PROCESSING', wallet: { state: 'paid' } })
    expect(await tally(payer.order.id)).toEqual(PAID)
    expect((await payer.ask()).status).toBe(409)
  })

  test('works for a signed-in customer by the order id', async () => {
    const buyer = await aBuyer(api)
    const { order } = await buyer.order(goods)
    const body = { order_id: order.id, network: 'atl', phone: '+233 27 123 4567' }
    const asked = await buyer.send('POST', 'payments/wallet', body)
    expect(standing(asked)).toMatchObject({ wallet: { network: 'atl', phone: '027 *** *567', state: 'waiting' } })
  })
})

describe('a payment that does not come', () => {
  test('says why when the phone refuses, and lets the shopper try another number', async () => {
    shop.chaos({ phone_after: 0 })
    await payer.ask({ phone: '024 123 0001' })
    expect(standing(await payer.look())).toMatchObject({
      status_code: 'UNPAID',
      wallet: { state: 'failed', reason: 'Insufficient funds' },
    })
    expect(standing(await payer.ask({ network: 'atl', phone: '027 123 4567' })).wallet!.state).toBe('waiting')
    expect(standing(await payer.look())).toMatchObject({ status_code: 'PROCESSING' })
    expect(await tally(payer.order.id)).toEqual(PAID)
  })

  test('says at once when the number has no wallet', async () => {
    expect(standing(await payer.ask({ phone: '024 123 0004' })).wallet).toMatchObject({
      state: 'failed',
      reason: 'The phone number has no mobile money wallet',
    })
  })

  test('is late when its time is over, and still counts when the money comes', async () => {
    await payer.ask()
    await letTimePass(payer.order.id)
    expect(standing(await payer.look()).wallet!.state).toBe('late')
    await execute('UPDATE sandbox_transactions SET answers_at = created_at')
    expect(standing(await payer.look())).toMatchObject({ status_code: 'PROCESSING', wallet: { state: 'paid' } })
  })

  test('ends as failed when the phone never answers', async () => {
    await payer.ask({ phone: '024 123 0002' })
    shop.later(181_000)
    expect(standing(await payer.look()).wallet).toMatchObject({ state: 'failed', reason: 'Transaction timed out' })
  })
})

describe('a code from the network', () => {
  test('pays with the right Telecel voucher', async () => {
    const { reference, state } = standing(await payer.ask({ network: 'vod', phone: '020 123 4567' })).wallet!
    expect(state).toBe('code')
    const paid = await payer.code(reference, '123456')
    expect(standing(paid)).toMatchObject({ status_code: 'PROCESSING', wallet: { state: 'paid' } })
    expect(await tally(payer.order.id)).toEqual(PAID)
  })

  test('is followed by a prompt where the network asks for both', async () => {
    const { reference } = standing(await payer.ask({ phone: '024 123 0003' })).wallet!
    expect(standing(await payer.code(reference, '123456')).wallet!.state).toBe('waiting')
    expect((await payer.code(reference, '123456')).status).toBe(409)
  })

  test('ends the attempt when it is wrong, and a new attempt asks again', async () => {
    const { reference } = standing(await payer.ask({ network: 'vod', phone: '020 123 4567' })).wallet!
    expect(standing(await payer.code(reference, '999999')).wallet).toMatchObject({
      state: 'failed',
      reason: 'Token Authorization Not Successful. Incorrect Token Provided',
    })
    expect((await payer.code(reference, '123456')).status).toBe(409)
    const again = standing(await payer.ask({ network: 'vod', phone: '020 123 4567' })).wallet!
    expect([again.state, again.reference === reference]).toEqual(['code', false])
  })
})

describe('one charge', () => {
  test('comes of ten presses at once', async () => {
    const asked = await Promise.all(Array.from({ length: 10 }, () => payer.ask()))
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(asked.map(reply => standing(reply).wallet!.reference)).size).toBe(1)
    expect(await charges()).toHaveLength(1)
  })

  test('comes of a key that is sent twice, and the reply is the same', async () => {
    const [first, second] = [await payer.ask({}, 'one-try'), await payer.ask({}, 'one-try')]
    expect(second.text).toBe(first.text)
    expect((await payer.ask({ phone: '024 765 4321' }, 'one-try')).status).toBe(422)
    expect(await charges()).toHaveLength(1)
  })

  test('comes of an answer that was lost: the phone is asked once, and the shopper waits', async () => {
    shop.chaos({ charge: 'lost', phone_after: 600_000 })
    expect(standing(await payer.ask({}, 'lost')).wallet!.state).toBe('waiting')
    shop.chaos({ phone_after: 600_000 })
    expect(standing(await payer.ask()).wallet!.state).toBe('waiting')
    expect(await charges()).toHaveLength(1)
  })

  test('is not made while the provider is away, and is made by the next press under the same key', async () => {
    shop.chaos({ charge: 'down', phone_after: 600_000 })
    expect((await payer.ask({}, 'away')).status).toBe(503)
    expect(await charges()).toEqual([])
    shop.chaos({ phone_after: 600_000 })
    expect((await payer.ask({}, 'away')).status).toBe(200)
    expect(await charges()).toHaveLength(1)
    expect(
      await select('SELECT id FROM payment_attempts WHERE order_id = ? AND network IS NOT NULL', [payer.order.id]),
    ).toHaveLength(1)
  })
})
