import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertRow, inTransaction, select } from '#api/db/database.ts'
import { AppError } from '#api/errors.ts'
import { lockOrder } from '#api/orders/lock-order.ts'
import { readPickList } from '#api/orders/pick-list.ts'
import { payOrder } from '#api/orders/settle-order.ts'
import { stepOrder } from '#api/orders/step-order.ts'
import { queueRefund } from '#api/payments/queue-refund.ts'
import { completeRefund } from '#api/refunds/receive-goods.ts'
import type { DeskFigures } from '#sync/protocol/staff/desk-figures.ts'
import type { OrderSubmission } from '#sync/protocol/shop/checkout.ts'
import type { OwnOrder, TimelineEntry } from '#sync/protocol/shop/order-view.ts'
import type { RefundRequest } from '#sync/protocol/shop/refund.ts'
import { type Api, aUser, startApi } from '#tests/support/server/api.ts'
import { refundDesk, type RefundDesk } from '#tests/support/shop/refund-desk.ts'
import { aVariation, checkBooks, openShop } from '#tests/support/server/shop.ts'
import { anOrderOf, statusOf, stockOf, usesOf } from '#tests/support/shop/website-orders.ts'

let api: Api
let desk: RefundDesk
let token: string
let jeans: number
beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await openShop()
  token = (await aUser('MANAGER')).token
  desk = refundDesk(api, token)
  jeans = await aVariation(30)
})
afterEach(checkBooks)
afterAll(() => api.stop())

/** Paid, and not handed over yet. */
async function aPaidOrder(quantity: number, rest: Partial<OrderSubmission> = {}): Promise<OwnOrder> {
  const order = await anOrderOf({ [jeans]: quantity }, rest)
  await inTransaction(async () => payOrder(await lockOrder(order.id), { account_code: 'BANK', user_id: null }))
  return order
}
const step = (id: number, status_code: 'READY_TO_SHIP' | 'COMPLETED') =>
  stepOrder(id, { status_code, user_id: 7 }, async () => 'paid')
async function approved(order: OwnOrder, quantity: number, wish: Partial<RefundRequest> = {}) {
  const { refund } = await desk.ask(order, quantity, wish)
  return (await desk.approve(refund.id)).refund
}
const restock = (refund: { items: { id: number }[] }) =>
  refund.items.map(({ id }) => ({ refund_item_id: id, disposition: 'RESTOCK' as const }))
const back = async (order: OwnOrder, quantity: number, wish: Partial<RefundRequest> = {}) => {
  const refund = await approved(order, quantity, wish)
  return (await desk.complete(refund.id, { account_code: 'CASH', restock: restock(refund) })).refund
}

describe('an order whose goods are all returned before the handover', () => {
  test('is cancelled once money and goods are through, and nothing moves twice', async () => {
    const coupon = await insertRow('coupons', {
      code: 'TENTH',
      name: 'A tenth',
      type: 'percentage',
      value: 10,
      max_usage: 1,
    })
    const order = await aPaidOrder(3, { coupon_code: 'TENTH' })
    await back(order, 1)
    await step(order.id, 'READY_TO_SHIP')
    const last = await approved(order, 2)
    await desk.receive(last.id, last.items)
    expect([await statusOf(order.id), await usesOf(coupon)]).toEqual(['READY_TO_SHIP', 1])
    await desk.pay(last.id, 'CASH')
    const { body } = await api.send('GET', `/api/staff/orders/${order.id}`, { token })
    expect(body).toMatchObject({
      order: {
        status_code: 'CANCELLED',
        cancel_reason: 'All items were returned before it was handed over.',
        paid_at: expect.any(String),
        completed_at: null,
        total: 27,
      },
    })
    expect(
      (
        await select<{ code: string }>('SELECT code FROM order_events WHERE order_id = ? ORDER BY id DESC LIMIT 2', [
          order.id,
        ])
      ).map(({ code }) => code),
    ).toEqual(['CANCELLED', 'REFUND_COMPLETED'])
    expect([await stockOf(jeans), await usesOf(coupon)]).toEqual([{ on_hand: 30, reserved: 0 }, 0])
    expect(
      await select(
        'SELECT reason, SUM(quantity) AS moved FROM stock_movements WHERE order_id = ? GROUP BY reason ORDER BY reason',
        [order.id],
      ),
    ).toEqual(
      [
        ['RELEASE', 3],
        ['RESERVATION', -3],
        ['RETURN', 3],
        ['SALE', -3],
      ].map(([reason, moved]) => ({ reason, moved })),
    )
    expect(
      await select(
        'SELECT type_code, SUM(amount) AS entered FROM transactions WHERE order_id = ? GROUP BY type_code ORDER BY type_code',
        [order.id],
      ),
    ).toEqual([
      { type_code: 'REFUND', entered: -27 },
      { type_code: 'SALE', entered: 27 },
    ])
    expect(
      await select("SELECT action FROM staff_changes WHERE subject = 'order' AND subject_id = ? ORDER BY id", [
        order.id,
      ]),
    ).toEqual([{ action: 'step' }, { action: 'step' }])
  })

  test('is sold and refunded at the desk and needs no more work', async () => {
    const order = await aPaidOrder(2)
    await back(order, 2)
    const { body } = await api.send('GET', '/api/staff/dashboard?period=today', { token })
    const { sales, from, to } = (body as unknown as { dashboard: DeskFigures }).dashboard
    expect(sales).toMatchObject({ orders: 1, gross: 20, returns: 20, net: 0 })
    const rows = await api.send('GET', `/api/staff/orders?sold_from=${from}&sold_to=${to}`, { token })
    expect((rows.body as unknown as { orders: { total: number } }).orders.total).toBe(1)
    await expect(step(order.id, 'READY_TO_SHIP')).rejects.toMatchObject({ status: 409 })
    expect(await desk.ask(order)).toMatchObject({
      status: 422,
      errors: { 'items.0.quantity': ['All of this is already being returned.'] },
    })
  })

  test('is cancelled too when goods were exchanged first', async () => {
    const [order, other] = [await aPaidOrder(1), await aVariation(5)]
    const { items } = await back(order, 1, {
      action: 'EXCHANGE',
      items: [{ order_item_id: order.items[0]!.id, quantity: 1, exchange_variation_id: other }],
    })
    expect(await statusOf(order.id)).toBe('PROCESSING')
    await back(order, 1, { items: [{ order_item_id: items[0]!.order_item_id, given_by: items[0]!.id, quantity: 1 }] })
    expect(await statusOf(order.id)).toBe('CANCELLED')
  })
})

test('takes goods returned before the handover off the shelf for nobody', async () => {
  const [part, kept] = [await aPaidOrder(3), await aPaidOrder(1)]
  const toPick = async () =>
    (await readPickList()).lines.flatMap(({ orders }) => orders.map(({ id, quantity }) => [id, quantity]))
  const refund = await approved(part, 2)
  await desk.complete((await approved(kept, 1)).id, { account_code: 'CASH' })
  expect(await toPick()).toEqual([
    [part.id, 1],
    [kept.id, 1],
  ])
  await desk.callOff(refund.id)
  expect(await toPick()).toEqual([
    [part.id, 3],
    [kept.id, 1],
  ])
  await back(part, 1)
  await approved(part, 2)
  expect([await toPick(), (await readPickList()).pieces]).toEqual([[[kept.id, 1]], 1])
})

test('takes exchanged goods off the shelf instead before the handover', async () => {
  const [large, larger] = [await aVariation(5), await aVariation(5)]
  const order = await aPaidOrder(2)
  const toPick = async () =>
    (await readPickList()).lines.flatMap(({ product_variation_id, orders }) =>
      orders.map(({ id, quantity }) => [product_variation_id, id, quantity]),
    )
  const instead = (exchange_variation_id: number, given_by: number | null = null): Partial<RefundRequest> => ({
    action: 'EXCHANGE',
    items: [{ order_item_id: order.items[0]!.id, given_by, quantity: 1, exchange_variation_id }],
  })
  const waiting = await approved(order, 1, instead(large))
  expect(await toPick()).toEqual([
    [jeans, order.id, 1],
    [large, order.id, 1],
  ])
  await desk.callOff(waiting.id)
  expect(await toPick()).toEqual([[jeans, order.id, 2]])
  const first = (await back(order, 1, instead(large))).items[0]!
  await back(order, 1, instead(large))
  expect([await toPick(), (await readPickList()).pieces]).toEqual([[[large, order.id, 2]], 2])
  await approved(order, 1, instead(larger, first.id))
  expect(await toPick()).toEqual([
    [large, order.id, 1],
    [larger, order.id, 1],
  ])
  await step(order.id, 'READY_TO_SHIP')
  expect(await toPick()).toEqual([])
})

test('counts what is on the shelf, including sold pieces that nobody took yet', async () => {
  const large = await aVariation(5)
  const order = await aPaidOrder(30)
  const shelf = async () =>
    (await readPickList()).lines
      .map(({ product_variation_id, quantity, on_hand }) => [product_variation_id, quantity, on_hand])
      .sort(([a], [b]) => b! - a!)
  expect([await shelf(), await stockOf(jeans)]).toEqual([[[jeans, 30, 30]], { on_hand: 0, reserved: 0 }])
  const swap = await approved(order, 2, {
    action: 'EXCHANGE',
    items: [{ order_item_id: order.items[0]!.id, quantity: 2, exchange_variation_id: large }],
  })
  expect(await shelf()).toEqual([
    [large, 2, 5],
    [jeans, 28, 28],
  ])
  await desk.receive(swap.id, swap.items)
  expect([await shelf(), await stockOf(large)]).toEqual([
    [
      [large, 2, 5],
      [jeans, 28, 30],
    ],
    { on_hand: 3, reserved: 0 },
  ])
})

test('tells in words what was exchanged, set aside as damaged, and called off', async () => {
  const [order, large] = [await aPaidOrder(2), await aVariation(5)]
  await desk.callOff((await approved(order, 1)).id)
  const swap = await approved(order, 1, {
    action: 'EXCHANGE',
    items: [{ order_item_id: order.items[0]!.id, quantity: 1, exchange_variation_id: large }],
  })
  await desk.receive(swap.id, swap.items, 'DAMAGED')
  const { timeline } = (await api.send('GET', `/api/staff/orders/${order.id}/timeline`, { token })).body as unknown as {
    timeline: TimelineEntry[]
  }
  const told = timeline.map(({ what }) => what)
  expect(told).toEqual(
    expect.arrayContaining(['Return cancelled', 'Exchanged', 'Returned damaged', 'Returned to stock']),
  )
  expect(told.filter(what => what === 'Return refused' || /^[A-Z_]+$/.test(what))).toEqual([])
  expect((await api.send('GET', `/api/staff/orders/${order.id}`, { token })).body).toMatchObject({
    order: {
      events: expect.arrayContaining([
        expect.objectContaining({ code: 'REFUND_CALLED_OFF', detail: 'It never came.' }),
      ]),
    },
  })
})

describe('an order stays as it is', () => {
  test('while the customer keeps some of it', async () => {
    const [part, kept, handed] = [await aPaidOrder(2), await aPaidOrder(1), await aPaidOrder(1)]
    await back(part, 1)
    await desk.complete((await approved(kept, 1)).id, { account_code: 'CASH' })
    await step(handed.id, 'READY_TO_SHIP')
    await step(handed.id, 'COMPLETED')
    await back(handed, 1)
    expect([await statusOf(part.id), await statusOf(kept.id), await statusOf(handed.id)]).toEqual([
      'PROCESSING',
      'PROCESSING',
      'COMPLETED',
    ])
  })
})

test('when staff advance it while the last goods return, 20 times: the first of them decides', async () => {
  for (let round = 0; round < 20; round++) {
    const order = await aPaidOrder(1)
    await step(order.id, 'READY_TO_SHIP')
    const refund = await approved(order, 1)
    const [stepped, completed] = await Promise.allSettled([
      step(order.id, 'COMPLETED'),
      completeRefund(refund.id, { user_id: 7, account_code: 'CASH', queueRefund, restock: restock(refund) }),
    ])
    if (stepped.status === 'rejected' && !(stepped.reason instanceof AppError)) throw stepped.reason
    expect(completed.status).toBe('fulfilled')
    expect(await statusOf(order.id)).toBe(stepped.status === 'fulfilled' ? 'COMPLETED' : 'CANCELLED')
  }
})
