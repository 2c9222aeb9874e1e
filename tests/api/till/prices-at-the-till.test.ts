import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { lineOf } from '#pwa/pos/cart/line-of.ts'
import { changed, emptyCart, totalOf } from '#pwa/pos/cart/open-cart.ts'
import { priceOf } from '#pwa/pos/goods/choices.ts'
import type { ReplyOf } from '#sync/protocol/endpoints.ts'
import { saleTotals, shownPrice } from '#sync/protocol/pricing.ts'
import type { Product } from '#sync/protocol/shop/catalogue.ts'
import { ReplicaDb } from '#sync/till/replica/replica-db.ts'
import { createReplica, type Replica } from '#sync/till/replica/replica.ts'
import { createUnbooked } from '#sync/till/unbooked.ts'
import { aProduct } from '#tests/support/goods/catalogue.ts'
import { type Api, aUser, startApi, tokenOf } from '#tests/support/server/api.ts'
import { aPush, aSale } from '#tests/support/server/factories.ts'
import { checkBooks, openShop } from '#tests/support/server/shop.ts'
import { aTill } from '#tests/support/till/till.ts'

let api: Api
let token: string
let replica: Replica
beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await openShop()
  token = (await aUser('MANAGER')).token
  const pull = async (since: string, limit: number) =>
    (await api.send('GET', `/api/sync/pull?since=${since}&limit=${limit}`, { token }))
      .body as unknown as ReplyOf<'GET /api/sync/pull'>
  replica = createReplica(new ReplicaDb(`prices ${crypto.randomUUID()}`), pull, createUnbooked(await aTill()))
  await replica.load()
})
afterEach(async () => {
  replica.close()
  await checkBooks()
})
afterAll(() => api.stop())

const cedis = (min: number, max: number) => fc.integer({ min, max }).map(pesewas => pesewas / 100)
const ownPrice = fc.record({ retail_price: fc.option(cedis(1, 900_00)), discount: fc.option(cedis(0, 9_99)) })
const aShelf = fc.array(fc.array(ownPrice, { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 3 })
/** A new price of a variant, of a product, or of all products in one go; an impossible one is refused. */
const aChange = fc.oneof(
  fc.record({ of: fc.constant('variant' as const), at: fc.nat(), body: ownPrice }),
  fc.record({
    of: fc.constant('product' as const),
    at: fc.nat(2),
    body: fc.record({ retail_price: cedis(1, 900_00) }),
  }),
  fc.record({ of: fc.constant('all' as const), value: fc.integer({ min: -40, max: 40 }).filter(value => value !== 0) }),
)

const ask = async <Reply>(method: string, path: string, body?: unknown) => {
  const reply = await api.send(method, path, { token, ...(body !== undefined && { body }) })
  return { status: reply.status, body: reply.body as unknown as Reply }
}

async function change(
  ids: number[],
  variants: number[],
  wanted: typeof aChange extends fc.Arbitrary<infer T> ? T : never,
) {
  if (wanted.of === 'variant')
    return ask('PATCH', `/api/staff/variations/${variants[wanted.at % variants.length]}`, wanted.body)
  if (wanted.of === 'product') return ask('PATCH', `/api/staff/products/${ids[wanted.at]}`, wanted.body)
  const what = { kind: 'price', by: 'percent', value: wanted.value }
  return ask('POST', '/api/staff/products/bulk', { products: ids.map(id => ({ id })), change: what })
}

/** What a screen of the shop and one of the till show of a product and of each of its variants. */
async function shownOf(id: number) {
  const { product } = (await ask<{ product: Product }>('GET', `/api/products/${id}`)).body
  const [known, variants] = [replica.product(id)!, replica.variationsOf(id)]
  const without = ({ now, was, upTo }: { now: number; was: number; upTo: number }) => ({ now, was, upTo })
  return {
    shop: [undefined, ...product.variations].map(variation => without(shownPrice(product, variation))),
    till: [undefined, ...product.variations].map(variation =>
      without(priceOf(known, variants, { size: variation?.size_code ?? null, colour: variation?.colour_code ?? null })),
    ),
  }
}

test('shows, charges and books what the shop asks, whatever the variants cost and however prices change', async () => {
  const statuses = new Set<number>()
  for (const shelf of fc.sample(aShelf, 3)) {
    const ids: number[] = []
    const variants: number[] = []
    for (const prices of shelf) {
      const made = await aProduct({
        retail_price: 200.05,
        discount: 4.99,
        pieces: prices.map(({ retail_price, discount }, n) => ({
          size: `UK${n + 6}`,
          quantity: 100,
          ...(retail_price !== null && retail_price > 10 && { retail_price }),
          ...(discount !== null && { discount }),
        })),
      })
      ids.push(made.id)
      variants.push(...made.variations)
    }
    for (const wanted of [null, ...fc.sample(aChange, 4)]) {
      if (wanted) statuses.add((await change(ids, variants, wanted)).status)
      await replica.refresh()
      for (const id of ids) {
        const { shop, till } = await shownOf(id)
        expect([id, till]).toEqual([id, shop])
      }
    }
    const cart = ids
      .flatMap(id => replica.variationsOf(id).map(variation => lineOf(replica, replica.product(id)!, variation)))
      .reduce((open, line) => changed(open, { do: 'add', line }), emptyCart())
    const lines = cart.lines.map(({ product_variation_id, price, quantity }) => ({
      product_variation_id,
      price,
      quantity,
    }))
    expect(totalOf(cart)).toBe(saleTotals(lines).total)
    const sold = aSale({ lines, number: `T1-${String(ids[0]).padStart(6, '0')}` })
    const pushed = await api.send('POST', '/api/sync/push', { token: await tokenOf(7), body: aPush(sold) })
    expect(pushed.body).toMatchObject({ verdicts: [{ status: 'accepted', exceptions: [] }] })
  }
  expect(statuses).toContain(200)
})

test('control: tells a price that the till has not heard of', async () => {
  const { id, variations } = await aProduct({ retail_price: 60, pieces: [{ size: 'UK8' }, { size: 'UK10' }] })
  await replica.refresh()
  const { till: before } = await shownOf(id)
  await ask('PATCH', `/api/staff/variations/${variations[1]}`, { retail_price: 75.5 })
  const { shop, till } = await shownOf(id)
  expect([till, shop[2]]).toEqual([before, { now: 75.5, was: 75.5, upTo: 75.5 }])
  expect(till).not.toEqual(shop)
})
