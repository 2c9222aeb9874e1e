import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { listingsChanged } from '#api/catalogue/listing-copy.ts'
import { flushViews } from '#api/catalogue/views.ts'
import { execute, insertRows } from '#api/db/database.ts'
import type * as stock from '#api/stock/stock.ts'
import { startApi, type Api } from '#tests/support/server/api.ts'
import { checkThenReserve } from '#tests/support/hostile/careless-orders.ts'
import { aProduct } from '#tests/support/goods/catalogue.ts'
import { payAtSandbox, type PayingShop } from '#tests/support/shop/payments.ts'
import { countingQueries } from '#tests/support/database/queries.ts'
import { aGuest } from '#tests/support/shop/shoppers.ts'
import { openShop } from '#tests/support/server/shop.ts'
import { aSubmission } from '#tests/support/server/submission.ts'

const PIECES = ['UK6', 'UK8', 'UK10', 'UK12', 'UK14'].flatMap(size =>
  ['1F2A44', '000000'].map(colour => ({ size, colour, quantity: 50 })),
)

const guard = vi.hoisted(() => ({ stands: true }))
vi.mock('#api/stock/stock.ts', async importOriginal => {
  const real = await importOriginal<typeof stock>()
  return {
    ...real,
    reserveStock: (...asked: Parameters<typeof real.reserveStock>) =>
      guard.stands ? real.reserveStock(...asked) : checkThenReserve(...asked),
  }
})

let api: Api
let shop: PayingShop
let variations: number[]
let product: number
beforeAll(async () => {
  api = await startApi()
  shop = await payAtSandbox(api)
})
afterAll(() => {
  shop.stop()
  api.stop()
})
beforeEach(async () => {
  guard.stands = true
  await flushViews() // else the looks of the test before are written some seconds later, among what is counted here
  await openShop()
  const first = await aProduct({ name: 'Slim jeans', pieces: PIECES, images: ['front'] })
  product = first.id
  variations = first.variations
  for (let i = 0; i < 30; i++) await aProduct({ name: `Slim jeans ${i}`, images: ['front'] })
})

/** What a request costs once the copy of the lists is due to be compared, which happens every two seconds. */
async function statementsOf(path: string, token: string | null): Promise<number> {
  await api.send('GET', '/api/products')
  listingsChanged()
  return countingQueries(async () => expect((await api.send('GET', path, { token })).status).toBe(200))
}

test.each([
  ['listing', (n: number) => `/api/products?per_page=${n}`],
  ['filtered listing', (n: number) => `/api/products?per_page=${n}&sizes[]=UK10&colours[]=1F2A44&max_price=${100 + n}`],
  ['search', (n: number) => `/api/products?per_page=${n}&search_text=slim%20jeans&max_price=${100 + n}`],
  ['product page', () => `/api/products/${product}`],
])('a %s needs four statements at most, for every caller and at every length', async (_, path) => {
  const { token } = await aGuest()
  for (const who of [null, token]) {
    const counts = [await statementsOf(path(1), who), await statementsOf(path(30), who)]
    expect(counts).toEqual([counts[0], counts[0]])
    expect(counts[0]).toBeLessThanOrEqual(4)
  }
})

test.each([
  ['with a slip', 'slim jaens'],
  ['with a slip in a short word', 'slm jeans'],
  ['of what nobody has', 'velvet gowns'],
  ['of words that nothing has together', 'slim jeans 7 9'],
])('takes at most four statements for a first search %s by a known person', async (_, text) => {
  const { token } = await aGuest()
  await api.send('GET', '/api/products')
  const now = performance.now()
  // The lists are read again behind everybody's back; here they stay fresh.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now)
  expect(
    await countingQueries(() => api.send('GET', `/api/products?search_text=${encodeURIComponent(text)}`, { token })),
  ).toBeLessThanOrEqual(4)
  clock.mockRestore()
})

test('shows lists that are seconds old while they are read again', async () => {
  const { id } = await aProduct({ name: 'Last one', pieces: [{ size: 'UK8', colour: '000000', quantity: 1 }] })
  const inStock = async () =>
    (
      (await api.send('GET', '/api/products?per_page=100')).body as unknown as {
        products: { data: { id: number; in_stock: boolean }[] }
      }
    ).products.data.find(product => product.id === id)?.in_stock
  expect(await inStock()).toBe(true)
  await execute('UPDATE product_variations SET on_hand = 0 WHERE product_id = ?', [id])
  const now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 3_000)
  expect(await inStock()).toBe(true)
  await vi.waitFor(async () => expect(await inStock()).toBe(false))
  await execute('UPDATE product_variations SET on_hand = 1 WHERE product_id = ?', [id])
  clock.mockReturnValue(now + 30_000)
  expect(await inStock()).toBe(true)
  clock.mockRestore()
})

/** Three of them are the sandbox's own, four count the try, and four what waits for payment. */
const ORDERING = 35

/** What an order costs. The least of three: the shop reads its lists again behind anybody's back, at any time. */
async function ordering(lines: number): Promise<number> {
  return Math.min(await anOrderOf(lines), await anOrderOf(lines), await anOrderOf(lines))
}

/** A guest with so many lines in the cart, who orders them. */
async function anOrderOf(lines: number): Promise<number> {
  const { session_id, token } = await aGuest()
  await insertRows(
    'cart_items',
    variations
      .slice(0, lines)
      .map(product_variation_id => ({ session_id, product_variation_id, quantity: 1, price: 100 })),
  )
  return countingQueries(async () => {
    const { status } = await api.send('POST', '/api/orders', {
      token,
      body: aSubmission(),
      headers: { 'Idempotency-Key': `of-${lines}` },
    })
    expect(status).toBe(201)
  })
}

test('takes the same few statements for an order of any length', async () => {
  await anOrderOf(2) // opens the connections
  const counts = [await ordering(1), await ordering(4), await ordering(10)]
  expect(counts).toEqual([ORDERING, ORDERING, ORDERING])
})

test('control: a shop that reserves line by line is noticed', async () => {
  guard.stands = false
  expect((await ordering(10)) - (await ordering(1))).toBe(18)
})
