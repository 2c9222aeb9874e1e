import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { execute, insertRow, select } from '#api/db/database.ts'
import type { Refund, RefundRequest } from '#sync/protocol/shop/refund.ts'
import { type Api, aUser, startApi } from '#tests/support/server/api.ts'
import { aProduct } from '#tests/support/goods/catalogue.ts'
import { refundDesk, type RefundDesk } from '#tests/support/shop/refund-desk.ts'
import { aCompletedOrder } from '#tests/support/shop/returns.ts'
import { checkBooks, openShop } from '#tests/support/server/shop.ts'
import { stockOf } from '#tests/support/shop/website-orders.ts'

let api: Api
let desk: RefundDesk
let me: { id: number; token: string }
let jeans: [small: number, large: number, larger: number]
let belt: number
let coat: [small: number, large: number]

beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await openShop()
  me = await aUser('CUSTOMER')
  desk = refundDesk(api, (await aUser('MANAGER')).token)
  jeans = (
    await aProduct({
      name: 'Slim jeans',
      retail_price: 100,
      pieces: ['UK10', 'UK12', 'UK14'].map(size => ({ size, quantity: 20 })),
    })
  ).variations as [number, number, number]
  belt = (await aProduct({ name: 'Belt', retail_price: 33.35, pieces: [{ size: 'ONE', quantity: 20 }] })).variations[0]!
  coat = (
    await aProduct({ name: 'Coat', retail_price: 170, pieces: ['UK10', 'UK12'].map(size => ({ size, quantity: 20 })) })
  ).variations as [number, number]
})
afterEach(checkBooks)
afterAll(() => api.stop())

const mine = (quantity: number, rest = {}) =>
  aCompletedOrder({ [jeans[0]]: quantity }, { owner: { user_id: me.id, session_id: null }, ...rest })
type Order = Awaited<ReturnType<typeof mine>>
type Item = RefundRequest['items'][number]
const money = (item: Item): Partial<RefundRequest> => ({ items: [item] })
const swap = (item: Item): Partial<RefundRequest> => ({ action: 'EXCHANGE', items: [item] })
/** A wish of staff's, approved, its money settled in cash and its goods exchanged or taken back. */
async function done(order: Order, wish: Partial<RefundRequest>): Promise<Refund> {
  const {
    refund: { id },
  } = await desk.ask(order, 1, wish)
  const { refund } = await desk.approve(id)
  return (
    await desk.complete(id, {
      account_code: 'CASH',
      restock: refund.items.map(item => ({ refund_item_id: item.id, disposition: 'RESTOCK' as const })),
    })
  ).refund
}
/** So many pieces of an order's first line exchanged; the item that gave what the customer has now. */
const exchanged = async (order: Order, quantity: number, exchange_variation_id: number) =>
  (await done(order, swap({ order_item_id: order.items[0]!.id, quantity, exchange_variation_id }))).items[0]!
const of = (given: { id: number; order_item_id: number }, quantity = 1, exchange_variation_id?: number): Item => ({
  order_item_id: given.order_item_id,
  given_by: given.id,
  quantity,
  ...(exchange_variation_id && { exchange_variation_id }),
})
const ask = async (body: object) => {
  const reply = await api.send('POST', '/api/account/refunds', { token: me.token, body })
  return { status: reply.status, ...(reply.body as unknown as { refund: Refund; message: string; errors?: object }) }
}
const wish = (order: Order, items: Item[], rest = {}) => ({
  order_id: order.id,
  action: 'REFUND',
  reason: 'MISFIT',
  items,
  ...rest,
})
const LONG_AGO = 'NOW(3) - INTERVAL 73 HOUR'

describe('goods given in an exchange', () => {
  test('return at the value of the piece they replaced, to their own shelf', async () => {
    const order = await mine(2)
    const given = await exchanged(order, 1, jeans[1])
    expect(given).toMatchObject({
      given_by: null,
      handed_over_at: expect.any(String),
      exchange_variation: { id: jeans[1], product: { name: 'Slim jeans' }, size: { code: 'UK12' } },
    })
    await execute('UPDATE products SET retail_price = 500')
    const { refund } = await desk.ask(order, 1, money(of(given)))
    expect(refund).toMatchObject({
      reckoned: 100,
      items: [{ given_by: given.id, product_variation: { id: jeans[1] } }],
      lines: [{ name: 'Slim jeans, UK12 (exchanged)', price: 100, amount: 100 }],
    })
    await desk.approve(refund.id)
    await desk.receive(refund.id, refund.items)
    expect(await desk.pay(refund.id, 'CASH')).toMatchObject({
      refund: { status_code: 'COMPLETED', amount: 100, order: { refunded: 100, collected: 0 } },
    })
    expect([await stockOf(jeans[0]), await stockOf(jeans[1])]).toEqual([
      { on_hand: 19, reserved: 0 },
      { on_hand: 20, reserved: 0 },
    ])
  })

  test('can be exchanged again and again, and the last is refunded at what was paid', async () => {
    const order = await mine(1)
    const first = await exchanged(order, 1, jeans[1])
    const second = (await done(order, swap(of(first, 1, jeans[2])))).items[0]!
    const third = (await done(order, swap(of(second, 1, jeans[0])))).items[0]!
    expect(await desk.ask(order, 1, money(of(second)))).toMatchObject({
      status: 422,
      errors: { 'items.0.quantity': ['All of this is already being returned.'] },
    })
    expect(await done(order, money(of(third)))).toMatchObject({
      amount: 100,
      items: [{ product_variation: { id: jeans[0] } }],
    })
    for (const size of jeans) expect(await stockOf(size)).toEqual({ on_hand: 20, reserved: 0 })
  })

  test('are refunded with the paid difference, and never more than was paid', async () => {
    const order = await mine(1)
    const given = await exchanged(order, 1, coat[0])
    expect((await desk.read((await desk.ask(order, 1, swap(of(given, 1, coat[1])))).refund.id)).refund).toMatchObject({
      reckoned: 0,
      lines: [{ price: 170 }],
      order: { total: 100, collected: 70 },
    })
    await execute("UPDATE refunds SET status_code = 'REFUSED' WHERE status_code = 'REQUESTED'")
    const again = (await done(order, swap(of(given, 1, coat[1])))).items[0]!
    expect(await done(order, money(of(again)))).toMatchObject({ amount: 170, order: { refunded: 170, collected: 70 } })
    expect(await select("SELECT SUM(amount) AS net FROM transactions WHERE type_code = 'REFUND'")).toEqual([
      { net: -100 },
    ])
  })

  test('cannot be returned while their difference is unpaid', async () => {
    const order = await mine(1)
    const { refund } = await desk.ask(
      order,
      1,
      swap({ order_item_id: order.items[0]!.id, quantity: 1, exchange_variation_id: coat[0] }),
    )
    await desk.approve(refund.id)
    expect(await desk.ask(order, 1, money(of(refund.items[0]!)))).toMatchObject({
      status: 422,
      errors: { 'items.0.given_by': expect.anything() },
    })
    await desk.pay(refund.id, 'CASH')
    await desk.receive(refund.id, refund.items)
    expect(await desk.ask(order, 1, money(of(refund.items[0]!)))).toMatchObject({
      status: 201,
      refund: { reckoned: 170 },
    })
  })

  test('carry their share of the discount, which adds up exactly beside pieces of the same line', async () => {
    await insertRow('coupons', { code: 'THIRD', name: 'A third', type: 'percentage', value: 33.33 })
    const order = await mine(4, { coupon_code: 'THIRD' })
    const given = await exchanged(order, 3, jeans[1])
    const line = { order_item_id: order.items[0]!.id, quantity: 1 }
    const both = await done(order, { items: [line, of(given, 1)] })
    const parts = [
      both.amount,
      (await done(order, money(of(given, 1)))).amount,
      (await done(order, money(of(given, 1)))).amount,
    ]
    expect(Math.round(parts.reduce((sum, part) => sum + part * 100, 0))).toBe(Math.round(order.total * 100))
    expect(both.items.map(({ given_by }) => given_by)).toEqual([null, given.id])
  })

  test('can be exchanged for others with the difference in price', async () => {
    const order = await mine(2)
    const given = await exchanged(order, 2, belt)
    expect(await done(order, swap(of(given, 1, jeans[1])))).toMatchObject({ amount: -66.65 })
    expect(await done(order, money(of(given, 1)))).toMatchObject({ amount: 33.35 })
  })

  test('are given up when a return is cancelled', async () => {
    const order = await mine(1)
    const given = await exchanged(order, 1, jeans[1])
    const { refund } = await desk.ask(order, 1, money(of(given)))
    await desk.approve(refund.id)
    await desk.callOff(refund.id)
    expect(await done(order, money(of(given)))).toMatchObject({ amount: 100 })
  })

  test('are refused in words for another line, another order, or a return without an exchange', async () => {
    const [order, other] = [await mine(2), await aCompletedOrder({ [jeans[0]]: 1 })]
    const given = await exchanged(order, 1, jeans[1])
    const back = (await done(order, money({ order_item_id: order.items[0]!.id, quantity: 1 }))).items[0]!
    const wrong = {
      status: 422,
      errors: { 'items.0.given_by': ['These items were not given in exchange for this line.'] },
    }
    expect(await desk.ask(other, 1, money(of(given)))).toMatchObject(wrong)
    expect(await desk.ask(order, 1, money(of(back)))).toMatchObject(wrong)
    expect(await desk.ask(order, 1, money(of({ id: 4_000_000, order_item_id: order.items[0]!.id })))).toMatchObject(
      wrong,
    )
    expect(await desk.ask(order, 1, { items: [of(given), of(given)] })).toMatchObject({
      status: 422,
      errors: { 'items.1.order_item_id': expect.anything() },
    })
    expect(await desk.ask(order, 1, money(of(given, 2)))).toMatchObject({
      status: 422,
      errors: { 'items.0.quantity': ['Only 1 of this can be returned.'] },
    })
    expect(await desk.ask(order, 1, swap(of(given, 1, jeans[1])))).toMatchObject({
      status: 422,
      errors: { 'items.0.exchange_variation_id': expect.anything() },
    })
  })
})

describe('a customer', () => {
  test('can return exchanged goods within three days of the handover', async () => {
    const order = await mine(2)
    const given = await exchanged(order, 1, jeans[1])
    await execute(`UPDATE orders SET completed_at = ${LONG_AGO}`)
    const line = { order_item_id: order.items[0]!.id, quantity: 1 }
    expect(await ask(wish(order, [line]))).toMatchObject({
      status: 409,
      message: expect.stringContaining('within 3 days'),
    })
    expect(await ask(wish(order, [line, of(given)]))).toMatchObject({ status: 409 })
    expect(await ask(wish(order, [of(given, 1, belt)], { action: 'EXCHANGE' }))).toMatchObject({ status: 422 })
    const { status, refund } = await ask(wish(order, [of(given, 1, jeans[2])], { action: 'EXCHANGE' }))
    expect([status, refund.items]).toMatchObject([
      201,
      [
        {
          given_by: given.id,
          product_variation: { id: jeans[1] },
          exchange_variation: { id: jeans[2] },
          handed_over_at: null,
        },
      ],
    ])
    const reply = await api.send('POST', `/api/account/refunds/${refund.id}`, {
      token: me.token,
      body: { action: 'REFUND', reason: 'DEFECTIVE', items: [of(given)] },
    })
    expect([reply.status, reply.body]).toMatchObject([
      200,
      { refund: { amount: 100, items: [{ given_by: given.id, exchange_variation: null }] } },
    ])
    await execute("UPDATE refunds SET status_code = 'REFUSED' WHERE id = ?", [refund.id])
    await execute(`UPDATE refund_items SET handed_over_at = ${LONG_AGO} WHERE id = ?`, [given.id])
    expect(await ask(wish(order, [of(given)]))).toMatchObject({ status: 409 })
  })
})

test("refunds the delivery fee once all goods are returned for money by the shop's fault, exchanged ones included", async () => {
  await insertRow('delivery_zones', { region_code: 'GH-AH', name: 'Kumasi', code: 'KUMASI', cost: 45 })
  const to = {
    delivery_method_code: 'delivery',
    shipping_country_code: 'GH',
    shipping_region_code: 'GH-AH',
    shipping_delivery_zone_code: 'KUMASI',
    shipping_address: 'House 5',
  }
  const fees = async (exchange: 'DEFECTIVE' | 'MISFIT') => {
    const order = await mine(2, to)
    const line = { order_item_id: order.items[0]!.id, quantity: 1 }
    const given = (await done(order, { ...swap({ ...line, exchange_variation_id: jeans[1] }), reason: exchange }))
      .items[0]!
    const rest = await done(order, { ...money(line), reason: 'DEFECTIVE' })
    const last = await done(order, { ...money(of(given)), reason: 'WRONG_ITEM' })
    return [rest.amount, last.amount]
  }
  expect(await fees('DEFECTIVE')).toEqual([100, 145])
  expect(await fees('MISFIT')).toEqual([100, 100])
})
