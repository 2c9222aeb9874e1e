import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { execute, select } from '#api/db/database.ts'
import { settlePayments } from '#api/payments/settle-payments.ts'
import type { Payment } from '#sync/protocol/shop/checkout.ts'
import { forgetTries } from '#tests/support/server/forget-tries.ts'
import { type Api, aUser } from '#tests/support/server/api.ts'
import { callAs, confirmAgain, inAWord, staffWithApp } from '#tests/support/people/late-staff.ts'
import { askStaff } from '#tests/support/people/second-factors.ts'
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
withPayingShop(opened => {
  ;({ api, shop } = opened)
})
beforeEach(async () => {
  await forgetTries()
  goods = await aVariation(100)
  manager = (await aUser('MANAGER')).token
  await allowOnDelivery(100)
  await execute("UPDATE delivery_zones SET deposit_percent = 20, deposit_amount = 2 WHERE code = 'ADUM'")
})
afterEach(async () => {
  await shop.sandbox.idle()
  await settlePayments()
  await execute("UPDATE settings SET value = '' WHERE name = 'pay_on_delivery_limit'")
  await execute('UPDATE delivery_zones SET deposit_percent = NULL, deposit_amount = NULL')
})

/** A guest's unpaid order of 15 cedis to a door that asks for a deposit of 3. */
async function anOrder() {
  const buyer = await aBuyer(api, 'guest')
  await buyer.fill(goods)
  const { order, payment: whole, reply } = await buyer.place(TO_THE_DOOR)
  if (!whole) throw new Error(`Not placed: ${reply.text}`)
  const tracking_token = tokenOf(order)
  const staff = (method: string, path: string, body: object) =>
    api.send(method, `/api/staff/orders/${order.id}${path}`, { token: manager, body })
  const heard = async (payment: Pick<Payment, 'access_code'>) => {
    await shop.pay(payment)
    await shop.sandbox.idle()
    await settlePayments()
  }
  const payment = async () =>
    ((await api.send('POST', `/api/orders/track/${tracking_token}/pay`)).body as unknown as { payment: Payment })
      .payment
  const choose = (more: object = {}) =>
    api.send('POST', '/api/payments/on-delivery', { body: { tracking_token, ...more } })
  return {
    order,
    whole,
    heard,
    payment,
    choose,
    look: () => api.send('PATCH', '/api/payments/wallet', { body: { tracking_token } }),
    step: (status_code: string, more: object = {}) =>
      staff('PATCH', '', { status_code, reason: 'Not wanted', ...more }),
    check: () => buyer.check(order.id),
    collect: () => staff('POST', '/collect', { account_code: 'CASH' }),
    /** Chooses to pay on delivery, and pays the deposit. */
    async payDeposit() {
      await choose()
      await heard(await payment())
    },
    read: async () =>
      (
        await select<{ status_code: string; due: number; deposit: number }>(
          'SELECT status_code, due, deposit FROM orders WHERE id = ?',
          [order.id],
        )
      )[0],
    entries: async () =>
      (
        await select<{ account_code: string; type_code: string; amount: number }>(
          'SELECT account_code, type_code, amount FROM transactions WHERE order_id = ? ORDER BY id',
          [order.id],
        )
      ).map(({ account_code, type_code, amount }) => [account_code, type_code, amount]),
  }
}
const TAKEN = [
  ['PAYSTACK', 'MANUAL', 3],
  ['DEPOSITS', 'MANUAL', -3],
]
const balanceOf = async (code: string) =>
  (await select<{ balance: number }>('SELECT balance FROM accounts WHERE code = ?', [code]))[0]!.balance

test('an order waits for its deposit, is sent, and the rest is collected: the goods are sold once', async () => {
  const { order, choose, look, heard, payment, check, read, step, collect, entries } = await anOrder()
  expect(standing(await look())).toMatchObject({ on_delivery: true, deposit: 3, to_pay: 15 })
  expect(standing(await choose())).toMatchObject({ status_code: 'UNPAID', deposit: 3, to_pay: 3 })
  const asked = await payment()
  expect(asked.amount).toBe(300)
  expect((await check()).body.code).toBe('payment_not_completed')
  await heard(asked)
  expect((await check()).status).toBe(200)
  expect(await read()).toEqual({ status_code: 'PROCESSING', due: 12, deposit: 3 })
  expect([await entries(), await brokenRules(), await stockOf(goods)]).toEqual([
    TAKEN,
    [],
    { on_hand: 100, reserved: 1 },
  ])
  await step('READY_TO_SHIP')
  expect((await step('COMPLETED')).status).toBe(409)
  expect((await collect()).status).toBe(200)
  expect(await entries()).toEqual([...TAKEN, ['DEPOSITS', 'SALE', 3], ['CASH', 'SALE', 12]])
  expect((await step('COMPLETED')).status).toBe(200)
  expect([await balanceOf('DEPOSITS'), await stockOf(goods), await brokenRules()]).toEqual([
    0,
    { on_hand: 99, reserved: 0 },
    [],
  ])
  expect(await tally(order.id)).toMatchObject({ status: 'COMPLETED', applied: 1, returned: 0, sold: 1, mails: 1 })
})

describe('a deposit', () => {
  test('goes back once when the order is cancelled, and the shop owes nothing', async () => {
    const { order, payDeposit, step, entries } = await anOrder()
    await payDeposit()
    const twice = await Promise.all([step('CANCELLED'), step('CANCELLED')])
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await entries()).toEqual([...TAKEN, ['PAYSTACK', 'MANUAL', -3], ['DEPOSITS', 'MANUAL', 3]])
    expect(await tally(order.id)).toMatchObject({ status: 'CANCELLED', returned: 1, refunds: 1, held: 0, sold: 0 })
    expect([await balanceOf('PAYSTACK'), await stockOf(goods), await brokenRules()]).toEqual([
      0,
      { on_hand: 100, reserved: 0 },
      [],
    ])
  })

  test('is kept only when the order was sent and staff say why', async () => {
    const { order, payDeposit, step, entries } = await anOrder()
    await payDeposit()
    const early = await step('CANCELLED', { keep_deposit: true })
    expect([early.status, early.body.message]).toEqual([409, 'You can keep a deposit only after the order was sent.'])
    await step('READY_TO_SHIP')
    expect((await step('CANCELLED', { keep_deposit: true, reason: '' })).status).toBe(422)
    expect((await step('CANCELLED', { keep_deposit: true })).status).toBe(200)
    expect(await entries()).toEqual([...TAKEN, ['DEPOSITS', 'MANUAL', 3]])
    expect(await tally(order.id)).toMatchObject({ status: 'CANCELLED', applied: 1, refunds: 0, held: 0, sold: 0 })
    expect(await brokenRules()).toEqual([])
  })

  // Before: whoever held a manager's session sent it back without the second factor.
  test('goes back only with the second factor from the limit on, together with what else one person paid out', async () => {
    await askStaff('OPTIONAL')
    const late = await staffWithApp('MANAGER', { minutes: 11 })
    const limit = (value: number | '') =>
      execute("UPDATE settings SET value = ? WHERE name = 'step_up_limit'", [String(value)])
    const cancel = async (id: number, more: object = {}) =>
      inAWord(
        await callAs(api, late, [
          'PATCH',
          `/api/staff/orders/${id}`,
          { status_code: 'CANCELLED', reason: 'Not wanted', ...more },
        ]),
      )
    const [one, other] = [await anOrder(), await anOrder()]
    for (const { payDeposit } of [one, other]) await payDeposit()
    await limit(3)
    expect([await cancel(one.order.id), await one.read()]).toEqual([
      'step_up',
      { status_code: 'PROCESSING', due: 12, deposit: 3 },
    ])
    await limit(5)
    expect([await cancel(one.order.id), await cancel(other.order.id)]).toEqual([200, 'step_up'])
    await other.step('READY_TO_SHIP')
    expect(await cancel(other.order.id, { keep_deposit: true })).toBe(200)
    expect([await balanceOf('PAYSTACK'), await balanceOf('DEPOSITS'), await brokenRules()]).toEqual([3, 0, []])

    const third = await anOrder()
    await third.payDeposit()
    await confirmAgain(api, late)
    expect([await cancel(third.order.id), await balanceOf('PAYSTACK')]).toEqual([200, 3])
    await limit('')
    await askStaff('OFF')
  })

  test('is not enough when the payer chose to pay all again: it goes back', async () => {
    const { order, choose, heard, payment } = await anOrder()
    await choose()
    const deposit = await payment()
    expect(standing(await choose({ whole: true }))).toMatchObject({ status_code: 'UNPAID', to_pay: 15 })
    await heard(deposit)
    expect(await tally(order.id)).toMatchObject({ status: 'UNPAID', applied: 0, returned: 1, refunds: 1, entries: 0 })
    expect(await brokenRules()).toEqual([])
  })

  test('is not owed when the payer pays the whole order after all', async () => {
    const { choose, heard, whole, read, entries } = await anOrder()
    await choose()
    await heard(whole)
    expect(await read()).toEqual({ status_code: 'PROCESSING', due: 0, deposit: 0 })
    expect([await entries(), await brokenRules()]).toEqual([[['PAYSTACK', 'SALE', 15]], []])
  })

  test('is taken once: the whole total that arrives after it goes back', async () => {
    const { order, payDeposit, heard, whole, entries, collect } = await anOrder()
    await payDeposit()
    await heard(whole)
    expect(await entries()).toEqual(TAKEN)
    expect(await tally(order.id)).toMatchObject({ applied: 1, returned: 1, refunds: 1, exceptions: ['PAID_TWICE'] })
    await collect()
    expect(await brokenRules()).toEqual([])
  })

  test('goes back by the way it came when collected goods are returned, and no more of it', async () => {
    const { order, payDeposit, step, collect } = await anOrder()
    await payDeposit()
    await step('READY_TO_SHIP')
    await collect()
    await step('COMPLETED')
    const [item] = await select<{ id: number }>('SELECT id FROM order_items WHERE order_id = ?', [order.id])
    const items = [{ order_item_id: item!.id, quantity: 1 }]
    const asked = await api.send('POST', '/api/staff/refunds', {
      token: manager,
      body: { order_id: order.id, action: 'REFUND', reason: 'OTHER', items },
    })
    const { id } = (asked.body as unknown as { refund: { id: number } }).refund
    const staff = (path: string, body: object, method = 'POST') =>
      api.send(method, `/api/staff/refunds/${id}${path}`, { token: manager, body })
    await staff('', { status_code: 'APPROVED' }, 'PATCH')
    expect((await staff('/money', { account_code: 'PAYSTACK' })).status).toBe(422)
    expect((await staff('/money', { account_code: 'CASH' })).status).toBe(200)
    expect(await brokenRules()).toEqual([])
  })

  test('is not asked for where it would be the whole total', async () => {
    await execute("UPDATE delivery_zones SET deposit_amount = 15 WHERE code = 'ADUM'")
    const { choose, look } = await anOrder()
    expect(standing(await look())).toMatchObject({ on_delivery: false, deposit: 0, to_pay: 15 })
    expect((await choose()).status).toBe(409)
  })
})
