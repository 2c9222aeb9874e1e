import { beforeEach, describe, expect, test } from 'vitest'
import { execute, select, selectOne } from '#api/db/database.ts'
import { voidCard } from '#api/gift-cards/change-card.ts'
import { sendPurchased, settlePurchases } from '#api/payments/gifts/send-purchased.ts'
import { claimRefund, sendRefunds } from '#api/payments/send-refunds.ts'
import { reconcile } from '#api/payments/reconcile.ts'
import { settlePayments } from '#api/payments/settle-payments.ts'
import type { Payment } from '#sync/protocol/shop/checkout.ts'
import type { GiftOrder, GiftPurchase } from '#sync/protocol/shop/gift-purchase.ts'
import { forgetTries } from '#tests/support/server/forget-tries.ts'
import { type Api, aUser } from '#tests/support/server/api.ts'
import { aVariation, brokenRules } from '#tests/support/server/shop.ts'
import { aGiftCard, aGiftOrder, applyCard } from '#tests/support/shop/gift-cards.ts'
import { withPayingShop } from '#tests/support/shop/paying-shop.ts'
import { anOrderOf } from '#tests/support/shop/website-orders.ts'
import type { PayingShop } from '#tests/support/shop/payments.ts'

let api: Api
let shop: PayingShop
withPayingShop(opened => {
  ;({ api, shop } = opened)
})
beforeEach(forgetTries)

interface Bought {
  token: string
  purchase: GiftPurchase
  payment: Payment
}
const ask = (more: Partial<GiftOrder> = {}) => api.send('POST', '/api/gift-cards/purchases', { body: aGiftOrder(more) })
const buy = async (more: Partial<GiftOrder> = {}) => (await ask(more)).body as unknown as Bought
const call = (token: string, what: 'pay' | 'check') => api.send('POST', `/api/gift-cards/purchases/${token}/${what}`)
const heard = async () => {
  await shop.sandbox.idle()
  await settlePayments()
}
const cards = () =>
  select<{ id: number; balance: number; code_end: string }>('SELECT id, balance, code_end FROM stored_values')
const letters = () =>
  select<{ once_key: string; recipient: string; letter: string }>(
    "SELECT once_key, recipient, letter FROM mails WHERE once_key LIKE 'gift-%' ORDER BY id",
  )
const codeIn = (letter: string) => /[2-9A-HJKMNP-Z]{4}(-[2-9A-HJKMNP-Z]{4}){3}/.exec(letter)?.[0] ?? null
const accounts = () =>
  select("SELECT code, balance FROM accounts WHERE code IN ('PAYSTACK', 'GIFT_CARDS') ORDER BY code")

describe('a gift card bought online', () => {
  test('is a debt once it is paid, however often that is told, and its code goes to the recipient alone', async () => {
    const { token, payment, purchase } = await buy()
    expect([payment.amount, payment.reference.startsWith('gift-'), purchase.status_code]).toEqual([
      5000,
      true,
      'UNPAID',
    ])
    expect([(await call(token, 'check')).status, await cards(), await brokenRules()]).toEqual([409, [], []])
    await shop.pay(payment)
    await Promise.all([heard(), call(token, 'check'), call(token, 'check'), settlePurchases(), settlePurchases()])
    expect((await call(token, 'check')).body).toMatchObject({ purchase: { status_code: 'PAID', amount: 50 } })
    await Promise.all([sendPurchased(), sendPurchased()])
    const [receipt, card] = await letters()
    expect((await letters()).map(({ once_key, recipient }) => [once_key.replace(/\d+/, ''), recipient])).toEqual([
      ['gift--receipt', expect.stringMatching(/^ama-/)],
      ['gift--card', 'kofi@friends.test'],
    ])
    const code = codeIn(card!.letter)!
    expect([codeIn(receipt!.letter), await accounts(), await brokenRules()]).toEqual([
      null,
      [
        { code: 'GIFT_CARDS', balance: -50 },
        { code: 'PAYSTACK', balance: 50 },
      ],
      [],
    ])
    const balance = await api.send('POST', '/api/gift-cards/balance', { body: { code } })
    expect(balance.body).toMatchObject({ gift_card: { available: 50 } })
    const seen = [
      (await api.send('GET', `/api/gift-cards/purchases/${token}`)).text,
      (await api.send('GET', '/api/staff/gift-cards', { token: (await aUser('ADMINISTRATOR')).token })).text,
      JSON.stringify(await select('SELECT * FROM gift_purchases')),
    ]
    expect(seen.some(text => text.includes(code) || text.includes(code.replaceAll('-', '')))).toBe(false)
    expect(await select("SELECT id FROM transactions WHERE type_code = 'SALE'")).toEqual([])
    expect(await reconcile()).toBe(0)
  })

  test('is sent on its day and not before', async () => {
    const day = new Date(Date.now() + 3 * 24 * 60 * 60_000).toISOString().slice(0, 10)
    const { payment } = await buy({ send_on: day })
    await shop.pay(payment)
    await heard()
    expect([await sendPurchased(), (await letters()).length, (await cards())[0]!.code_end]).toEqual([0, 1, '----'])
    await execute('UPDATE gift_purchases SET send_on = UTC_DATE()')
    expect([await sendPurchased(), await sendPurchased(), (await letters()).length]).toEqual([1, 0, 2])
    expect(await brokenRules()).toEqual([])
  })

  test('is paid once by one payment, though the button is pressed twice or the answer is lost', async () => {
    const { token, payment } = await buy()
    const again = await Promise.all([call(token, 'pay'), call(token, 'pay')])
    expect(again.map(({ body }) => (body as unknown as Bought).payment.reference)).toEqual([
      payment.reference,
      payment.reference,
    ])
    await execute('UPDATE gift_purchases SET access_code = NULL')
    const [one, two] = await Promise.all([call(token, 'pay'), call(token, 'pay')])
    const [first, second] = [one, two].map(({ body }) => (body as unknown as Bought).payment)
    expect([first!.reference === second!.reference, first!.reference !== payment.reference]).toEqual([true, true])
    await shop.pay(first!)
    await heard()
    expect([(await cards()).length, (await call(token, 'pay')).status, await brokenRules()]).toEqual([1, 409, []])
  })

  test('is sent no more once staff have ended it', async () => {
    const { payment } = await buy({ send_on: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10) })
    await shop.pay(payment)
    await heard()
    const [card] = await cards()
    await voidCard(card!.id, { note: 'Paid by a stolen card', user_id: 7 })
    await execute('UPDATE gift_purchases SET send_on = UTC_DATE()')
    expect([await sendPurchased(), (await letters()).length, await brokenRules()]).toEqual([0, 1, []])
  })
})

describe('money back for a gift card bought online', () => {
  /** A paid card, as an administrator sees it. */
  async function paidCard(more: Partial<GiftOrder> = {}, card?: object) {
    const { payment } = await buy(more)
    await shop.pay(payment, card)
    await heard()
    await sendPurchased()
    const { token } = await aUser('ADMINISTRATOR')
    const { id } = (await cards()).at(-1)!
    const call = (method: string, end: string, body?: object) =>
      api.send(method, `/api/staff/gift-cards/${id}${end}`, { token, ...(body && { body }) })
    const back = (account_code: string | null = 'PAYSTACK') =>
      call('POST', '/void', { note: 'Asked for', account_code })
    return { id, call, back }
  }
  const refunds = () => select('SELECT amount, status_code, booked FROM gift_refunds ORDER BY id')
  const sentBack = () => select('SELECT amount, status FROM sandbox_refunds ORDER BY id')
  const toldOf = () => letters().then(all => all.filter(({ once_key }) => once_key.startsWith('gift-refund-')).length)

  test('goes back the way it came, once, and the card is void', async () => {
    const { id, call, back } = await paidCard()
    const replies = await Promise.all([back(), back(), back()])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    // The two that lost may have held the purchase while the first looked for what to send.
    await sendRefunds()
    await heard()
    expect([await refunds(), await sentBack(), await accounts(), await toldOf(), await brokenRules()]).toEqual([
      [{ amount: 5000, status_code: 'PROCESSED', booked: 1 }],
      [{ amount: 5000, status: 'processed' }],
      [
        { code: 'GIFT_CARDS', balance: 0 },
        { code: 'PAYSTACK', balance: 0 },
      ],
      1,
      [],
    ])
    expect((await call('GET', '')).body).toMatchObject({
      gift_card: { id, status_code: 'VOID', balance: 0 },
      online: { amount: 50, refunds: [{ amount: 50, status_code: 'PROCESSED' }] },
    })
    expect(await reconcile()).toBe(0)
    expect(await select("SELECT id FROM exceptions WHERE code <> 'SKEW'")).toEqual([])
  })

  test('is what is left on the card, and never more than was paid for it', async () => {
    const { id, call, back } = await paidCard()
    await applyCard((await anOrderOf({ [await aVariation()]: 2 })).id, id)
    expect([(await back()).status, await brokenRules()]).toEqual([200, []])
    const [{ amount }] = (await refunds()) as [{ amount: number }]
    const spent = -(await selectOne<{ sum: number }>(
      "SELECT SUM(amount) AS sum FROM stored_value_entries WHERE reason = 'SPEND'",
    ))!.sum
    expect([amount, spent > 0]).toEqual([5000 - spent * 100, true])

    const richer = await paidCard()
    await richer.call('POST', '/adjust', { amount: 10, note: 'Goodwill' })
    const refused = await richer.back()
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { account_code: [expect.stringMatching(/^Only GH₵\s50\.00/)] },
    ])
    await richer.call('POST', '/adjust', { amount: -59.5, note: 'Wrong' })
    expect((await richer.back()).body.errors).toEqual({
      account_code: [expect.stringMatching(/refunds at least GH₵\s1\.00/)],
    })
    expect([(await call('GET', '')).status, (await refunds()).length, await brokenRules()]).toEqual([200, 1, []])
  })

  test('waits for an order or a till that holds some of the card', async () => {
    const { id, back } = await paidCard()
    await execute('UPDATE stored_values SET held = 10 WHERE id = ?', [id])
    expect([(await back()).status, await refunds()]).toEqual([409, []])
  })

  test('goes to nobody for a card sold at the counter', async () => {
    const { id } = await aGiftCard(50)
    const { token } = await aUser('ADMINISTRATOR')
    const body = { note: 'Asked for', account_code: 'PAYSTACK' }
    const refused = await api.send('POST', `/api/staff/gift-cards/${id}/void`, { token, body })
    expect([refused.status, await refunds(), await brokenRules()]).toEqual([409, [], []])
  })

  test('is sent later when the provider is away, and its answer is not lost with the line', async () => {
    const { back } = await paidCard()
    shop.unreachable(true)
    expect([(await back()).status, await refunds()]).toEqual([
      200,
      [{ amount: 5000, status_code: 'QUEUED', booked: 0 }],
    ])
    shop.unreachable(false)
    const late = (await claimRefund()) ?? null
    expect(late).toBeNull()
    await execute('UPDATE gift_refunds SET next_at = NOW(3)')
    const claimed = (await claimRefund())!
    await shop.client.refund({ transaction: claimed.provider_transaction_id, amount: claimed.amount })
    await execute('UPDATE gift_refunds SET next_at = NOW(3)')
    await sendRefunds()
    await heard()
    expect([(await sentBack()).length, await refunds(), await brokenRules()]).toEqual([
      1,
      [{ amount: 5000, status_code: 'PROCESSED', booked: 1 }],
      [],
    ])
  })

  test('leaves the card good again when the provider cannot carry it out, and staff are told', async () => {
    const { id, back } = await paidCard({}, { number: '4084080000671803', expiry: '12/30', cvv: '180' })
    await back()
    await heard()
    expect([await refunds(), await accounts(), await brokenRules()]).toEqual([
      [{ amount: 5000, status_code: 'FAILED', booked: 0 }],
      [
        { code: 'GIFT_CARDS', balance: -50 },
        { code: 'PAYSTACK', balance: 50 },
      ],
      [],
    ])
    expect(await select('SELECT status_code, balance FROM stored_values WHERE id = ?', [id])).toEqual([
      { status_code: 'ACTIVE', balance: 50 },
    ])
    expect(await select("SELECT detail FROM exceptions WHERE code = 'REFUND_STUCK'")).toEqual([
      { detail: expect.stringContaining(`of gift card ${id} has not been refunded`) },
    ])
    expect((await back('CASH')).status).toBe(409)
    expect((await back()).status).toBe(200)
  })
})

describe('who cheats', () => {
  test('gets no card for less money, other money or a payment of nothing', async () => {
    const { payment } = await buy({ amount: 500 })
    await shop.pay(payment)
    await execute('UPDATE gift_purchases SET amount = 5000')
    await heard()
    expect([await cards(), await brokenRules()]).toEqual([[], []])
    expect(await selectOne("SELECT code FROM exceptions WHERE code = 'PAYMENT_MISMATCH'")).not.toBeNull()
  })

  test('buys within the bounds of a card and a day', async () => {
    const status = async (more: Partial<GiftOrder>) => (await ask(more)).status
    for (const amount of [19.99, 5000.01, 0, -50, 1e12, 20.001]) expect(await status({ amount })).toBe(422)
    for (const send_on of ['2020-01-01', '2999-01-01', '2026-02-31']) expect(await status({ send_on })).toBe(422)
    await forgetTries()
    const buyer_email = 'thief@buyers.test'
    const many = await Promise.all([1, 2, 3, 4].map(() => status({ amount: 4000, buyer_email })))
    expect(many.sort()).toEqual([201, 201, 422, 422])
    expect(await status({ amount: 50, message: '4084 0840 8408 4081' })).toBe(422)
  })

  test('gets ten tries a minute, and nothing where the shop sells none', async () => {
    const tries = []
    for (let n = 0; n < 11; n++) tries.push((await ask({ amount: 1 })).status)
    expect([tries.slice(0, 10).every(status => status === 422), tries[10]]).toEqual([true, 429])
    await forgetTries()
    try {
      await execute("UPDATE settings SET value = 'OFF' WHERE name = 'gift_cards_online'")
      expect((await api.send('GET', '/api/gift-cards/offer')).body).toEqual({ offer: null })
      expect((await ask()).status).toBe(404)
    } finally {
      await execute("UPDATE settings SET value = 'ON' WHERE name = 'gift_cards_online'")
    }
    const { body } = await api.send('GET', '/api/gift-cards/offer')
    expect(body).toEqual({ offer: { amounts: [50, 100, 200, 500], least: 20, most: 5000 } })
  })

  test('finds no purchase by a guessed link', async () => {
    await buy()
    for (const token of ['1', 'x'.repeat(43), '%00', "' OR 1=1"])
      expect((await api.send('GET', `/api/gift-cards/purchases/${encodeURIComponent(token)}`)).status).toBe(404)
  })
})
