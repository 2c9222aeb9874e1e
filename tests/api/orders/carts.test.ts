import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changeLine } from '#api/carts/change-cart.ts'
import { execute } from '#api/db/database.ts'
import { ownerOf } from '#api/http/owner.ts'
import { type Api, aUser, startApi } from '#tests/support/server/api.ts'
import { aProduct } from '#tests/support/goods/catalogue.ts'
import { countingQueries } from '#tests/support/database/queries.ts'
import { aGuest, itemOf, shopper } from '#tests/support/shop/shoppers.ts'
import { count, openShop } from '#tests/support/server/shop.ts'

let api: Api
let guest: ReturnType<typeof shopper>
let jeans: { id: number; variations: number[] }
beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await openShop()
  guest = shopper(api, await aGuest())
  jeans = await aProduct({
    name: 'Slim jeans',
    retail_price: 180,
    discount: 30.01,
    images: ['front'],
    pieces: [
      { size: 'UK10', colour: '1F2A44', quantity: 5 },
      { size: 'UK12', colour: '1F2A44', quantity: 2 },
    ],
  })
})
afterAll(() => api.stop())

const inUk10 = () => ({ product_id: jeans.id, size_code: 'UK10', colour_code: '1F2A44' })

test('adds one piece of a size and colour by default and shows it at the shown price', async () => {
  const reply = await guest.add(inUk10())
  expect(reply.status).toBe(201)
  expect(reply.body).toMatchObject({
    message: expect.any(String),
    cart_item: { quantity: 1, product_variation_id: jeans.variations[0] },
  })
  const list = await guest.send('GET', 'cart')
  expect(list.body).toEqual({
    cart_items: {
      total: 1,
      last_page: 1,
      current_page: 1,
      per_page: 100,
      data: [
        {
          id: expect.any(Number),
          quantity: 1,
          product_variation_id: jeans.variations[0],
          changes: [],
          updated_at: expect.any(String),
          product_variation: {
            id: jeans.variations[0],
            sku: expect.any(String),
            size_code: 'UK10',
            colour_code: '1F2A44',
            quantity_in_stock: 5,
            size: { id: expect.any(Number), code: 'UK10', name: 'UK 10' },
            colour: { code: '1F2A44', name: 'Colour 1F2A44' },
            retail_price: null,
            discount: null,
            price: 149.99,
            product: {
              id: jeans.id,
              slug: expect.any(String),
              name: 'Slim jeans',
              category_id: 1,
              retail_price: 180,
              discount: 30.01,
              status_code: 'LIVE',
              images: [
                {
                  id: expect.any(Number),
                  alt: 'Slim jeans',
                  dominant: null,
                  colour_code: null,
                  file: { storage_link: '/storage/pictures/front-800.webp' },
                },
              ],
            },
          },
        },
      ],
    },
  })
})

test('adds to the same line when the variant is named another way', async () => {
  await guest.add({ ...inUk10(), quantity: 2 })
  const reply = await guest.add({ product_variation_id: jeans.variations[0], quantity: 3 })
  expect([reply.status, itemOf(reply).quantity, (await guest.cart()).length]).toEqual([201, 5, 1])
})

test('adds a product without colours', async () => {
  const belt = await aProduct({ pieces: [{ size: 'ONE' }] })
  for (const colour of [{}, { colour_code: null }, { colour_code: '' }])
    expect((await guest.add({ product_id: belt.id, size_code: 'ONE', ...colour })).status).toBe(201)
  expect(await guest.quantities()).toEqual({ [belt.variations[0]!]: 3 })
})

test('refuses more than is in stock, says what is left and changes nothing', async () => {
  await guest.add({ ...inUk10(), quantity: 4 })
  const [line] = await guest.cart()
  for (const reply of [
    await guest.add({ ...inUk10(), quantity: 2 }),
    await guest.send('PATCH', `cart/${line!.id}`, { quantity: 6 }),
  ]) {
    expect([reply.status, reply.body.code, reply.body.errors!.quantity![0]]).toEqual([
      422,
      'validation',
      expect.stringContaining('Only 5 left'),
    ])
  }
  await execute('UPDATE product_variations SET reserved = 5 WHERE id = ?', [jeans.variations[0]])
  expect((await guest.add(inUk10())).body.errors).toEqual({ quantity: ['Sold out.'] })
  await execute('UPDATE product_variations SET reserved = 0 WHERE id = ?', [jeans.variations[0]])
  expect(await guest.quantities()).toEqual({ [jeans.variations[0]!]: 4 })
})

test('changes, moves, merges and removes a line', async () => {
  const { id } = itemOf(await guest.add(inUk10()))
  expect(itemOf(await guest.send('PATCH', `cart/${id}`, { quantity: 3 })).quantity).toBe(3)
  const tooMany = await guest.send('PATCH', `cart/${id}`, { product_variation_id: jeans.variations[1] })
  expect([tooMany.status, tooMany.body.errors]).toEqual([422, { quantity: ['Only 2 left.'] }])
  expect(
    itemOf(await guest.send('PATCH', `cart/${id}`, { product_variation_id: jeans.variations[1], quantity: 1 })),
  ).toMatchObject({ id, quantity: 1, product_variation_id: jeans.variations[1] })
  await guest.add(inUk10())
  expect(itemOf(await guest.send('PATCH', `cart/${id}`, { product_variation_id: jeans.variations[0] })).quantity).toBe(
    2,
  )
  expect(await guest.quantities()).toEqual({ [jeans.variations[0]!]: 2 })
  expect((await guest.send('DELETE', `cart/${id}`)).status).toBe(200)
  expect((await guest.send('DELETE', `cart/${id}`)).status).toBe(404)
  expect((await guest.send('PATCH', `cart/${id}`, { quantity: 1 })).status).toBe(404)
})

test('answers with the current row when a row has changed since it was read', async () => {
  const first = itemOf(await guest.add(inUk10()))
  await guest.send('PATCH', `cart/${first.id}`, { quantity: 2 })
  const reply = await guest.send('PATCH', `cart/${first.id}`, { quantity: 5, updated_at: first.updated_at })
  expect([reply.status, reply.body.code, itemOf(reply).quantity]).toEqual([409, 'stale', 2])
})

describe('changes since a line was last touched', () => {
  const changes = async () => (await guest.cart())[0]!.changes
  beforeEach(() => guest.add({ ...inUk10(), quantity: 3 }))

  test('applies a new price at once and names it until it is confirmed', async () => {
    await execute('UPDATE products SET discount = 0 WHERE id = ?', [jeans.id])
    const [line] = await guest.cart()
    expect([line!.product_variation.product.discount, line!.changes]).toEqual([
      0,
      [{ code: 'price', was: 149.99, now: 180 }],
    ])
    expect(await changes()).toHaveLength(1)
    expect(itemOf(await guest.send('PATCH', `cart/${line!.id}`, {})).changes).toEqual([])
    expect(await guest.quantities()).toEqual({ [jeans.variations[0]!]: 3 })
  })

  test('names lines with less stock, no stock, withdrawn goods and deleted goods', async () => {
    await execute('UPDATE product_variations SET reserved = 3 WHERE id = ?', [jeans.variations[0]])
    expect(await changes()).toEqual([{ code: 'short', was: 3, now: 2 }])
    await execute('UPDATE product_variations SET reserved = 5 WHERE id = ?', [jeans.variations[0]])
    expect(await changes()).toEqual([{ code: 'sold_out', was: 3, now: 0 }])
    await execute('UPDATE product_variations SET reserved = 0 WHERE id = ?', [jeans.variations[0]])
    expect(await changes()).toEqual([])
    await execute("UPDATE products SET status_code = 'INACTIVE' WHERE id = ?", [jeans.id])
    expect(await changes()).toEqual([{ code: 'withdrawn', was: 3, now: 0 }])
    await execute("UPDATE products SET status_code = 'LIVE', deleted_at = NOW(3) WHERE id = ?", [jeans.id])
    const [line] = await guest.cart()
    expect([line!.changes, line!.product_variation.product.status_code]).toEqual([
      [{ code: 'withdrawn', was: 3, now: 0 }],
      'INACTIVE',
    ])
    expect((await guest.send('PATCH', `cart/${line!.id}`, { quantity: 1 })).status).toBe(422)
    expect((await guest.send('DELETE', `cart/${line!.id}`)).status).toBe(200)
  })
})

test('refuses goods that are not on sale or do not exist', async () => {
  const gone = await aProduct({ status_code: 'INACTIVE' })
  for (const body of [
    { product_variation_id: gone.variations[0] },
    { product_id: gone.id, size_code: 'UK10', colour_code: '1F2A44' },
    { product_variation_id: 4_000_000_000 },
    { ...inUk10(), size_code: 'UK20' },
    { ...inUk10(), colour_code: 'FFFFFF' },
    { product_id: jeans.id, size_code: 'UK10' },
  ])
    expect([body, (await guest.add(body)).status]).toEqual([body, 422])
  expect(await count('cart_items')).toBe(0)
})

test.each([
  '0',
  '-1',
  '0.5',
  '1e309',
  '-1e309',
  '9007199254740992',
  '1e15',
  '"1"',
  '[]',
  '[1]',
  '{}',
  'null',
  'true',
  '""',
])('refuses a quantity of %s and stores nothing', async quantity => {
  const { id } = itemOf(await guest.add(inUk10()))
  const text = (fields: string) => `{${fields}"quantity":${quantity}}`
  const replies = [
    await guest.send('POST', 'cart', text(`"product_variation_id":${jeans.variations[0]},`)),
    await guest.send('PATCH', `cart/${id}`, text('')),
    await guest.send('POST', 'cart', text(`"product_id":${jeans.id},"size_code":"UK12","colour_code":"1F2A44",`)),
  ]
  for (const { status, body } of replies) expect([status, body.code]).toEqual([422, 'validation'])
  expect(await guest.quantities()).toEqual({ [jeans.variations[0]!]: 1 })
})

test.each([
  {},
  { product_variation_id: '1' },
  { product_variation_id: [1] },
  { product_variation_id: {} },
  { product_variation_id: 1.5 },
  { product_id: 1 },
  { size_code: 'UK10' },
  { product_id: 1, size_code: 10 },
  { product_id: 1, size_code: ['UK10'] },
  { product_id: 1, size_code: 'UK10', colour_code: 0 },
  { product_variation_id: 1, product_id: 1 },
  { product_variation_id: 1, size_code: 'UK10' },
  { product_variation_id: 1, price: 0 },
  { product_variation_id: 1, user_id: 7 },
  { product_variation_id: 1, session_id: 'x' },
])('refuses %j', async body => {
  const reply = await guest.add(body)
  expect([reply.status, reply.body.code]).toEqual([422, 'validation'])
})

test('hides every cart from two other customers and two other guests as if it did not exist', async () => {
  const people = [await aUser('CUSTOMER'), await aUser('CUSTOMER'), await aGuest(), await aGuest()].map(person =>
    shopper(api, person),
  )
  const lines = await Promise.all(people.map(async person => itemOf(await person.add({ ...inUk10(), quantity: 1 }))))
  for (const [i, person] of people.entries()) {
    for (const id of [...lines.filter((_, owner) => owner !== i).map(line => line.id), 4_000_000_000]) {
      const replies = [
        await person.send('PATCH', `cart/${id}`, { quantity: 5 }),
        await person.send('PATCH', `cart/${id}`, {}),
        await person.send('DELETE', `cart/${id}`),
      ]
      for (const { status, body } of replies)
        expect([status, body]).toEqual([404, { message: 'Cart item not found.', code: 'not_found' }])
    }
    expect((await person.cart()).map(line => line.id)).toEqual([lines[i]!.id])
  }
  expect(await count('cart_items', 'quantity = 1')).toBe(4)
})

test('control: gives anybody a line when the owner is not part of the condition', async () => {
  const { id } = itemOf(await guest.add(inUk10()))
  const stranger = await aGuest()
  await expect(changeLine(ownerOf({ id: stranger.session_id, user: null }), id, { quantity: 5 })).rejects.toMatchObject(
    { status: 404 },
  )
  expect(await execute('UPDATE cart_items SET quantity = 5 WHERE id = ?', [id])).toBe(1)
})

test('gives a customer one cart on all devices', async () => {
  const here = await aUser('CUSTOMER')
  const there = await aUser('CUSTOMER', { email: here.email })
  await shopper(api, here).add(inUk10())
  await shopper(api, there).add(inUk10())
  expect(await shopper(api, here).quantities()).toEqual({ [jeans.variations[0]!]: 2 })
})

test('adds twenty pieces for twenty taps at once, or as many as are in stock', async () => {
  const tee = await aProduct({ pieces: [{ size: 'ONE', quantity: 15 }] })
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => guest.add({ product_variation_id: tee.variations[0] })),
  )
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(15)
  expect(replies.filter(({ status }) => status === 422)).toHaveLength(5)
  expect(await guest.quantities()).toEqual({ [tee.variations[0]!]: 15 })
})

test("holds a hundred lines, and a guest's cart ends with the session", async () => {
  const shirt = await aProduct({ pieces: Array.from({ length: 101 }, (_, i) => ({ size: `S${i}` })) })
  for (const id of shirt.variations.slice(0, 100))
    expect((await guest.add({ product_variation_id: id })).status).toBe(201)
  expect((await guest.add({ product_variation_id: shirt.variations[100] })).body.errors!.quantity![0]).toContain('100')
  expect((await guest.add({ product_variation_id: shirt.variations[0] })).status).toBe(201)
  const page = await guest.send('GET', 'cart?per_page=30&page=4')
  expect(page.body).toMatchObject({ cart_items: { total: 100, last_page: 4, per_page: 30, current_page: 4 } })
  await execute('DELETE FROM sessions WHERE user_id IS NULL')
  expect(await count('cart_items')).toBe(0)
})

test('takes the same few statements however full a cart is', async () => {
  const shirt = await aProduct({ pieces: Array.from({ length: 30 }, (_, i) => ({ size: `S${i}` })) })
  for (const id of shirt.variations) await guest.add({ product_variation_id: id })
  expect(await countingQueries(guest.cart)).toBe(3)
})
