import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { execute, select } from '#api/db/database.ts'
import { refreshListings } from '#api/catalogue/refresh-listings.ts'
import { toCedis, toPesewas } from '#sync/protocol/money.ts'
import type { ReplyOf } from '#sync/protocol/endpoints.ts'
import { priceCharged, priceRange, saleTotals } from '#sync/protocol/pricing.ts'
import type { Product, StaffProduct } from '#sync/protocol/shop/catalogue.ts'
import { type Api, aUser, startApi, tokenOf } from '#tests/support/server/api.ts'
import { aProduct } from '#tests/support/goods/catalogue.ts'
import { aPush, aSale } from '#tests/support/server/factories.ts'
import { refundDesk } from '#tests/support/shop/refund-desk.ts'
import { aCompletedOrder } from '#tests/support/shop/returns.ts'
import { aGuest } from '#tests/support/shop/shoppers.ts'
import { checkBooks, openShop } from '#tests/support/server/shop.ts'
import { aSubmission } from '#tests/support/server/submission.ts'
import { orderCart } from '#tests/support/shop/website-orders.ts'

let api: Api
let manager: string
let shopper: string

beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await openShop()
  manager = (await aUser('MANAGER')).token
  shopper = (await aGuest()).token
})
afterEach(checkBooks)
afterAll(() => api.stop())

const ask = async <Body>(call: string, token: string | null = null, body?: unknown) => {
  const [method = '', path = ''] = call.split(' ')
  const reply = await api.send(method, path, { token, ...(body !== undefined && { body }) })
  return { status: reply.status, body: reply.body as unknown as Body }
}
const staffProduct = async (id: number) =>
  (await ask<{ product: StaffProduct }>(`GET /api/staff/products/${id}`, manager)).body.product
const publicProduct = async (id: number) => (await ask<{ product: Product }>(`GET /api/products/${id}`)).body.product
const listed = async (query = '') =>
  (await ask<ReplyOf<'GET /api/products'>>(`GET /api/products${query}`)).body.products.data

/** A bracelet at 69.99 less 10, small at 55 of its own, gold with no discount. */
const aBracelet = (rest = {}) =>
  aProduct({
    name: 'Bracelet',
    retail_price: 69.99,
    discount: 10,
    pieces: [
      { size: 'UK10', colour: '000000', quantity: 9 },
      { size: 'UK8', colour: '000000', quantity: 9, retail_price: 55 },
      { size: 'UK8', colour: 'FFD700', quantity: 9, discount: 0 },
    ],
    ...rest,
  })

describe('the shop', () => {
  test('gives what each variation costs, and the product by its cheapest', async () => {
    const { id } = await aBracelet()
    const cheapest = { retail_price: 55, discount: 10, price_from: 45, price_to: 69.99 }
    const product = await publicProduct(id)
    expect(product).toMatchObject(cheapest)
    expect(product.variations).toMatchObject([
      { retail_price: null, discount: null, price: 59.99, price_before: 69.99 },
      { retail_price: 55, discount: null, price: 45, price_before: 55 },
      { retail_price: null, discount: 0, price: 69.99, price_before: 69.99 },
    ])
    expect(await listed()).toMatchObject([cheapest])
    expect(await staffProduct(id)).toMatchObject({
      retail_price: 69.99,
      discount: 10,
      price_from: 45,
      price_to: 69.99,
      variations: [{ price: 59.99, weight: null }, { price: 45 }, { price: 69.99 }],
    })
  })

  test.each([
    ['min_price=60', 1],
    ['min_price=46&max_price=59', 0],
    ['max_price=45', 1],
    ['max_price=45&sizes[]=UK8', 1],
    ['max_price=45&sizes[]=UK10', 0],
    ['max_price=45&colours[]=FFD700', 0],
    ['min_price=60&sizes[]=UK8&colours[]=000000', 0],
    ['min_price=60&sizes[]=UK8&colours[]=FFD700', 1],
    ['discounted=1&colours[]=FFD700', 0],
    ['discounted=1&colours[]=000000', 1],
  ])('lists what one variation meets by price, size and colour: %s', async (query, found) => {
    await aBracelet()
    expect(await listed(`?${query}`)).toHaveLength(found)
  })

  test('sorts by the cheapest variation', async () => {
    await aBracelet()
    await aProduct({ name: 'Belt', retail_price: 50 })
    await aProduct({ name: 'Ring', retail_price: 40 })
    const sorted = await listed('?order_column=products.retail_price&order_direction=asc')
    expect(sorted.map(({ name }) => name)).toEqual(['Ring', 'Bracelet', 'Belt'])
  })

  test('keeps the stock of each variation beside its price when one sells out', async () => {
    const { id, variations } = await aBracelet()
    await listed()
    await execute('UPDATE product_variations SET reserved = on_hand WHERE id = ?', [variations[1]])
    await refreshListings([id])
    const { body } = await ask<ReplyOf<'GET /api/products'>>('GET /api/products?max_price=45')
    expect(body.products.data).toHaveLength(1)
    expect(body.facets.sizes.find(({ code }) => code === 'UK8')).toMatchObject({ count: 1, in_stock: false })
    await execute('UPDATE product_variations SET reserved = 0 WHERE id = ?', [variations[1]])
  })
})

describe('what is charged', () => {
  const variants = fc.array(
    fc.record({
      // Less the discount at least 0.10, the least that is paid online.
      retail_price: fc.option(fc.integer({ min: 5_09, max: 900_00 }).map(pesewas => pesewas / 100)),
      discount: fc.option(fc.integer({ min: 0, max: 4_99 }).map(pesewas => pesewas / 100)),
      quantity: fc.integer({ min: 1, max: 4 }),
    }),
    { minLength: 2, maxLength: 5 },
  )

  test('is the same in listing, bag, checkout, at the till and in a refund, whatever the variants cost', async () => {
    for (const [i, wished] of fc.sample(variants, 6).entries()) {
      const own = { retail_price: 200.05, discount: 4.99 }
      const { id, variations } = await aProduct({
        ...own,
        pieces: wished.map(({ retail_price, discount }, n) => ({
          size: `UK${n + 6}`,
          quantity: 100,
          ...(retail_price !== null && { retail_price }),
          ...(discount !== null && { discount }),
        })),
      })
      const prices = wished.map(each => priceCharged(each, own))
      const lines = wished.map(({ quantity }, n) => ({
        product_variation_id: variations[n]!,
        quantity,
        price: prices[n]!,
      }))
      const { total } = saleTotals(lines)

      const product = await publicProduct(id)
      expect(product).toMatchObject(priceRange(own, wished))
      expect(product.variations.map(({ price }) => price)).toEqual(prices)

      const { token, session_id } = await aGuest()
      for (const { product_variation_id, quantity } of lines)
        await ask('POST /api/cart', token, { product_variation_id, quantity })
      const { body: bag } = await ask<ReplyOf<'GET /api/cart'>>('GET /api/cart', token)
      expect(bag.cart_items.data.map(({ product_variation: { price } }) => price)).toEqual(prices)
      expect(
        bag.cart_items.data.map(({ product_variation: { product: shown } }) => priceRange(shown, []).price_from),
      ).toEqual(prices)
      expect(bag.cart_items.data.flatMap(({ changes }) => changes)).toEqual([])
      const placed = await orderCart({ user_id: null, session_id }, aSubmission({ total, phone: `+23324412340${i}` }))
      expect(placed).toMatchObject({ subtotal: total, total })
      expect(placed.items.map(({ price }) => price)).toEqual(prices)

      const sold = aSale({ lines, number: `T1-${String(i + 1).padStart(6, '0')}` })
      const { body: pushed } = await ask<{ verdicts: object[] }>('POST /api/sync/push', await tokenOf(7), aPush(sold))
      expect(pushed.verdicts).toMatchObject([{ status: 'accepted', exceptions: [] }])
      const order = await ask<{ order: { total: number } }>('POST /api/staff/orders', manager, {
        account_code: 'CASH',
        total,
        items: wished.map(({ quantity }, n) => ({ product_id: id, size_code: `UK${n + 6}`, quantity })),
      })
      expect(order).toMatchObject({ status: 201, body: { order: { total } } })

      const desk = refundDesk(api, manager)
      const done = await aCompletedOrder(
        Object.fromEntries(lines.map(({ product_variation_id, quantity }) => [product_variation_id, quantity])),
      )
      const { refund } = await desk.ask(done, 1, {
        items: done.items.map(item => ({ order_item_id: item.id, quantity: item.quantity })),
      })
      expect(refund.amount).toBe(total)
    }
  })

  test('is what an order charged, after its variant got another price', async () => {
    const { variations } = await aBracelet()
    const order = await aCompletedOrder({ [variations[1]!]: 2 })
    expect(order.items).toMatchObject([{ price: 45 }])
    await ask(`PATCH /api/staff/variations/${variations[1]}`, manager, { retail_price: 90 })
    const { refund } = await refundDesk(api, manager).ask(order, 2)
    expect(refund.amount).toBe(90)
  })

  test('asks the difference for an exchange to a dearer variant, and nothing for one at the same price', async () => {
    const { variations } = await aBracelet()
    const desk = refundDesk(api, manager)
    const exchanged = async (from: number, to: number) => {
      const order = await aCompletedOrder({ [from]: 1 })
      const items = [{ order_item_id: order.items[0]!.id, quantity: 1, exchange_variation_id: to }]
      return (await desk.ask(order, 1, { action: 'EXCHANGE', items })).refund.amount
    }
    expect(await exchanged(variations[1]!, variations[0]!)).toBe(-14.99)
    expect(await exchanged(variations[0]!, variations[1]!)).toBe(14.99)
    const plain = await aProduct({ pieces: [{ size: 'UK8' }, { size: 'UK10' }] })
    expect(await exchanged(plain.variations[0]!, plain.variations[1]!)).toBe(0)
    for (const wished of fc.sample(variants, 8)) {
      const own = { retail_price: 200.05, discount: 4.99 }
      const pieces = wished.map(({ retail_price, discount }, n) => ({
        size: `UK${n + 6}`,
        quantity: 9,
        ...(retail_price !== null && { retail_price }),
        ...(discount !== null && { discount }),
      }))
      const made = await aProduct({ ...own, pieces })
      const [from, to] = [priceCharged(wished[0]!, own), priceCharged(wished.at(-1)!, own)]
      expect(await exchanged(made.variations[0]!, made.variations.at(-1)!)).toBe(
        toCedis(toPesewas(from) - toPesewas(to)),
      )
    }
  })

  test('is seen by a bag and a wishlist as a change of price', async () => {
    const { id, variations } = await aBracelet()
    await ask('POST /api/cart', shopper, { product_variation_id: variations[1] })
    await ask('POST /api/wishlist', shopper, { product_id: id })
    await ask(`PATCH /api/staff/variations/${variations[1]}`, manager, { retail_price: 50 })
    const { body: bag } = await ask<ReplyOf<'GET /api/cart'>>('GET /api/cart', shopper)
    expect(bag.cart_items.data).toMatchObject([{ changes: [{ code: 'price', was: 45, now: 40 }] }])
    const { body: wishes } = await ask<ReplyOf<'GET /api/wishlist'>>('GET /api/wishlist', shopper)
    expect(wishes.wishlist_items.data).toMatchObject([
      { changes: [{ code: 'price', was: 45, now: 40 }], product: { price_from: 40 } },
    ])
  })
})

describe('staff', () => {
  test('set, change and take back the price and the weight of a variant, and the log tells', async () => {
    const { id, variations } = await aProduct({ retail_price: 60, pieces: [{ size: 'UK8' }, { size: 'UK10' }] })
    const path = `PATCH /api/staff/variations/${variations[1]}`
    const first = await ask<ReplyOf<'PATCH /api/staff/variations/:id'>>(path, manager, {
      retail_price: 75.5,
      discount: 5,
      weight: 450,
    })
    expect(first).toMatchObject({
      status: 200,
      body: {
        message: 'Variant updated.',
        variation: { id: variations[1], retail_price: 75.5, discount: 5, price: 70.5, weight: 450 },
        product: { id, retail_price: 60, price_from: 60, price_to: 70.5 },
      },
    })
    expect((await ask(path, manager, { retail_price: null, discount: null })).body).toMatchObject({
      variation: { retail_price: null, discount: null, price: 60, weight: 450 },
    })
    const log = await select<{ action: string; became: string }>(
      "SELECT action, became FROM staff_changes WHERE subject = 'product' AND subject_id = ? ORDER BY id",
      [id],
    )
    expect(log.map(({ action }) => action)).toEqual(['change a variation', 'change a variation'])
    expect(JSON.stringify(log[0]!.became)).toContain('75.5')
  })

  test('change nothing with the values it has, so that open forms stay good', async () => {
    const { id, variations } = await aBracelet()
    const { updated_at } = await staffProduct(id)
    await ask(`PATCH /api/staff/variations/${variations[1]}`, manager, { retail_price: 55 })
    expect((await staffProduct(id)).updated_at).toBe(updated_at)
  })

  test("tell tills what each variant costs when its own price or the product's changes", async () => {
    const { id, variations } = await aBracelet()
    const rows = async () => {
      const { body } = await ask<ReplyOf<'GET /api/sync/pull'>>('GET /api/sync/pull', manager)
      return body.changes.variations.map(({ retail_price, discount, price }) => [retail_price, discount, price])
    }
    expect(await rows()).toEqual([
      [null, null, 59.99],
      [55, null, 45],
      [null, 0, 69.99],
    ])
    const long_ago = '2026-01-01 00:00:00'
    await execute('UPDATE product_variations SET updated_at = ?', [long_ago])
    await ask(`PATCH /api/staff/products/${id}`, manager, { retail_price: 80 })
    expect((await rows()).map(([, , price]) => price)).toEqual([70, 45, 80])
    const touched = await select('SELECT id FROM product_variations WHERE updated_at > ?', [long_ago])
    expect(touched).toHaveLength(variations.length)
  })
})
