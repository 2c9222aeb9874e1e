import { beforeAll, expect, test } from 'vitest'
import { seedOffers } from '#api/demo/seed.ts'
import { seedOrders } from '#api/demo/seed-orders.ts'
import { seedRefunds } from '#api/demo/seed-refunds.ts'
import { execute, select, selectOne } from '#api/db/database.ts'
import { ORDER_STATUSES } from '#sync/protocol/shop/order.ts'
import { REFUND_STATUSES } from '#sync/protocol/shop/refund.ts'
import { aUser } from '#tests/support/server/api.ts'
import { aProduct } from '#tests/support/goods/catalogue.ts'
import { brokenRules, count, openShop } from '#tests/support/server/shop.ts'

beforeAll(async () => {
  await openShop()
  await execute('DELETE FROM coupons')
  await seedOffers()
  for (const [role, email] of [
    ['CUSTOMER', 'customer@shop.test'],
    ['MANAGER', 'manager@shop.test'],
  ] as const)
    await aUser(role, { email })
  for (let i = 0; i < 4; i++)
    await aProduct({ pieces: Array.from({ length: 8 }, (_, n) => ({ size: `UK${6 + 2 * n}`, quantity: 100 })) })
  await seedOrders()
  await seedRefunds()
})

test('has an order in every status, of customers and guests, with correct books', async () => {
  const found = await select<{ status_code: string }>(
    "SELECT DISTINCT status_code FROM orders WHERE type_code = 'WEBSITE'",
  )
  expect(found.map(({ status_code }) => status_code).sort()).toEqual(Object.keys(ORDER_STATUSES).sort())
  expect(await count('orders', 'user_id IS NOT NULL')).toBeGreaterThan(3)
  expect(await count('orders', 'tracking_token IS NOT NULL')).toBeGreaterThan(3)
  expect([await brokenRules(), await count('mails')]).toEqual([[], 0])
})

test('has one delivered by an agreed rider, with notes for staff', async () => {
  expect(
    await select(
      'SELECT status_code, shipping_region_code, rider_fee, staff_note IS NOT NULL AS noted FROM orders WHERE rider_name IS NOT NULL',
    ),
  ).toEqual([{ status_code: 'READY_TO_SHIP', shipping_region_code: 'GH-AA', rider_fee: 35, noted: 1 }])
})

test('has a return in every status', async () => {
  const found = await select<{ status_code: string }>('SELECT status_code FROM refunds ORDER BY status_code')
  expect(found.map(({ status_code }) => status_code)).toEqual(Object.keys(REFUND_STATUSES).sort())
})

test('used up a coupon with the first twenty orders', async () => {
  expect(await selectOne("SELECT current_usage, max_usage FROM coupons WHERE code = 'FIRST20'")).toEqual({
    current_usage: 20,
    max_usage: 20,
  })
})

test('happened before now, in order', async () => {
  expect(
    await count(
      'orders',
      'created_at > NOW(3) OR paid_at < created_at OR completed_at < paid_at OR completed_at > NOW(3)',
    ),
  ).toBe(0)
  expect(
    await count(
      'order_events e JOIN order_events f ON f.order_id = e.order_id AND f.id > e.id',
      'f.created_at < e.created_at',
    ),
  ).toBe(0)
  expect(
    await count(
      'orders',
      "status_code = 'COMPLETED' AND user_id IS NOT NULL AND completed_at > NOW(3) - INTERVAL 3 DAY",
    ),
  ).toBeGreaterThan(0)
})
