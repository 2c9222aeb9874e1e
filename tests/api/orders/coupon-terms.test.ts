import { beforeEach, describe, expect, test, vi } from 'vitest'
import type * as uses from '#api/coupons/coupon-uses.ts'
import { retakeUse } from '#api/coupons/coupon-uses.ts'
import { changeCoupon, findCoupon } from '#api/coupons/staff-coupons.ts'
import { execute, inTransaction, insertRow, select, selectOne } from '#api/db/database.ts'
import type { AppError } from '#api/errors.ts'
import { lockOrder } from '#api/orders/lock-order.ts'
import { placeOrder } from '#api/orders/place-order.ts'
import { cancelOrder, payOrder } from '#api/orders/settle-order.ts'
import type { OwnOrder } from '#sync/protocol/shop/order-view.ts'
import { aUser } from '#tests/support/server/api.ts'
import { readThenUse } from '#tests/support/hostile/careless-orders.ts'
import { aVariation, openShop } from '#tests/support/server/shop.ts'
import { aSubmission } from '#tests/support/server/submission.ts'
import { aCustomerOwner, aGuestOwner, anOrderOf, fillCart, usesOf } from '#tests/support/shop/website-orders.ts'

const guard = vi.hoisted(() => ({ stands: true }))
vi.mock('#api/coupons/coupon-uses.ts', async importOriginal => {
  const real = await importOriginal<typeof uses>()
  return {
    ...real,
    takeUse: (...asked: Parameters<typeof real.takeUse>) =>
      guard.stands ? real.takeUse(...asked) : readThenUse(...asked),
  }
})

let jeans: number
beforeEach(async () => {
  guard.stands = true
  await openShop()
  jeans = await aVariation(1000, { retail_price: 100 })
})

const aCoupon = (row: Record<string, unknown> = {}) =>
  insertRow('coupons', { code: 'JEANS10', name: 'Jeans', type: 'percentage', value: 10, ...row })
const CODE = { coupon_code: 'JEANS10' }
const phones = (n: number) => ({ ...CODE, phone: `+2332441234${String(n).padStart(2, '0')}` })
const refusalOf = (ordering: Promise<OwnOrder>) =>
  ordering.then(
    () => null,
    (error: AppError) => error.body.errors?.coupon_code?.[0],
  )
const dayFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** A variation of a category of its own, below another where one is given. */
async function aVariationIn(
  name: string,
  parent_id: number | null = null,
): Promise<{ variation: number; category: number }> {
  const category = await insertRow('categories', { name, parent_id })
  const variation = await aVariation(1000, { retail_price: 50 })
  await execute(
    'UPDATE products p JOIN product_variations v ON v.product_id = p.id SET p.category_id = ? WHERE v.id = ?',
    [category, variation],
  )
  return { variation, category }
}

describe('a coupon', () => {
  test('does not apply before its first day, and applies on it', async () => {
    await aCoupon({ starts_on: dayFrom(1) })
    expect(await refusalOf(anOrderOf({ [jeans]: 1 }, CODE))).toBe('This code is not active yet.')
    await execute('UPDATE coupons SET starts_on = ?', [dayFrom(0)])
    expect(await anOrderOf({ [jeans]: 1 }, CODE)).toMatchObject({ discount: 10 })
  })

  test('applies from its minimum subtotal, before any discount', async () => {
    await aCoupon({ minimum_subtotal: 200 })
    expect(await refusalOf(anOrderOf({ [jeans]: 1 }, CODE))).toBe('This code is for orders of GH₵\u00A0200.00 or more.')
    expect(await anOrderOf({ [jeans]: 2 }, CODE)).toMatchObject({ subtotal: 200, discount: 20, total: 180 })
  })

  test('applies only to its categories and those below them, and each line says so', async () => {
    const tops = await aVariationIn('Tops')
    const crops = await aVariationIn('Crop tops', tops.category)
    const id = await aCoupon({ value: 50 })
    await insertRow('coupon_categories', { coupon_id: id, category_id: tops.category })
    expect(await refusalOf(anOrderOf({ [jeans]: 1 }, CODE))).toBe('This code is not valid for these items.')
    expect(await usesOf(id)).toBe(0)
    const order = await anOrderOf({ [jeans]: 1, [tops.variation]: 1, [crops.variation]: 2 }, CODE)
    expect(order).toMatchObject({ subtotal: 250, discount: 75, total: 175 })
    expect(
      await select('SELECT product_variation_id AS id, discounted FROM order_items WHERE order_id = ? ORDER BY id', [
        order.id,
      ]),
    ).toEqual([
      { id: jeans, discounted: 0 },
      { id: tops.variation, discounted: 1 },
      { id: crops.variation, discounted: 1 },
    ])
  })

  test('takes off no more than its goods cost', async () => {
    const tops = await aVariationIn('Tops')
    await insertRow('coupon_categories', {
      coupon_id: await aCoupon({ type: 'amount', value: 80 }),
      category_id: tops.category,
    })
    expect(await anOrderOf({ [jeans]: 1, [tops.variation]: 1 }, CODE)).toMatchObject({
      subtotal: 150,
      discount: 50,
      total: 100,
    })
  })
})

test('can be changed by staff after it was used, released and used again', async () => {
  const id = await aCoupon()
  const { updated_at } = await findCoupon(id)
  const order = await anOrderOf({ [jeans]: 1 }, CODE)
  await inTransaction(async () => cancelOrder(await lockOrder(order.id), { by: 'EXPIRY', reason: null, user_id: null }))
  await inTransaction(() => retakeUse(order.id, id))
  expect(await changeCoupon(id, { name: 'Denim', updated_at })).toMatchObject({ name: 'Denim', current_usage: 1 })
})

describe('a coupon for one use per customer', () => {
  beforeEach(async () => {
    await aCoupon({ max_per_customer: 1 })
  })

  test('is counted by account, whatever the phone', async () => {
    const owner = await aCustomerOwner()
    const { id } = await anOrderOf({ [jeans]: 1 }, { owner, ...phones(1) })
    await inTransaction(async () => payOrder(await lockOrder(id), { account_code: 'BANK', user_id: 7 }))
    expect(await refusalOf(anOrderOf({ [jeans]: 1 }, { owner, ...phones(2) }))).toBe('You have used this code already.')
    expect(await anOrderOf({ [jeans]: 1 }, { owner: await aCustomerOwner(), ...phones(3) })).toMatchObject({
      discount: 10,
    })
  })

  test('is counted by phone for guests', async () => {
    await anOrderOf({ [jeans]: 1 }, phones(1))
    expect(await refusalOf(anOrderOf({ [jeans]: 1 }, phones(1)))).toBe('You have used this code already.')
    expect(await anOrderOf({ [jeans]: 1 }, phones(2))).toMatchObject({ discount: 10 })
  })

  test('stays with its customer while they change the unpaid order, and after it expired', async () => {
    const owner = await aGuestOwner()
    const order = await anOrderOf({ [jeans]: 1 }, { owner, ...phones(1) })
    expect(await anOrderOf({ [jeans]: 1 }, { owner, ...phones(1) })).toMatchObject({ id: order.id, discount: 20 })
    await inTransaction(async () =>
      cancelOrder(await lockOrder(order.id), { by: 'EXPIRY', reason: null, user_id: null }),
    )
    expect(await anOrderOf({ [jeans]: 1 }, phones(1))).toMatchObject({ discount: 10 })
  })

  const rush = async () => {
    const owners = await Promise.all(Array.from({ length: 20 }, aGuestOwner))
    await Promise.all(owners.map(owner => fillCart(owner, { [jeans]: 1 })))
    const orders = await Promise.allSettled(owners.map(owner => placeOrder(owner, aSubmission(phones(1)))))
    return orders.filter(({ status }) => status === 'fulfilled').length
  }

  test('is used once by twenty orders at once', async () => {
    expect(await rush()).toBe(1)
    expect((await selectOne<{ n: number }>('SELECT COUNT(*) AS n FROM coupon_redemptions'))!.n).toBe(1)
  })

  test('control: is used more often when it is only read before its turn', async () => {
    guard.stands = false
    expect(await rush()).toBeGreaterThan(1)
    await execute(
      'UPDATE coupons c SET current_usage = (SELECT COUNT(*) FROM coupon_redemptions r WHERE r.coupon_id = c.id)',
    )
  })
})

test('stays listed in the account until the customer has used it up', async () => {
  const { listOwnCoupons } = await import('#api/account/own-coupons.ts')
  const { id } = await aUser('CUSTOMER')
  await aCoupon({ max_per_customer: 1 })
  const listed = async (phone: string | null) => (await listOwnCoupons({ id, phone }, {})).data.map(({ code }) => code)
  expect((await listOwnCoupons({ id, phone: null }, {})).data).toMatchObject([{ code: 'JEANS10', categories: [] }])
  await anOrderOf({ [jeans]: 1 }, phones(7))
  expect([await listed(phones(7).phone), await listed(phones(8).phone)]).toEqual([[], ['JEANS10']])
  await anOrderOf({ [jeans]: 1 }, { owner: { user_id: id, session_id: null }, ...CODE })
  expect(await listed(null)).toEqual([])
})
