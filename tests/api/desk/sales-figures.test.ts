import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { inTransaction, insertRow, selectOne } from '#api/db/database.ts'
import { lockOrder } from '#api/orders/lock-order.ts'
import { payOrder } from '#api/orders/settle-order.ts'
import type { DeskFigures } from '#sync/protocol/staff/desk-figures.ts'
import type { OrderSubmission } from '#sync/protocol/shop/checkout.ts'
import type { OwnOrder } from '#sync/protocol/shop/order-view.ts'
import { type Api, aUser, startApi } from '#tests/support/server/api.ts'
import { aPush, aSale } from '#tests/support/server/factories.ts'
import { aVariation, checkBooks, openShop } from '#tests/support/server/shop.ts'
import { refundDesk } from '#tests/support/shop/refund-desk.ts'
import { aGuestOwner, anOrderOf } from '#tests/support/shop/website-orders.ts'

let api: Api
let manager: string
let administrator: string
let jeans: number

beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await openShop()
  manager = (await aUser('MANAGER')).token
  administrator = (await aUser('ADMINISTRATOR')).token
  jeans = await aVariation(50)
  await insertRow('delivery_zones', { region_code: 'GH-AH', name: 'Kumasi', code: 'KUMASI', cost: 45 })
  await insertRow('coupons', { code: 'THIRD', name: 'A third', type: 'percentage', value: 33.33 })
})
afterEach(checkBooks)
afterAll(() => api.stop())

const TO_KUMASI = {
  delivery_method_code: 'delivery',
  shipping_country_code: 'GH',
  shipping_region_code: 'GH-AH',
  shipping_delivery_zone_code: 'KUMASI',
  shipping_address: 'Adum, by the post office',
} as const

/** An order of `quantity` jeans at 10 cedis, paid today into the bank. */
async function paid(quantity: number, overrides: Partial<OrderSubmission> = {}): Promise<OwnOrder> {
  const order = await anOrderOf({ [jeans]: quantity }, { owner: await aGuestOwner(), ...overrides })
  await inTransaction(async () => payOrder(await lockOrder(order.id), { account_code: 'BANK', user_id: null }))
  return order
}
async function sell(quantity: number, discount = 0): Promise<void> {
  const lines = [{ product_variation_id: jeans, quantity, price: 10 }]
  const reply = await api.send('POST', '/api/sync/push', { token: manager, body: aPush(aSale({ lines, discount })) })
  expect(reply.status).toBe(200)
}
/** Takes `quantity` pieces back and pays them in cash. `amount`: less than their worth. */
async function giveBack(
  order: OwnOrder,
  { quantity, reason, amount }: { quantity: number; reason: 'MISFIT' | 'DEFECTIVE'; amount?: number },
) {
  const desk = refundDesk(api, manager)
  const { refund } = await desk.ask(order, quantity, { reason })
  expect((await desk.approve(refund.id, amount === undefined ? {} : { amount, note: 'As agreed' })).status).toBe(200)
  expect((await desk.pay(refund.id, 'CASH')).status).toBeLessThan(300)
}
const look = async () =>
  (await api.send('GET', '/api/staff/dashboard?period=today', { token: administrator })).body
    .dashboard as unknown as DeskFigures
const inTheLedger = async () =>
  (await selectOne<{ amount: number }>(
    "SELECT SUM(amount) AS amount FROM transactions WHERE type_code IN ('SALE', 'REFUND')",
  ))!.amount

test('tells gross sales, discounts, returns, net sales and delivery apart, and agrees with the ledger', async () => {
  await sell(3, 4.5)
  const order = await paid(3, { ...TO_KUMASI, coupon_code: 'THIRD' })
  expect(order).toMatchObject({ subtotal: 30, discount: 10, shipping_fee: 45, total: 65 })
  await paid(2)
  const whole = { orders: 3, gross: 80, discounts: 14.5, returns: 0, net: 65.5, delivery: 45, total: 110.5 }
  expect((await look()).sales).toEqual(whole)

  await giveBack(order, { quantity: 1, reason: 'MISFIT' })
  const { sales, channels, accounts, tellers, days } = await look()
  expect(sales).toEqual({ ...whole, returns: 6.67, net: 58.83, total: 103.83 })
  expect(channels).toMatchObject([
    { type_code: 'STORE', gross: 30, discounts: 4.5, returns: 0, net: 25.5, delivery: 0, total: 25.5 },
    { type_code: 'WEBSITE', gross: 50, discounts: 10, returns: 6.67, net: 33.33, delivery: 45, total: 78.33 },
  ])
  expect(tellers.map(({ teller_id, net, total }) => [teller_id, net, total])).toEqual([
    [null, 33.33, 78.33],
    [7, 25.5, 25.5],
  ])
  expect(days).toMatchObject([{ ...sales, store: 30, website: 50 }])
  expect(accounts).toEqual([
    { account_code: 'BANK', name: 'POS / Bank', orders: 2, received: 85, refunded: 0, total: 85 },
    { account_code: 'CASH', name: 'Cash', orders: 1, received: 25.5, refunded: 6.67, total: 18.83 },
  ])
  expect(sales.total).toBe(await inTheLedger())
})

test('takes a refunded delivery fee off delivery, not off net sales', async () => {
  const order = await paid(2, TO_KUMASI)
  await giveBack(order, { quantity: 2, reason: 'DEFECTIVE' })
  const { sales } = await look()
  expect(sales).toEqual({ orders: 1, gross: 20, discounts: 0, returns: 20, net: 0, delivery: 0, total: 0 })
  expect(sales.total).toBe(await inTheLedger())
})

test('counts no more delivery as refunded than was paid back', async () => {
  const order = await paid(1, TO_KUMASI)
  await giveBack(order, { quantity: 1, reason: 'DEFECTIVE', amount: 30 })
  const { sales } = await look()
  expect(sales).toEqual({ orders: 1, gross: 10, discounts: 0, returns: 0, net: 10, delivery: 15, total: 25 })
  expect(sales.total).toBe(await inTheLedger())
})
