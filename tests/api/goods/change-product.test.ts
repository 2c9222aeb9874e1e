import { afterEach, expect, test } from 'vitest'
import { refreshListings } from '#api/catalogue/refresh-listings.ts'
import { execute, insertRow, selectOne } from '#api/db/database.ts'
import type { StaffProduct } from '#sync/protocol/shop/catalogue.ts'
import type { ReplyOf } from '#sync/protocol/endpoints.ts'
import { aShopEach } from '#tests/support/runs/a-shop-each.ts'
import type { Api } from '#tests/support/server/api.ts'
import { aVariation, checkBooks } from '#tests/support/server/shop.ts'

let api: Api
let token: string
let product: number
aShopEach('MANAGER', async here => {
  ;({ api, token } = here)
  product = (await selectOne<{ product_id: number }>('SELECT product_id FROM product_variations WHERE id = ?', [
    await aVariation(3, { retail_price: 149.99, discount: 20 }),
  ]))!.product_id
  await refreshListings([product])
})
afterEach(checkBooks)

const change = async (body: object, id = product) => {
  const reply = await api.send('PATCH', `/api/staff/products/${id}`, { token, body })
  return {
    status: reply.status,
    ...(reply.body as unknown as { product: StaffProduct; errors?: object; code?: string }),
  }
}
const listed = async (query = '') =>
  ((await api.send('GET', `/api/products${query}`)).body as unknown as ReplyOf<'GET /api/products'>).products.data

test('changes a product in the shop at once, at the same address', async () => {
  const category_id = await insertRow('categories', { name: 'Dungarees' })
  const before = (await api.send('GET', `/api/staff/products/${product}`, { token })).body as unknown as {
    product: StaffProduct
  }
  const { status, product: after } = await change({
    name: 'Wide dungarees',
    category_id,
    description: 'Bib and braces.',
    features: ['Bib pocket'],
    retail_price: 200,
    discount: 0.5,
  })
  expect(status).toBe(200)
  expect(after).toMatchObject({
    id: product,
    slug: before.product.slug,
    name: 'Wide dungarees',
    category: { name: 'Dungarees' },
    description: 'Bib and braces.',
    features: ['Bib pocket'],
    retail_price: 200,
    discount: 0.5,
  })
  expect(await listed('?search_text=dungarees')).toMatchObject([
    { id: product, retail_price: 200, discount: 0.5, category: { id: category_id } },
  ])
  expect(await listed('?min_price=199.5&max_price=199.5')).toHaveLength(1)
})

test('removes a product from the shop when it is taken off sale, and restores it unchanged', async () => {
  expect(await change({ status_code: 'INACTIVE' })).toMatchObject({ status: 200, product: { status_code: 'INACTIVE' } })
  expect(await listed()).toEqual([])
  expect((await api.send('GET', `/api/products/${product}`)).status).toBe(404)
  await change({ status_code: 'LIVE' })
  expect(await listed()).toMatchObject([{ id: product }])
})

test('refuses a discount above the price, whichever of the two was sent', async () => {
  expect(await change({ discount: 149.99 })).toMatchObject({ status: 200 })
  for (const body of [{ discount: 150 }, { retail_price: 149.98 }, { retail_price: 10, discount: 10.01 }]) {
    expect(await change(body)).toMatchObject({
      status: 422,
      errors: { discount: ['The discount must not be more than the price.'] },
    })
  }
})

test('refuses impossible values beside their field and changes nothing', async () => {
  const bad: [string, unknown][] = [
    ['category_id', 4_000_000],
    ['retail_price', -1],
    ['retail_price', 1.005],
    ['retail_price', '20'],
    ['name', ''],
    ['status_code', 'GONE'],
    ['slug', 'No address'],
    ['slug', ''],
    ['views', 9],
  ]
  for (const [field, value] of bad)
    expect(await change({ [field]: value })).toMatchObject({ status: 422, errors: { [field]: expect.anything() } })
  expect(await listed()).toMatchObject([{ retail_price: 149.99, discount: 20 }])
})

test('shows what is stored now when somebody saves from an old page', async () => {
  const { product: read } = await change({ name: 'Slim jeans' })
  await execute('UPDATE products SET updated_at = updated_at + INTERVAL 1 SECOND, name = ? WHERE id = ?', [
    'Slimmer jeans',
    product,
  ])
  expect(await change({ name: 'Wide jeans', updated_at: read.updated_at })).toMatchObject({
    status: 409,
    code: 'stale',
    product: { name: 'Slimmer jeans' },
  })
})

test('saves one of two dozen changes made at the same moment and tells the others', async () => {
  const { product: read } = await change({ name: 'Slim jeans' })
  const replies = await Promise.all(
    Array.from({ length: 24 }, (_, i) => change({ name: `Jeans of ${i}`, updated_at: read.updated_at })),
  )
  const heard = replies.filter(({ status }) => status === 200)
  expect([heard.length, replies.filter(({ status }) => status === 409).length]).toEqual([1, 23])
  expect(await listed()).toMatchObject([{ name: heard[0]!.product.name }])
})

test('control: tells all that it was saved when the time of reading is left out', async () => {
  const replies = await Promise.all(Array.from({ length: 6 }, (_, i) => change({ name: `Jeans of ${i}` })))
  expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200))
})

test('finds nothing when a product is deleted or never existed', async () => {
  expect((await change({ name: 'Nothing' }, 4_000_000)).status).toBe(404)
  await execute('UPDATE products SET deleted_at = NOW(3) WHERE id = ?', [product])
  expect((await change({ name: 'Back' })).status).toBe(404)
  await execute('UPDATE products SET deleted_at = NULL WHERE id = ?', [product])
})
