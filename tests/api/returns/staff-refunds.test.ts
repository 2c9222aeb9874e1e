import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { execute, insertRow, select } from '#api/db/database.ts'
import type { Order } from '#sync/protocol/shop/order-view.ts'
import { type Api, aUser, startApi } from '#tests/support/server/api.ts'
import { aProduct } from '#tests/support/goods/catalogue.ts'
import { refundDesk, type RefundDesk } from '#tests/support/shop/refund-desk.ts'
import { aCompletedOrder } from '#tests/support/shop/returns.ts'
import { checkBooks, count, openShop } from '#tests/support/server/shop.ts'
import { anOrderOf, stockOf } from '#tests/support/shop/website-orders.ts'
import { formatCedis } from '#sync/protocol/money.ts'

let api: Api
let desk: RefundDesk
let token: string
let jeans: [small: number, large: number]
let product: number
let belt: number

beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await openShop()
  token = (await aUser('MANAGER')).token
  desk = refundDesk(api, token)
  const made = await aProduct({
    name: 'Slim jeans',
    retail_price: 100,
    pieces: [
      { size: 'UK10', quantity: 20 },
      { size: 'UK12', quantity: 2 },
    ],
  })
  product = made.id
  jeans = made.variations as [number, number]
  belt = (await aProduct({ name: 'Belt', retail_price: 33.35, pieces: [{ size: 'ONE', quantity: 9 }] })).variations[0]!
})
afterEach(checkBooks)
afterAll(() => api.stop())

const balance = async (code: string) =>
  (await select<{ balance: number }>('SELECT balance FROM accounts WHERE code = ?', [code]))[0]!.balance
const entries = (refund_id: number) =>
  select('SELECT account_code, type_code, amount FROM transactions WHERE refund_id = ?', [refund_id])
const letters = async (like: string) =>
  (await select<{ letter: string }>('SELECT letter FROM mails WHERE once_key LIKE ? ORDER BY id', [`%${like}%`])).map(
    ({ letter }) => letter,
  )
/** Two pairs rung up at the counter. */
async function aTillSale(): Promise<Order> {
  const { body } = await api.send('POST', '/api/staff/orders', {
    token,
    body: { account_code: 'CASH', items: [{ product_id: product, size_code: 'UK10', quantity: 2 }] },
  })
  return (body as unknown as { order: Order }).order
}

describe('a return for money', () => {
  test('is approved, paid in cash and taken back one by one, and completes with the last', async () => {
    const order = await aCompletedOrder({ [jeans[0]]: 3 })
    const {
      status,
      refund: { id },
    } = await desk.ask(order, 2)
    expect(status).toBe(201)
    expect(await desk.approve(id, { note: 'Bring the tags.' })).toMatchObject({
      status: 200,
      refund: {
        status_code: 'APPROVED',
        money_status: 'PENDING',
        goods_status: 'AWAITED',
        amount: 200,
        decision_note: 'Bring the tags.',
        order: { refunded: 200 },
      },
    })
    expect(await desk.pay(id, 'CASH')).toMatchObject({
      status: 200,
      refund: { status_code: 'APPROVED', money_status: 'DONE', account_code: 'CASH' },
    })
    expect([await balance('CASH'), await entries(id)]).toEqual([
      100,
      [{ account_code: 'CASH', type_code: 'REFUND', amount: -200 }],
    ])
    const { refund } = await desk.receive(id, (await desk.read(id)).refund.items)
    expect(refund).toMatchObject({
      status_code: 'COMPLETED',
      goods_status: 'BACK',
      items: [{ disposition: 'RESTOCK' }],
      lines: [{ name: 'Slim jeans, UK 10', price: 100, quantity: 2, amount: 200 }],
    })
    expect(await stockOf(jeans[0])).toEqual({ on_hand: 19, reserved: 0 })
    expect(refund.events.map(({ code }) => code)).toEqual([
      'REQUESTED',
      'APPROVED',
      'MONEY_DONE',
      'GOODS_BACK',
      'COMPLETED',
    ])
    expect(
      await select(
        "SELECT action, user_id IS NOT NULL AS known FROM staff_changes WHERE subject = 'refund' ORDER BY id",
      ),
    ).toEqual(['add', 'approve', 'pay', 'receive'].map(action => ({ action, known: 1 })))
    expect([(await letters('-approved'))[0], (await letters('-paid'))[0]]).toEqual([
      expect.stringContaining('Bring the tags.'),
      expect.stringContaining('have refunded'),
    ])
  })

  test('is completed by one call; what is not named stays with the customer', async () => {
    const order = await aCompletedOrder({ [jeans[0]]: 1, [belt]: 2 })
    const items = order.items.map(({ id, quantity }) => ({ order_item_id: id, quantity }))
    const { refund } = await desk.ask(order, 1, { items })
    await desk.approve(refund.id)
    const restock = [{ refund_item_id: refund.items[0]!.id, disposition: 'RESTOCK' }]
    expect(await desk.complete(refund.id, { account_code: 'CASH', restock: [...restock, ...restock] })).toMatchObject({
      status: 422,
      errors: { 'restock.1.refund_item_id': expect.anything() },
    })
    expect(await desk.complete(refund.id, { account_code: 'MTN_MOBILE_MONEY', restock })).toMatchObject({
      status: 200,
      refund: {
        status_code: 'COMPLETED',
        money_status: 'DONE',
        goods_status: 'BACK',
        amount: 166.7,
        items: [{ disposition: 'RESTOCK' }, { disposition: null }],
      },
    })
    expect([await stockOf(jeans[0]), await stockOf(belt), await balance('MTN_MOBILE_MONEY')]).toEqual([
      { on_hand: 20, reserved: 0 },
      { on_hand: 7, reserved: 0 },
      -166.7,
    ])
    expect(await desk.complete(refund.id)).toMatchObject({ status: 409 })
  })

  test("for a till sale lowers the till's account, however old the sale", async () => {
    const sale = await aTillSale()
    await execute("UPDATE orders SET occurred_at = '2025-01-01' WHERE id = ?", [sale.id])
    const { refund } = await desk.ask(sale)
    await desk.approve(refund.id)
    expect(
      await desk.complete(refund.id, { restock: [{ refund_item_id: refund.items[0]!.id, disposition: 'RESTOCK' }] }),
    ).toMatchObject({ status: 200, refund: { account_code: 'CASH', number: sale.number } })
    expect([await balance('CASH'), await stockOf(jeans[0])]).toEqual([100, { on_hand: 19, reserved: 0 }])
    expect((await letters('return')).length).toBe(0)
  })

  test('books damaged goods in and out, and nothing of them is for sale', async () => {
    const order = await aCompletedOrder({ [jeans[0]]: 2 })
    const { refund } = await desk.ask(order, 2)
    await desk.approve(refund.id)
    await desk.receive(refund.id, refund.items, 'DAMAGED')
    expect(await stockOf(jeans[0])).toEqual({ on_hand: 18, reserved: 0 })
    expect(
      await select(
        'SELECT reason, quantity FROM stock_movements WHERE order_id = ? AND reason NOT IN (?) ORDER BY id',
        [order.id, ['RESERVATION', 'RELEASE', 'SALE']],
      ),
    ).toEqual([
      { reason: 'RETURN', quantity: 2 },
      { reason: 'DAMAGED', quantity: -2 },
    ])
    expect(await desk.receive(refund.id, refund.items)).toMatchObject({ status: 409 })
  })

  test('is recalculated on approval: parts of a discounted order add up in any order', async () => {
    await insertRow('coupons', { code: 'THIRD', name: 'A third', type: 'percentage', value: 33.33 })
    const order = await aCompletedOrder({ [jeans[0]]: 2, [belt]: 3 }, { coupon_code: 'THIRD' })
    const line = (variation: number) =>
      order.items.find(({ product_variation_id }) => product_variation_id === variation)!.id
    const asked: number[] = []
    for (const [variation, quantity] of [
      [belt, 1],
      [jeans[0], 1],
      [belt, 2],
      [jeans[0], 1],
    ] as const)
      asked.push((await desk.ask(order, 1, { items: [{ order_item_id: line(variation), quantity }] })).refund.id)
    let sum = 0
    for (const id of asked.reverse()) sum += Math.round((await desk.approve(id)).refund.amount * 100)
    expect(sum).toBe(Math.round(order.total * 100))
  })

  test('leaves its share to later returns, exact to the pesewa, when it is called off', async () => {
    await insertRow('coupons', { code: 'HALF', name: 'Half a cedi', type: 'amount', value: 0.5 })
    const socks = (await aProduct({ name: 'Socks', retail_price: 0.5, pieces: [{ size: 'ONE', quantity: 30 }] }))
      .variations[0]!
    for (const off of [0, 1, 2]) {
      const order = await aCompletedOrder({ [socks]: 3 }, { coupon_code: 'HALF' })
      const ids: number[] = []
      for (let piece = 0; piece < 3; piece++) ids.push((await desk.ask(order)).refund.id)
      for (const id of ids) await desk.approve(id)
      await desk.callOff(ids[off]!)
      await desk.approve((await desk.ask(order)).refund.id)
      expect((await desk.read(ids[0]!)).refund.order).toMatchObject({ total: 1, refunded: 1 })
    }
  })

  test('may be less with a reason, and never more', async () => {
    const order = await aCompletedOrder({ [jeans[0]]: 1 })
    const {
      refund: { id },
    } = await desk.ask(order)
    expect(await desk.approve(id, { amount: 100.01 })).toMatchObject({
      status: 422,
      errors: { amount: [`You can refund at most ${formatCedis(100)}.`] },
    })
    expect(await desk.approve(id, { amount: 60 })).toMatchObject({ status: 422, errors: { note: expect.anything() } })
    expect(await desk.approve(id, { amount: 60, note: 'It was worn.' })).toMatchObject({
      status: 200,
      refund: { amount: 60, reckoned: 100, order: { refunded: 60 } },
    })
    expect(await desk.complete(id, { account_code: 'CASH' })).toMatchObject({ refund: { goods_status: 'KEPT' } })
  })

  test("refunds the delivery fee once all goods came back by the shop's fault", async () => {
    await insertRow('delivery_zones', { region_code: 'GH-AH', name: 'Kumasi', code: 'KUMASI', cost: 45 })
    const to = {
      delivery_method_code: 'delivery',
      shipping_country_code: 'GH',
      shipping_region_code: 'GH-AH',
      shipping_delivery_zone_code: 'KUMASI',
      shipping_address: 'House 5',
    } as const
    const amounts = async (...reasons: ('WRONG_ITEM' | 'DEFECTIVE' | 'MISFIT')[]) => {
      const order = await aCompletedOrder({ [jeans[0]]: 2 }, to)
      const refunds: { amount: number; shipping_fee: number }[] = []
      for (const reason of reasons)
        refunds.push((await desk.approve((await desk.ask(order, 1, { reason })).refund.id)).refund)
      return refunds.map(({ amount, shipping_fee }) => [amount, shipping_fee])
    }
    expect(await amounts('WRONG_ITEM', 'DEFECTIVE')).toEqual([
      [100, 0],
      [145, 45],
    ])
    expect(await amounts('MISFIT', 'DEFECTIVE')).toEqual([
      [100, 0],
      [100, 0],
    ])
    expect(await amounts('DEFECTIVE')).toEqual([[100, 0]])
  })

  test('is refused in words the customer reads, and its pieces can be requested again', async () => {
    const order = await aCompletedOrder({ [jeans[0]]: 1 })
    const {
      refund: { id },
    } = await desk.ask(order)
    expect(await desk.refuse(id, 'It was washed.')).toMatchObject({
      status: 200,
      refund: { status_code: 'REFUSED', decision_note: 'It was washed.' },
    })
    expect((await letters('-refused'))[0]).toContain('It was washed.')
    expect((await desk.ask(order)).status).toBe(201)
  })

  test('takes its steps in order only', async () => {
    const order = await aCompletedOrder({ [jeans[0]]: 4 })
    const { refund } = await desk.ask(order)
    for (const early of [
      desk.complete(refund.id, { account_code: 'CASH' }),
      desk.pay(refund.id, 'CASH'),
      desk.receive(refund.id, refund.items),
      desk.callOff(refund.id),
      desk.step(refund.id, { status_code: 'REQUESTED' }),
    ])
      expect(await early).toMatchObject({ status: 409 })
    await desk.approve(refund.id)
    for (const again of [desk.approve(refund.id), desk.refuse(refund.id)])
      expect(await again).toMatchObject({ status: 409 })
    await desk.complete(refund.id, { account_code: 'CASH' })
    for (const late of [
      desk.refuse(refund.id),
      desk.pay(refund.id, 'CASH'),
      desk.receive(refund.id, refund.items),
      desk.callOff(refund.id),
    ])
      expect(await late).toMatchObject({ status: 409 })
    const waiting = await anOrderOf({ [jeans[0]]: 1 })
    expect(await desk.ask(waiting)).toMatchObject({ status: 409, message: 'Nothing was paid for this order.' })
  })

  test('can be called off while nothing has moved, and then ends', async () => {
    const order = await aCompletedOrder({ [jeans[0]]: 1 })
    const { refund } = await desk.ask(order, 1, {
      action: 'EXCHANGE',
      items: [{ order_item_id: order.items[0]!.id, quantity: 1, exchange_variation_id: jeans[1] }],
    })
    await desk.approve(refund.id)
    expect(await stockOf(jeans[1])).toEqual({ on_hand: 2, reserved: 1 })
    expect(await desk.callOff(refund.id)).toMatchObject({ status: 200, refund: { status_code: 'REFUSED' } })
    expect(await stockOf(jeans[1])).toEqual({ on_hand: 2, reserved: 0 })
    const again = await desk.ask(order)
    await desk.approve(again.refund.id)
    await desk.pay(again.refund.id, 'CASH')
    expect(await desk.callOff(again.refund.id)).toMatchObject({
      status: 409,
      message: 'Money or items have already moved.',
    })
  })

  test('names the account that lacks money, and the row that changed in between', async () => {
    const order = await aCompletedOrder({ [jeans[0]]: 1 })
    const { refund } = await desk.ask(order)
    expect(
      await desk.step(refund.id, { status_code: 'APPROVED', updated_at: '2020-01-01T00:00:00.000Z' }),
    ).toMatchObject({ status: 409, code: 'stale', refund: { id: refund.id, status_code: 'REQUESTED' } })
    await desk.step(refund.id, { status_code: 'APPROVED', updated_at: refund.updated_at })
    for (const account of ['PAYSTACK', 'NONE'])
      expect(await desk.pay(refund.id, account)).toMatchObject({
        status: 422,
        errors: { account_code: expect.anything() },
      })
    const paid = await Promise.all([desk.pay(refund.id, 'CASH', 'a-key'), desk.pay(refund.id, 'CASH', 'a-key')])
    expect(paid.map(({ status }) => status)).toEqual([200, 200])
    expect(await count('transactions', 'refund_id = ?', [refund.id])).toBe(1)
  })
})

describe('an exchange', () => {
  const swap = async (quantity: number, exchange_variation_id: number) => {
    const order = await aCompletedOrder({ [jeans[0]]: 2 })
    return desk.ask(order, quantity, {
      action: 'EXCHANGE',
      items: [{ order_item_id: order.items[0]!.id, quantity, exchange_variation_id }],
    })
  }

  test('for another size is free and holds it from approval on', async () => {
    const { refund } = await swap(2, jeans[1])
    await execute('UPDATE products SET retail_price = 500 WHERE id = ?', [product])
    expect(await desk.approve(refund.id)).toMatchObject({ refund: { amount: 0, money_status: 'NONE' } })
    expect(await stockOf(jeans[1])).toEqual({ on_hand: 2, reserved: 2 })
    const other = await swap(1, jeans[1])
    expect(other).toMatchObject({ status: 422, errors: { 'items.0.exchange_variation_id': ['Only 0 left in stock.'] } })
    expect(await desk.receive(refund.id, refund.items)).toMatchObject({
      refund: { status_code: 'COMPLETED', lines: [{ exchange: 'Slim jeans, UK12', exchange_price: null }] },
    })
    expect([
      await stockOf(jeans[0]),
      await stockOf(jeans[1]),
      await count('transactions', "type_code = 'REFUND'"),
    ]).toEqual([{ on_hand: 18, reserved: 0 }, { on_hand: 0, reserved: 0 }, 0])
  })

  test('for cheaper goods refunds the difference', async () => {
    const { refund } = await swap(1, belt)
    expect(await desk.approve(refund.id)).toMatchObject({
      refund: { amount: 66.65, lines: [{ exchange_price: 33.35 }] },
    })
    expect(
      await desk.complete(refund.id, {
        account_code: 'CASH',
        restock: [{ refund_item_id: refund.items[0]!.id, disposition: 'RESTOCK' }],
      }),
    ).toMatchObject({ refund: { status_code: 'COMPLETED' } })
    expect([await entries(refund.id), await stockOf(belt)]).toEqual([
      [{ account_code: 'CASH', type_code: 'REFUND', amount: -66.65 }],
      { on_hand: 8, reserved: 0 },
    ])
  })

  test('for dearer goods collects the difference before the handover', async () => {
    const coat = (
      await aProduct({ name: 'Coat', retail_price: 180, discount: 10, pieces: [{ size: 'ONE', quantity: 3 }] })
    ).variations[0]!
    const { refund } = await swap(2, coat)
    expect(await desk.approve(refund.id)).toMatchObject({
      refund: { amount: -140, money_status: 'PENDING', order: { refunded: 0 } },
    })
    expect(await desk.receive(refund.id, refund.items)).toMatchObject({
      status: 409,
      message: 'The customer pays the difference first.',
    })
    await desk.pay(refund.id, 'BANK')
    expect(await desk.receive(refund.id, refund.items)).toMatchObject({ refund: { status_code: 'COMPLETED' } })
    expect([await entries(refund.id), await stockOf(coat)]).toEqual([
      [{ account_code: 'BANK', type_code: 'REFUND', amount: 140 }],
      { on_hand: 1, reserved: 0 },
    ])
    expect((await desk.read(refund.id)).refund.events.map(({ code }) => code)).toContain('HANDED_OVER')
  })

  test('is not approved for goods that are gone', async () => {
    const [first, second] = [await swap(2, jeans[1]), await swap(1, jeans[1])]
    await desk.approve(first.refund.id)
    expect(await desk.approve(second.refund.id)).toMatchObject({
      status: 422,
      errors: { [`variation_${jeans[1]}`]: [expect.stringContaining('0 left')] },
    })
    expect((await desk.read(second.refund.id)).refund).toMatchObject({
      status_code: 'REQUESTED',
      order: { refunded: 0 },
    })
  })
})

test('filters returns by step, day and the start or last digits of the order number, and exports them', async () => {
  const orders = [await aCompletedOrder({ [jeans[0]]: 2 }), await aTillSale()]
  const [web, till] = [await desk.ask(orders[0]!), await desk.ask(orders[1]!, 1, { note: '=1+1', reason: 'DEFECTIVE' })]
  await desk.approve(web.refund.id)
  const ids = async (query: string) =>
    ((await desk.send(`GET ?${query}`)) as unknown as { refunds: { data: { id: number }[] } }).refunds.data.map(
      ({ id }) => id,
    )
  expect(await ids('')).toEqual([till.refund.id, web.refund.id])
  expect(await ids('order_column=amount&order_direction=asc')).toEqual([web.refund.id, till.refund.id])
  expect(await ids('status_code=APPROVED')).toEqual([web.refund.id])
  expect(await ids('money_status=PENDING&goods_status=AWAITED&action=REFUND')).toEqual([web.refund.id])
  expect([await ids('reason=DEFECTIVE'), await ids('reason=OTHER')]).toEqual([[till.refund.id], []])
  expect(await ids(`search=${orders[1]!.number.slice(0, 5)}`)).toEqual([till.refund.id])
  expect(await ids(`search=${orders[1]!.number.slice(-4)}`)).toEqual([till.refund.id])
  expect(await ids(`search=${orders[0]!.id}`)).toContain(web.refund.id)
  expect(await ids('search=%25')).toEqual([])
  expect(await ids('search=4111%201111%201111%201111')).toEqual([])
  expect(await ids(`order_id=${orders[0]!.id}&start_date=2020-01-01`)).toEqual([web.refund.id])
  expect(await ids('end_date=2020-01-01')).toEqual([])
  const { text } = await api.send('GET', '/api/staff/refunds/csv?status_code=REQUESTED&reason=DEFECTIVE', { token })
  expect(text.split('\r\n').filter(Boolean)).toEqual([
    expect.stringMatching(/^\uFEFF?id,order,/),
    expect.stringContaining("'=1+1"),
  ])
})
