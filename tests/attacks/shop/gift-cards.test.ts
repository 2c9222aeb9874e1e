import { rmSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { execute, select, selectOne } from '#api/db/database.ts'
import { pathOfSecret } from '#api/env.ts'
import { expireOrders } from '#api/orders/expire-orders.ts'
import { settleAttempts } from '#api/payments/settle-attempts.ts'
import { settlePayments } from '#api/payments/settle-payments.ts'
import { believeGiftCardKey, giftCardKey } from '#api/stored-value/codes.ts'
import type { Payment } from '#sync/protocol/shop/checkout.ts'
import { forgetTries } from '#tests/support/server/forget-tries.ts'
import { type Api, aUser } from '#tests/support/server/api.ts'
import { aGiftCard } from '#tests/support/shop/gift-cards.ts'
import { allowOnDelivery, TO_THE_DOOR } from '#tests/support/shop/on-delivery.ts'
import { withPayingShop } from '#tests/support/shop/paying-shop.ts'
import { aBuyer, type PayingShop, tally } from '#tests/support/shop/payments.ts'
import { aVariation, brokenRules } from '#tests/support/server/shop.ts'
import { standing } from '#tests/support/shop/wallets.ts'
import { stockOf, tokenOf } from '#tests/support/shop/website-orders.ts'

let api: Api
let shop: PayingShop
let goods: number
let manager: string
let admin: string
withPayingShop(opened => {
  ;({ api, shop } = opened)
})
beforeEach(async () => {
  await forgetTries()
  goods = await aVariation(100)
  manager = (await aUser('MANAGER')).token
  admin = (await aUser('ADMINISTRATOR')).token
})
afterEach(async () => {
  await shop.sandbox.idle()
  await settlePayments()
  await execute("UPDATE settings SET value = '' WHERE name IN ('pay_on_delivery_limit', 'two_person_limit')")
})

/** A guest's unpaid order of these pieces at 10 cedis each. */
async function anOrder(pieces = 1, more: object = {}) {
  const buyer = await aBuyer(api, 'guest')
  await buyer.fill(goods, pieces)
  const { order, payment: whole, reply } = await buyer.place(more)
  if (!whole) throw new Error(`Not placed: ${reply.text}`)
  const tracking_token = tokenOf(order)
  return {
    buyer,
    order,
    whole,
    tracking_token,
    use: (code: string | null) => api.send('POST', '/api/payments/gift-card', { body: { tracking_token, code } }),
    async payRest() {
      const { body } = await api.send('POST', `/api/orders/track/${tracking_token}/pay`)
      const { payment } = body as unknown as { payment: Payment }
      await shop.pay(payment)
      await shop.sandbox.idle()
      await settlePayments()
      return payment.amount
    },
    entries: async () =>
      (
        await select<{ account_code: string; amount: number }>(
          "SELECT account_code, amount FROM transactions WHERE order_id = ? AND type_code = 'SALE' ORDER BY id",
          [order.id],
        )
      ).map(({ account_code, amount }) => [account_code, amount]),
    status: async () =>
      (await selectOne<{ status_code: string }>('SELECT status_code FROM orders WHERE id = ?', [order.id]))!
        .status_code,
  }
}
const onCard = async (id: number) =>
  (await selectOne<{ balance: number; held: number }>('SELECT balance, held FROM stored_values WHERE id = ?', [id]))!
const balanceOf = async (code: string) =>
  (await selectOne<{ balance: number }>('SELECT balance FROM accounts WHERE code = ?', [code]))!.balance
const staff = (path: string, body?: object, token = admin) =>
  api.send(body ? 'POST' : 'GET', `/api/staff/gift-cards${path}`, { token, ...(body && { body }) })

describe('a gift card', () => {
  test('is sold for cash as a debt and not as a sale, and its code is stored nowhere', async () => {
    const sold = await staff('', { amount: 50, account_code: 'CASH', note: 'For Kofi' }, manager)
    expect(sold.status).toBe(201)
    const { code, gift_card } = sold.body as unknown as { code: string; gift_card: { id: number } }
    expect(code).toMatch(/^[2-9A-HJKMNP-Z]{4}(-[2-9A-HJKMNP-Z]{4}){3}$/)
    expect([await balanceOf('CASH'), await balanceOf('GIFT_CARDS')]).toEqual([50, -50])
    expect(await select("SELECT id FROM transactions WHERE type_code = 'SALE'")).toEqual([])
    const bare = code.replaceAll('-', '')
    for (const table of ['stored_values', 'stored_value_entries', 'staff_changes', 'idempotency_keys', 'mails']) {
      const kept = JSON.stringify(await select(`SELECT * FROM ${table}`))
      expect([table, kept.includes(bare) || kept.includes(code)]).toEqual([table, false])
    }
    const asked = await api.send('POST', '/api/gift-cards/balance', { body: { code: ` ${code.toLowerCase()} ` } })
    expect(asked.body).toEqual({
      gift_card: { code_end: bare.slice(-4), available: 50, expires_on: null, state: 'usable' },
    })
    expect([(await staff(`/${gift_card.id}`)).text.includes(bare), await brokenRules()]).toEqual([false, []])
  })

  test('pays a whole order at once, however often the button is pressed', async () => {
    const { id, code } = await aGiftCard(50)
    const { order, use, entries } = await anOrder(2)
    const replies = await Promise.all([use(code), use(code), use(code)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await entries()).toEqual([['GIFT_CARDS', 20]])
    expect([await onCard(id), await balanceOf('GIFT_CARDS')]).toEqual([{ balance: 30, held: 0 }, -30])
    expect(await tally(order.id)).toMatchObject({ status: 'PROCESSING', applied: 0, sold: 2, held: 0, mails: 1 })
    expect(await brokenRules()).toEqual([])
  })

  test('pays a part, which is held until the rest is paid', async () => {
    const { id, code } = await aGiftCard(20)
    const { use, payRest, entries, status } = await anOrder(3)
    const reply = standing(await use(code))
    expect(reply).toMatchObject({ status_code: 'UNPAID', to_pay: 10, gift: { amount: 20 } })
    expect([await onCard(id), await brokenRules()]).toEqual([{ balance: 20, held: 20 }, []])
    expect(await payRest()).toBe(1000)
    expect([await status(), await entries()]).toEqual([
      'PROCESSING',
      [
        ['GIFT_CARDS', 20],
        ['PAYSTACK', 10],
      ],
    ])
    expect([await onCard(id), await balanceOf('GIFT_CARDS'), await brokenRules()]).toEqual([
      { balance: 0, held: 0 },
      0,
      [],
    ])
  })

  test('leaves no rest that is too little to be paid online', async () => {
    const { code } = await aGiftCard(29.95)
    const { use } = await anOrder(3)
    expect(standing(await use(code))).toMatchObject({ to_pay: 0.1, gift: { amount: 29.9 } })
    expect(await brokenRules()).toEqual([])
  })

  test('gives two orders together no more than it has', async () => {
    const { id, code } = await aGiftCard(30)
    const orders = await Promise.all([anOrder(2), anOrder(2), anOrder(2)])
    const replies = await Promise.all(orders.map(({ use }) => use(code)))
    const taken = await selectOne<{ sum: number }>(
      "SELECT SUM(amount) AS sum FROM stored_value_holds WHERE status_code <> 'RELEASED'",
    )
    expect([replies.map(({ status }) => status).sort(), taken!.sum]).toEqual([[200, 200, 422], 30])
    expect((await onCard(id)).balance).toBe(10)
    expect(await brokenRules()).toEqual([])
  })

  test('gets back what an order held when it expires, is changed, or the card is taken off', async () => {
    const { id, code } = await aGiftCard(20)
    const first = await anOrder(3)
    await first.use(code)
    expect(standing(await first.use(null))).toMatchObject({ to_pay: 30, gift: null })
    expect(await onCard(id)).toEqual({ balance: 20, held: 0 })
    await first.use(code)
    await first.buyer.place()
    expect([await onCard(id), await brokenRules()]).toEqual([{ balance: 20, held: 0 }, []])
    await first.use(code)
    await execute('UPDATE orders SET reserved_until = NOW(3) - INTERVAL 1 HOUR WHERE id = ?', [first.order.id])
    await expireOrders(settleAttempts)
    expect([await first.status(), await onCard(id), await brokenRules()]).toEqual([
      'CANCELLED',
      { balance: 20, held: 0 },
      [],
    ])
  })

  test('is taken again when the rest arrives late, unless it was spent since: then the rest goes back', async () => {
    for (const isSpent of [false, true]) {
      const { code } = await aGiftCard(20)
      const late = await anOrder(3)
      await late.use(code)
      const { body } = await api.send('POST', `/api/orders/track/${late.tracking_token}/pay`)
      await execute('UPDATE orders SET reserved_until = NOW(3) - INTERVAL 1 HOUR WHERE id = ?', [late.order.id])
      await expireOrders(settleAttempts)
      expect(await late.status()).toBe('CANCELLED')
      if (isSpent) await (await anOrder(1, { phone: '0244000009' })).use(code)
      await shop.pay((body as unknown as { payment: Payment }).payment)
      await shop.sandbox.idle()
      await settlePayments()
      expect([await late.status(), (await tally(late.order.id)).returned]).toEqual(
        isSpent ? ['CANCELLED', 1] : ['PROCESSING', 0],
      )
      expect(await brokenRules()).toEqual([])
    }
  })

  test('pays beside money on delivery, and is free again when that order is cancelled', async () => {
    await allowOnDelivery(100)
    await execute("UPDATE delivery_zones SET deposit_amount = 5 WHERE code = 'ADUM'")
    for (const isCancelled of [false, true]) {
      const { id, code } = await aGiftCard(20)
      const { order, use, tracking_token, payRest, entries } = await anOrder(3, TO_THE_DOOR)
      await use(code)
      const chosen = await api.send('POST', '/api/payments/on-delivery', { body: { tracking_token } })
      expect(standing(chosen)).toMatchObject({ status_code: 'UNPAID', to_pay: 5 })
      expect([await payRest(), await onCard(id), await brokenRules()]).toEqual([500, { balance: 20, held: 20 }, []])
      const path = `/api/staff/orders/${order.id}`
      if (isCancelled)
        await api.send('PATCH', path, { token: manager, body: { status_code: 'CANCELLED', reason: 'Not wanted' } })
      else await api.send('POST', `${path}/collect`, { token: manager, body: { account_code: 'CASH' } })
      expect([await onCard(id), await entries(), await brokenRules()]).toEqual([
        { balance: isCancelled ? 20 : 0, held: 0 },
        isCancelled
          ? []
          : [
              ['DEPOSITS', 5],
              ['GIFT_CARDS', 20],
              ['CASH', 10],
            ],
        [],
      ])
    }
    await execute('UPDATE delivery_zones SET deposit_amount = NULL')
  })

  test('gets back at a refund what came from it and no more; the rest goes the way it came', async () => {
    const { id, code } = await aGiftCard(20)
    const { order, use, payRest } = await anOrder(3)
    await use(code)
    await payRest()
    const [item] = await select<{ id: number }>('SELECT id FROM order_items WHERE order_id = ?', [order.id])
    const refund = async (quantity: number) => {
      const asked = await api.send('POST', '/api/staff/refunds', {
        token: manager,
        body: { order_id: order.id, action: 'REFUND', reason: 'OTHER', items: [{ order_item_id: item!.id, quantity }] },
      })
      const made = (asked.body as unknown as { refund: { id: number } }).refund.id
      const token = manager
      await api.send('PATCH', `/api/staff/refunds/${made}`, { token, body: { status_code: 'APPROVED' } })
      return api.send('POST', `/api/staff/refunds/${made}/money`, { token, body: {} })
    }
    expect((await refund(1)).status).toBe(200)
    expect([await onCard(id), await brokenRules()]).toEqual([{ balance: 10, held: 0 }, []])
    expect((await refund(2)).status).toBe(200)
    expect([await onCard(id), await balanceOf('GIFT_CARDS')]).toEqual([{ balance: 20, held: 0 }, -20])
    await shop.sandbox.idle()
    await settlePayments()
    const back = await select<{ amount: number }>('SELECT amount FROM payment_refunds')
    expect([back, await stockOf(goods), await brokenRules()]).toEqual([
      [{ amount: 1000 }],
      { on_hand: 97, reserved: 0 },
      [],
    ])
  })
})

describe('who guesses', () => {
  test('gets few tries an address and a session, and no card', async () => {
    const { code } = await aGiftCard()
    const wrong = (n: number) => code.slice(0, -1) + '23456789ABCDEFGHJKMNPQRSTUVWXYZ'[n]
    const tries = []
    for (let n = 0; n < 26; n++) {
      if (wrong(n) !== code) tries.push(await api.send('POST', '/api/gift-cards/balance', { body: { code: wrong(n) } }))
    }
    expect(tries.slice(0, 20).every(({ status }) => status === 422)).toBe(true)
    expect(tries.slice(20).every(({ status }) => status === 429)).toBe(true)
    expect((await api.send('POST', '/api/gift-cards/balance', { body: { code } })).status).toBe(429)
    await forgetTries()
  })

  test('gets five tries a session, also through an order', async () => {
    const { buyer, order } = await anOrder()
    const wrong = { order_id: order.id, code: '2222-2222-2222-2222' }
    const tries = []
    for (let n = 0; n < 6; n++) tries.push((await buyer.send('POST', 'payments/gift-card', wrong)).status)
    expect(tries).toEqual([422, 422, 422, 422, 422, 429])
    await forgetTries()
  })

  test('finds no way to another person’s order, an expired, an empty or a void card', async () => {
    const { id, code } = await aGiftCard(20)
    const { order, use } = await anOrder(3)
    const stranger = (await aUser('CUSTOMER')).token
    const theirs = await api.send('POST', '/api/payments/gift-card', {
      token: stranger,
      body: { order_id: order.id, code },
    })
    expect(theirs.status).toBe(404)
    await execute("UPDATE stored_values SET expires_on = '2020-01-01' WHERE id = ?", [id])
    expect((await use(code)).body.errors).toEqual({ code: ['This card has expired.'] })
    await execute('UPDATE stored_values SET expires_on = NULL WHERE id = ?', [id])
    expect((await staff(`/${id}/void`, { note: 'Stolen' })).status).toBe(200)
    expect((await use(code)).body.errors).toEqual({ code: ['This card is no longer valid.'] })
    expect([await balanceOf('GIFT_CARDS'), await brokenRules()]).toEqual([0, []])
  })
})

test('a card of a backup is found by its code where DATA_DIR has another key, and only then', async () => {
  const { code } = await aGiftCard()
  const [path, known] = [pathOfSecret('gift-card-key'), pathOfSecret('gift-card-keys-known')]
  const kept = giftCardKey()
  const ask = async () => (await api.send('POST', '/api/gift-cards/balance', { body: { code } })).status
  try {
    rmSync(path)
    expect(await ask()).toBe(422)
    believeGiftCardKey('no key')
    believeGiftCardKey(kept)
    expect(await ask()).toBe(200)
  } finally {
    writeFileSync(path, `${kept}\n`)
    rmSync(known, { force: true })
  }
})

describe('staff', () => {
  test('give none away below management, and nobody puts much on cards alone', async () => {
    await execute("UPDATE settings SET value = '100' WHERE name = 'two_person_limit'")
    const give = (amount: number, token = admin) => staff('', { amount, account_code: null }, token)
    expect((await give(20, manager)).status).toBe(403)
    expect((await give(99)).status).toBe(201)
    const second = await give(20)
    expect([second.status, second.body.code]).toEqual([409, 'second_person'])
    const { id } = await aGiftCard(20)
    expect((await staff(`/${id}/adjust`, { amount: 20, note: 'More' })).body.code).toBe('second_person')
    const other = (await aUser('ADMINISTRATOR')).token
    expect((await staff(`/${id}/adjust`, { amount: 20, note: 'More' }, other)).status).toBe(200)
    expect([await onCard(id), await brokenRules()]).toEqual([{ balance: 40, held: 0 }, []])
  })

  test('take no more off than is free, void nothing that an order holds, and book nothing to the account', async () => {
    const { id, code } = await aGiftCard(20)
    const { use } = await anOrder(3)
    await use(code)
    expect((await staff(`/${id}/adjust`, { amount: -0.01, note: 'Less' })).status).toBe(422)
    expect((await staff(`/${id}/void`, { note: 'Stolen' })).status).toBe(409)
    const booked = await api.send('POST', '/api/staff/transactions', {
      token: admin,
      body: { account_code: 'GIFT_CARDS', direction: 'Cr', amount: 5, description: 'By hand' },
    })
    expect([booked.status, await brokenRules()]).toEqual([422, []])
  })

  test('pay back a card that was sold and never used, once, and no other', async () => {
    const [sold, given, used] = [await aGiftCard(20), await aGiftCard(20, null), await aGiftCard(30)]
    const { use } = await anOrder(2)
    await use(used.code)
    const back = (id: number, account_code = 'CASH') => staff(`/${id}/void`, { note: 'Not wanted', account_code })
    expect([(await back(given.id)).status, (await back(used.id)).status]).toEqual([409, 409])
    // The provider pays back only what it was paid.
    expect([(await back(sold.id, 'PAYSTACK')).status, (await back(sold.id, 'GIFT_CARDS')).status]).toEqual([409, 422])
    const cash = await balanceOf('CASH')
    const twice = await Promise.all([back(sold.id), back(sold.id)])
    expect([twice.map(({ status }) => status).sort(), (await balanceOf('CASH')) - cash]).toEqual([[200, 409], -20])
    expect([await onCard(sold.id), await brokenRules()]).toEqual([{ balance: 0, held: 0 }, []])
  })

  test('give a lost card a new code, and the old one is no longer good', async () => {
    const { id, code } = await aGiftCard(20)
    const replaced = await staff(`/${id}/code`, { note: 'Lost' })
    const fresh = (replaced.body as unknown as { code: string }).code
    const ask = (typed: string) => api.send('POST', '/api/gift-cards/balance', { body: { code: typed } })
    expect([(await ask(code)).status, (await ask(fresh)).status, await brokenRules()]).toEqual([422, 200, []])
  })
})
