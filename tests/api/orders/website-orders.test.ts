import { beforeEach, describe, expect, test } from 'vitest'
import { readCart } from '#api/carts/read-cart.ts'
import { execute, inTransaction, insertRow, select, selectOne } from '#api/db/database.ts'
import type { Owner } from '#api/http/owner.ts'
import { lockOrder } from '#api/orders/lock-order.ts'
import { cancelOrder, payOrder, retakeOrder } from '#api/orders/settle-order.ts'
import { aProduct } from '#tests/support/goods/catalogue.ts'
import { count, openShop } from '#tests/support/server/shop.ts'
import { aSubmission } from '#tests/support/server/submission.ts'
import {
  aCustomerOwner,
  aGuestOwner,
  anOrderOf,
  fillCart,
  orderCart,
  statusOf,
  stockOf,
  usesOf,
} from '#tests/support/shop/website-orders.ts'
import { enterAs } from '#tests/support/people/enter-as.ts'

let jeans: number
let tee: number
beforeEach(async () => {
  await openShop()
  ;[jeans] = (
    await aProduct({
      name: 'Jeans',
      retail_price: 180,
      discount: 30.01,
      pieces: [{ size: 'UK10', colour: '1F2A44', quantity: 5 }],
    })
  ).variations as [number]
  ;[tee] = (await aProduct({ name: 'Tee', retail_price: 60, pieces: [{ size: 'ONE', quantity: 5 }] })).variations as [
    number,
  ]
  await insertRow('delivery_zones', { region_code: 'GH-AH', name: 'Kumasi', code: 'KUMASI', cost: 45 })
  await insertRow('delivery_zones', { region_code: 'GH-AA', name: 'Osu', code: 'OSU', cost: 0 })
})

const aCoupon = (row: Record<string, unknown> = {}) =>
  insertRow('coupons', { code: 'JEANS10', name: 'Jeans', type: 'percentage', value: 10, ...row })
const refused = (errors: Record<string, unknown>) =>
  expect.objectContaining({ status: 422, body: expect.objectContaining({ code: 'validation', errors }) })
const pay = (id: number) =>
  inTransaction(async () => payOrder(await lockOrder(id), { account_code: 'BANK', user_id: null, detail: 'Card' }))
const expire = (id: number) =>
  inTransaction(async () => cancelOrder(await lockOrder(id), { by: 'EXPIRY', reason: null, user_id: null }))
const retake = (id: number) => inTransaction(async () => retakeOrder(await lockOrder(id)))
const toKumasi = {
  delivery_method_code: 'delivery',
  shipping_region_code: 'GH-AH',
  shipping_delivery_zone_code: 'KUMASI',
  shipping_address: 'Adum, by the post office',
} as const

describe('an order', () => {
  test('is priced by the shop, reserves its goods and waits for payment', async () => {
    const before = Date.now()
    const order = await anOrderOf({ [jeans]: 2, [tee]: 1 }, { shipping_additional_details: 'Please call first.' })
    expect(order).toMatchObject({
      type_code: 'WEBSITE',
      status_code: 'UNPAID',
      number: String(order.id),
      subtotal: 359.98,
      shipping_fee: 0,
      discount: 0,
      total: 359.98,
      customer: null,
      customer_name: 'Yaa Darko',
      paid_at: null,
      account_code: null,
      shipping_address: {
        first_name: 'Yaa',
        last_name: 'Darko',
        email: 'yaa@mail.test',
        phone: '+233244123456',
        address: null,
      },
      shipping_additional_details: 'Please call first.',
      events: [{ code: 'PLACED', by: null }],
    })
    expect(
      order.items.map(({ product_variation_id, quantity, price }) => [product_variation_id, quantity, price]),
    ).toEqual([
      [jeans, 2, 149.99],
      [tee, 1, 60],
    ])
    expect(Date.parse(order.reserved_until!) - before).toBeGreaterThan(29 * 60_000)
    expect([await stockOf(jeans), await stockOf(tee)]).toEqual([
      { on_hand: 5, reserved: 2 },
      { on_hand: 5, reserved: 1 },
    ])
    expect([await count('transactions'), await count('mails'), await count('cart_items')]).toEqual([0, 0, 2])
  })

  test('gives a guest an unguessable link, and a customer none', async () => {
    expect((await anOrderOf({ [jeans]: 1 })).tracking_url).toMatch(/\/orders\/track\/[\w-]{32}$/)
    const owner = await aCustomerOwner()
    const order = await anOrderOf({ [jeans]: 1 }, { owner })
    expect([order.tracking_url, order.customer?.id]).toEqual([undefined, owner.user_id])
  })

  test('is changed, not doubled, while it waits for payment', async () => {
    const owner = await aGuestOwner()
    const first = await anOrderOf({ [jeans]: 2 }, { owner })
    await fillCart(owner, { [tee]: 3 })
    const second = await orderCart(owner, aSubmission({ ...toKumasi, last_name: 'Mensah' }))
    expect([second.id, second.tracking_url]).toEqual([first.id, first.tracking_url])
    expect(second).toMatchObject({
      subtotal: 479.98,
      shipping_fee: 45,
      total: 524.98,
      customer_name: 'Yaa Mensah',
      shipping_region_code: 'GH-AH',
      events: [{ code: 'PLACED' }, { code: 'CHANGED' }],
    })
    expect([await count('orders'), await stockOf(jeans), await stockOf(tee)]).toEqual([
      1,
      { on_hand: 5, reserved: 2 },
      { on_hand: 5, reserved: 3 },
    ])
  })

  test('may take the last pieces it reserves itself when changed', async () => {
    const owner = await aGuestOwner()
    await anOrderOf({ [jeans]: 5 }, { owner })
    await expect(orderCart(owner, aSubmission())).resolves.toMatchObject({ total: 749.95 })
    expect(await stockOf(jeans)).toEqual({ on_hand: 5, reserved: 5 })
  })

  test('is refused when stock is short, naming each variant and what is left; the earlier order stays', async () => {
    const owner = await aGuestOwner()
    const order = await anOrderOf({ [tee]: 1 }, { owner })
    await fillCart(owner, { [jeans]: 4, [tee]: 3 })
    await anOrderOf({ [jeans]: 3, [tee]: 4 })
    await expect(orderCart(owner, aSubmission())).rejects.toEqual(
      refused({
        [`variation_${jeans}`]: ['Jeans, UK 10, Colour 1F2A44: only 2 left.'],
        [`variation_${tee}`]: ['Tee, ONE: only 1 left.'],
      }),
    )
    expect([await statusOf(order.id), await stockOf(tee)]).toEqual(['UNPAID', { on_hand: 5, reserved: 5 }])
    await execute("UPDATE products SET status_code = 'INACTIVE' WHERE name = 'Tee'")
    await expect(orderCart(owner, aSubmission())).rejects.toEqual(
      refused({ [`variation_${tee}`]: ['Tee, ONE: no longer for sale.'] }),
    )
  })

  test('is refused beside the code or the cart when it is below the online minimum, and accepted at it', async () => {
    const [[button], owner] = [
      (await aProduct({ name: 'Button', retail_price: 0.09, pieces: [{ size: 'ONE', quantity: 5 }] })).variations,
      await aGuestOwner(),
    ]
    const coupon = await aCoupon({ code: 'MOST', type: 'amount', value: 149.91 })
    await expect(anOrderOf({ [button!]: 1 })).rejects.toEqual(
      refused({ cart: ['This comes to GH₵\u00A00.09, but the minimum online payment is GH₵\u00A00.10.'] }),
    )
    await expect(anOrderOf({ [jeans]: 1 }, { owner, coupon_code: 'MOST' })).rejects.toEqual(
      refused({
        coupon_code: ['With this code you would pay GH₵\u00A00.08, but the minimum online payment is GH₵\u00A00.10.'],
      }),
    )
    expect([await count('orders'), await usesOf(coupon), await stockOf(jeans)]).toEqual([
      0,
      0,
      { on_hand: 5, reserved: 0 },
    ])
    await execute('UPDATE coupons SET value = 149.89')
    expect(await orderCart(owner, aSubmission({ coupon_code: 'MOST' }))).toMatchObject({
      total: 0.1,
      status_code: 'UNPAID',
    })
  })

  test('is refused without goods', async () => {
    await expect(orderCart(await aGuestOwner(), aSubmission())).rejects.toEqual(
      refused({ cart: ['Add Products to Begin Checkout.'] }),
    )
  })
})

describe("goods reserved by one's own order", () => {
  const lineOf = async (owner: Owner) => (await readCart(owner, {})).data[0]!

  test('are available to their owner, in the cart and for ordering again, and to nobody else', async () => {
    const [owner, other] = [await aGuestOwner(), await aGuestOwner()]
    await fillCart(other, { [jeans]: 1 })
    await anOrderOf({ [jeans]: 4 }, { owner })
    expect(await lineOf(owner)).toMatchObject({ quantity: 4, changes: [], product_variation: { quantity_in_stock: 5 } })
    await fillCart(owner, { [jeans]: 1 })
    await expect(fillCart(owner, { [jeans]: 1 })).rejects.toEqual(
      refused({ quantity: ['Only 5 left. You have 5 in your bag.'] }),
    )
    expect(await orderCart(owner, aSubmission())).toMatchObject({ items: [{ quantity: 5 }] })
    expect(await lineOf(other)).toMatchObject({
      changes: [{ code: 'sold_out' }],
      product_variation: { quantity_in_stock: 0 },
    })
  })

  test('are not cut from the cart at sign-in', async () => {
    const [owner, customer] = [await aGuestOwner(), await aCustomerOwner()]
    await anOrderOf({ [jeans]: 5 }, { owner })
    expect(await enterAs(customer.user_id!, owner.session_id, null)).toMatchObject({ cut: 0 })
    expect(await lineOf(customer)).toMatchObject({ quantity: 5, changes: [] })
  })

  test('belong to nobody once it is paid', async () => {
    const owner = await aGuestOwner()
    const { id } = await anOrderOf({ [jeans]: 4 }, { owner })
    await pay(id)
    await fillCart(owner, { [jeans]: 1 })
    expect(await lineOf(owner)).toMatchObject({ quantity: 1, product_variation: { quantity_in_stock: 1 } })
  })
})

describe('the delivery address', () => {
  const place = (overrides: Parameters<typeof aSubmission>[0]) => anOrderOf({ [tee]: 1 }, overrides)

  test('is empty for pick-up, whatever was typed', async () => {
    expect(await place({ ...toKumasi, delivery_method_code: 'self_pick_up' })).toMatchObject({
      shipping_fee: 0,
      shipping_region_code: null,
      shipping_delivery_zone_code: null,
      shipping_address: { address: null },
    })
  })

  test("costs its zone's price; in Greater Accra the rider is paid, and the zone is optional", async () => {
    expect(await place(toKumasi)).toMatchObject({
      shipping_fee: 45,
      total: 105,
      shipping_country_code: 'GH',
      shipping_delivery_zone_code: 'KUMASI',
    })
    for (const shipping_delivery_zone_code of [null, '', 'OSU']) {
      expect(await place({ ...toKumasi, shipping_region_code: 'GH-AA', shipping_delivery_zone_code })).toMatchObject({
        shipping_fee: 0,
        total: 60,
        shipping_delivery_zone_code: shipping_delivery_zone_code || null,
      })
    }
  })

  test("is free above the shop's limit, and not at it", async () => {
    await execute("UPDATE settings SET value = '180' WHERE name = 'free_delivery_over'")
    expect(await anOrderOf({ [tee]: 3 }, toKumasi)).toMatchObject({ subtotal: 180, shipping_fee: 45 })
    expect(await anOrderOf({ [tee]: 2, [jeans]: 1 }, toKumasi)).toMatchObject({ subtotal: 269.99, shipping_fee: 0 })
    await execute("UPDATE settings SET value = '2000' WHERE name = 'free_delivery_over'")
  })

  test.each([
    [{ shipping_region_code: null }, 'shipping_region_code'],
    [{ shipping_region_code: 'GH-XX' }, 'shipping_region_code'],
    [{ shipping_country_code: 'NG' }, 'shipping_country_code'],
    [{ shipping_delivery_zone_code: null }, 'shipping_delivery_zone_code'],
    [{ shipping_delivery_zone_code: 'OSU' }, 'shipping_delivery_zone_code'],
    [{ shipping_delivery_zone_code: 'NONE' }, 'shipping_delivery_zone_code'],
    [{ shipping_region_code: 'GH-AA' }, 'shipping_delivery_zone_code'],
    [{ shipping_address: '' }, 'shipping_address'],
    [{ shipping_address: '', shipping_delivery_zone_code: 'OSU' }, 'shipping_address'],
  ])('%j is refused beside %s', async (wrong, field) => {
    await expect(place({ ...toKumasi, ...wrong })).rejects.toEqual(refused({ [field]: [expect.any(String)] }))
    expect(await count('orders')).toBe(0)
  })
})

describe('amounts the browser sends', () => {
  test('are compared one by one and answered with the right ones', async () => {
    const owner = await aGuestOwner()
    await fillCart(owner, { [jeans]: 1 })
    const totals = { subtotal: 149.99, shipping_fee: 45, discount: 0, total: 194.99 }
    for (const name of Object.keys(totals)) {
      const shown = { ...totals, [name]: 1 }
      await expect(orderCart(owner, aSubmission({ ...toKumasi, ...shown }))).rejects.toMatchObject({
        status: 409,
        body: { code: 'stale_total', totals },
      })
      await expect(orderCart(owner, aSubmission({ ...toKumasi, [name]: 1 }))).rejects.toMatchObject({ status: 409 })
    }
    expect([await count('orders'), await stockOf(jeans)]).toEqual([0, { on_hand: 5, reserved: 0 }])
    expect(await orderCart(owner, aSubmission({ ...toKumasi, ...totals }))).toMatchObject(totals)
  })
})

describe('a coupon', () => {
  test('is taken with the goods, once per order, and released with them', async () => {
    const coupon = await aCoupon({ max_usage: 1 })
    const owner = await aGuestOwner()
    const order = await anOrderOf({ [jeans]: 1 }, { owner, coupon_code: 'jeans10' })
    expect(order).toMatchObject({ discount: 15, total: 134.99, coupon_code: 'JEANS10' })
    expect(await orderCart(owner, aSubmission({ coupon_code: 'JEANS10', coupon_id: coupon }))).toMatchObject({
      id: order.id,
      discount: 15,
    })
    expect([await usesOf(coupon), await count('coupon_redemptions')]).toEqual([1, 1])
    await expect(anOrderOf({ [tee]: 1 }, { coupon_code: 'JEANS10' })).rejects.toEqual(
      refused({ coupon_code: ['This code has been used up.'] }),
    )
    await expire(order.id)
    expect([await usesOf(coupon), await count('coupon_redemptions'), await stockOf(jeans)]).toEqual([
      0,
      0,
      { on_hand: 5, reserved: 0 },
    ])
    expect(await anOrderOf({ [tee]: 1 }, { coupon_code: 'JEANS10' })).toMatchObject({ discount: 6 })
  })

  test('is replaced or dropped when the order changes', async () => {
    const [ten, half] = [await aCoupon({ max_usage: 1 }), await aCoupon({ code: 'HALF', value: 50, max_usage: 1 })]
    const owner = await aGuestOwner()
    await anOrderOf({ [jeans]: 1 }, { owner, coupon_code: 'JEANS10' })
    await orderCart(owner, aSubmission({ coupon_code: 'HALF' }))
    expect([await usesOf(ten), await usesOf(half)]).toEqual([0, 1])
    expect(await orderCart(owner, aSubmission())).toMatchObject({ discount: 0, coupon_code: null })
    expect([await usesOf(ten), await usesOf(half)]).toEqual([0, 0])
  })

  test.each([{ status_code: 'INACTIVE' }, { expires_on: '2020-01-31' }, { max_usage: 3, current_usage: 3 }])(
    'is refused with %j',
    async row => {
      await aCoupon(row)
      await expect(anOrderOf({ [jeans]: 1 }, { coupon_code: 'JEANS10' })).rejects.toEqual(
        refused({ coupon_code: [expect.any(String)] }),
      )
      await execute('DELETE FROM coupons')
    },
  )

  test.each([
    [
      { type: 'amount', value: 500 },
      { subtotal: 60, shipping_fee: 45, discount: 60, total: 45 },
    ],
    [{ value: 33.33 }, { subtotal: 60, shipping_fee: 45, discount: 20, total: 85 }],
    [
      { value: 0, free_delivery: 1 },
      { subtotal: 60, shipping_fee: 0, discount: 0, total: 60 },
    ],
    [{ value: 150 }, { subtotal: 60, shipping_fee: 45, discount: 60, total: 45 }],
  ])('takes %j to %j', async (row, totals) => {
    await aCoupon(row)
    expect(await anOrderOf({ [tee]: 1 }, { ...toKumasi, ...totals, coupon_code: 'JEANS10' })).toMatchObject(totals)
  })

  test('made inactive stays with its order, and goes to no other, nor to that one once it changes', async () => {
    const coupon = await aCoupon()
    const owner = await aGuestOwner()
    const { id } = await anOrderOf({ [tee]: 1 }, { owner, coupon_code: 'JEANS10' })
    await execute("UPDATE coupons SET status_code = 'INACTIVE'")
    await expect(orderCart(owner, aSubmission({ coupon_code: 'JEANS10' }))).rejects.toEqual(
      refused({ coupon_code: ['This code is not valid.'] }),
    )
    expect([await statusOf(id), await usesOf(coupon)]).toEqual(['UNPAID', 1])
    await expire(id)
    expect([await retake(id), await usesOf(coupon)]).toEqual([true, 1])
  })

  test('that makes everything free sends the order to preparation at once', async () => {
    await aCoupon({ value: 100 })
    const owner = await aCustomerOwner()
    const order = await anOrderOf({ [jeans]: 2 }, { owner, coupon_code: 'JEANS10' })
    expect(order).toMatchObject({
      status_code: 'PROCESSING',
      total: 0,
      account_code: null,
      reserved_until: null,
      paid_at: expect.any(String),
      events: [{ code: 'PLACED' }, { code: 'PAID' }],
    })
    expect([
      await stockOf(jeans),
      await count('transactions'),
      await count('cart_items'),
      await count('mails'),
    ]).toEqual([{ on_hand: 3, reserved: 0 }, 0, 0, 1])
  })
})

describe('a payment', () => {
  test('sells the reserved goods, enters the money, empties the cart of them and writes to the customer', async () => {
    const owner = await aGuestOwner()
    const { id } = await anOrderOf({ [jeans]: 2, [tee]: 1 }, { owner })
    await fillCart(owner, { [tee]: 2 })
    await pay(id)
    expect([await statusOf(id), await stockOf(jeans), await stockOf(tee)]).toEqual([
      'PROCESSING',
      { on_hand: 3, reserved: 0 },
      { on_hand: 4, reserved: 0 },
    ])
    expect(await select('SELECT account_code, type_code, amount FROM transactions WHERE order_id = ?', [id])).toEqual([
      { account_code: 'BANK', type_code: 'SALE', amount: 359.98 },
    ])
    expect(await select('SELECT product_variation_id, quantity FROM cart_items')).toEqual([
      { product_variation_id: tee, quantity: 2 },
    ])
    expect(await select('SELECT once_key, recipient FROM mails')).toEqual([
      { once_key: `order-${id}-confirmed`, recipient: 'yaa@mail.test' },
    ])
    await expect(pay(id)).rejects.toMatchObject({ status: 409 })
  })

  test('after the expiry takes goods and coupon again, all or nothing', async () => {
    const coupon = await aCoupon({ max_usage: 1 })
    const { id } = await anOrderOf({ [jeans]: 3, [tee]: 1 }, { coupon_code: 'JEANS10' })
    await expire(id)
    const { id: other } = await anOrderOf({ [jeans]: 3 })
    expect([await retake(id), await statusOf(id), await usesOf(coupon), await stockOf(tee)]).toEqual([
      false,
      'CANCELLED',
      0,
      { on_hand: 5, reserved: 0 },
    ])
    await expire(other)
    const { id: user } = await anOrderOf({ [tee]: 1 }, { coupon_code: 'JEANS10' })
    expect([await retake(id), await stockOf(jeans)]).toEqual([false, { on_hand: 5, reserved: 0 }])
    await expire(user)
    expect(
      await inTransaction(async () => {
        const order = await lockOrder(id)
        if (!(await retakeOrder(order))) return 'gone'
        await payOrder(order, { account_code: 'BANK', user_id: null })
        return statusOf(id)
      }),
    ).toBe('PROCESSING')
    expect([await usesOf(coupon), await stockOf(jeans), await stockOf(tee)]).toEqual([
      1,
      { on_hand: 2, reserved: 0 },
      { on_hand: 4, reserved: 0 },
    ])
  })

  test('never revives what a person cancelled, and staff are told', async () => {
    const { id } = await anOrderOf({ [jeans]: 1 })
    await inTransaction(async () =>
      cancelOrder(await lockOrder(id), { by: 'PERSON', reason: 'Called the shop.', user_id: 7 }),
    )
    expect([await retake(id), await statusOf(id), await stockOf(jeans)]).toEqual([
      false,
      'CANCELLED',
      { on_hand: 5, reserved: 0 },
    ])
    await expect(pay(id)).rejects.toMatchObject({ status: 409 })
    expect(await selectOne('SELECT once_key FROM mails')).toEqual({ once_key: `order-${id}-cancelled` })
    expect(await selectOne("SELECT detail, user_id FROM order_events WHERE code = 'CANCELLED'")).toEqual({
      detail: 'Called the shop.',
      user_id: 7,
    })
  })
})
