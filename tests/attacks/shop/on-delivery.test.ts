import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { execute, select } from '#api/db/database.ts'
import { expireOrders } from '#api/orders/expire-orders.ts'
import { settleAttempts } from '#api/payments/settle-attempts.ts'
import { settlePayments } from '#api/payments/settle-payments.ts'
import { forgetTries } from '#tests/support/server/forget-tries.ts'
import { type Api, aUser } from '#tests/support/server/api.ts'
import { allowOnDelivery, TO_THE_DOOR } from '#tests/support/shop/on-delivery.ts'
import { withPayingShop } from '#tests/support/shop/paying-shop.ts'
import { aBuyer, type PayingShop, tally, WAITING } from '#tests/support/shop/payments.ts'
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
})
afterEach(async () => {
  await shop.sandbox.idle()
  await settlePayments()
  await execute("UPDATE settings SET value = '' WHERE name = 'pay_on_delivery_limit'")
})

/** A guest's unpaid order to a door, and what may be done with it. */
async function anOrder(more: object = {}, pieces = 1) {
  const buyer = await aBuyer(api, 'guest')
  await buyer.fill(goods, pieces)
  const { order, payment, reply } = await buyer.place({ ...TO_THE_DOOR, ...more })
  if (!payment) throw new Error(`Not placed: ${reply.text}`)
  const tracking_token = tokenOf(order)
  const staff = (method: string, path: string, body: object) =>
    api.send(method, `/api/staff/orders/${order.id}${path}`, { token: manager, body })
  return {
    buyer,
    order,
    payment,
    tracking_token,
    choose: () => api.send('POST', '/api/payments/on-delivery', { body: { tracking_token } }),
    look: () => api.send('PATCH', '/api/payments/wallet', { body: { tracking_token } }),
    step: (status_code: string) => staff('PATCH', '', { status_code }),
    collect: (account_code = 'CASH') => staff('POST', '/collect', { account_code }),
    read: async () =>
      (
        await select<{ status_code: string; due: number; paid: number }>(
          'SELECT status_code, due, paid_at IS NOT NULL AS paid FROM orders WHERE id = ?',
          [order.id],
        )
      )[0],
  }
}
const DUE = { ...WAITING, status: 'PROCESSING', mails: 1 }

test('an order is sent unpaid, collected by staff and completed only then, with one entry', async () => {
  const { order, choose, look, step, collect, read } = await anOrder()
  expect(standing(await look()).on_delivery).toBe(true)
  expect(standing(await choose())).toMatchObject({ status_code: 'PROCESSING', on_delivery: false })
  expect(await read()).toEqual({ status_code: 'PROCESSING', due: 15, paid: 0 })
  expect([await tally(order.id), await brokenRules()]).toEqual([DUE, []])
  expect((await step('READY_TO_SHIP')).status).toBe(200)
  const early = await step('COMPLETED')
  expect([early.status, early.body.message]).toEqual([409, 'Collect the payment for this order first.'])
  expect(await brokenRules()).toEqual([])
  expect((await collect()).status).toBe(200)
  expect(await read()).toEqual({ status_code: 'READY_TO_SHIP', due: 0, paid: 1 })
  expect(await select('SELECT account_code, amount FROM transactions WHERE order_id = ?', [order.id])).toEqual([
    { account_code: 'CASH', amount: 15 },
  ])
  expect((await step('COMPLETED')).status).toBe(200)
  expect([await stockOf(goods), await brokenRules()]).toEqual([{ on_hand: 99, reserved: 0 }, []])
})

describe('who pays on delivery', () => {
  test('has goods on the pick list, and the shelf holds no more than there is', async () => {
    const { choose } = await anOrder({}, 2)
    await choose()
    const { body } = await api.send('GET', '/api/staff/orders/pick-list', { token: manager })
    expect((body as unknown as { pick_list: { lines: unknown[] } }).pick_list.lines).toMatchObject([
      { product_variation_id: goods, quantity: 2, on_hand: 100 },
    ])
  })

  test('has an order that does not expire, and one that staff can cancel: goods come back, nobody gets money', async () => {
    const { order, choose, step, read, collect } = await anOrder()
    await choose()
    await expireOrders(settleAttempts)
    expect((await read())!.status_code).toBe('PROCESSING')
    await step('READY_TO_SHIP')
    expect((await step('CANCELLED')).status).toBe(200)
    expect(await tally(order.id)).toMatchObject({ status: 'CANCELLED', held: 0, sold: 0, entries: 0, refunds: 0 })
    expect([(await collect()).status, await stockOf(goods), await brokenRules()]).toEqual([
      409,
      { on_hand: 100, reserved: 0 },
      [],
    ])
  })

  test('is refused where the zone, the limit or the way of delivery does not allow it', async () => {
    const dear = await anOrder({}, 20)
    const pickUp = await anOrder({ delivery_method_code: 'self_pick_up', phone: '0244000001' })
    const off = await anOrder({ phone: '0244000002' })
    expect([(await dear.choose()).status, (await pickUp.choose()).status]).toEqual([409, 409])
    await execute('UPDATE delivery_zones SET pay_on_delivery = 0')
    expect((await off.choose()).status).toBe(409)
    expect(standing(await off.look()).on_delivery).toBe(false)
    await execute('UPDATE delivery_zones SET pay_on_delivery = 1')
    await allowOnDelivery('')
    expect((await off.choose()).status).toBe(409)
    for (const { order } of [dear, pickUp, off]) expect((await tally(order.id)).status).toBe('UNPAID')
  })

  test('has two such orders at most with one phone, however many ask at once', async () => {
    const orders = await Promise.all(Array.from({ length: 6 }, () => anOrder()))
    const replies = await Promise.all(orders.map(({ choose }) => choose()))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409, 409])
  })

  test('is the owner: a stranger, a payer with a link and a second press change nothing', async () => {
    const { order, choose, tracking_token } = await anOrder()
    const stranger = (await aUser('CUSTOMER')).token
    const send = (body: object, token?: string) =>
      api.send('POST', '/api/payments/on-delivery', { body, ...(token && { token }) })
    expect((await send({ order_id: order.id }, stranger)).status).toBe(404)
    expect((await send({ order_id: order.id })).status).toBe(401)
    const link = (await api.send('POST', '/api/payments/links', { body: { tracking_token } })).body as unknown as {
      url: string
    }
    const pay_token = link.url.split('/').at(-1)!
    expect((await send({ pay_token })).status).toBe(422)
    expect(await tally(order.id)).toEqual(WAITING)
    const twice = await Promise.all([choose(), choose()])
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await tally(order.id)).toEqual(DUE)
    const read = (await api.send('GET', `/api/payments/links/${pay_token}`)).body
    expect(read).toEqual({ request: { state: 'OVER', order: null } })
  })

  test('gets no refund before paying', async () => {
    const { order, choose } = await anOrder()
    await choose()
    const [item] = await select<{ id: number }>('SELECT id FROM order_items WHERE order_id = ?', [order.id])
    const body = {
      order_id: order.id,
      action: 'REFUND',
      reason: 'OTHER',
      items: [{ order_item_id: item!.id, quantity: 1 }],
    }
    const reply = await api.send('POST', '/api/staff/refunds', { token: manager, body })
    expect([reply.status, reply.body.message]).toEqual([409, 'This order is not paid yet. Cancel it instead.'])
  })
})

describe('money', () => {
  test('is collected once, of two who collect at once, and only into an account of the till', async () => {
    const { order, choose, collect } = await anOrder()
    expect((await collect()).status).toBe(409)
    await choose()
    expect((await collect('PAYSTACK')).status).toBe(422)
    const twice = await Promise.all([collect(), collect('BANK')])
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409])
    expect([await tally(order.id), await brokenRules()]).toEqual([{ ...DUE, held: 0, sold: 1, entries: 1 }, []])
  })

  test('that comes online after all pays the order, and nothing is left to collect', async () => {
    const { order, payment, choose, collect, read } = await anOrder()
    await choose()
    await shop.pay(payment)
    await shop.sandbox.idle()
    await settlePayments()
    expect(await read()).toEqual({ status_code: 'PROCESSING', due: 0, paid: 1 })
    expect((await collect()).status).toBe(409)
    expect(await tally(order.id)).toEqual({ ...DUE, applied: 1, held: 0, sold: 1, entries: 1 })
    expect(await brokenRules()).toEqual([])
  })

  test('that comes online after it was collected goes back', async () => {
    const { order, payment, choose, collect } = await anOrder()
    await choose()
    await collect()
    await shop.pay(payment)
    await shop.sandbox.idle()
    await settlePayments()
    expect(await tally(order.id)).toMatchObject({ applied: 0, returned: 1, refunds: 1, entries: 1, sold: 1 })
    expect(await brokenRules()).toEqual([])
  })
})
