import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { select, selectOne } from '#api/db/database.ts'
import { onBehalfOf } from '#api/http/asked-by.ts'
import { importProducts } from '#api/import/import-products.ts'
import { aUser } from '#tests/support/server/api.ts'
import { inWords, signedShop, type SignedShop } from '#tests/support/till/signed-shop.ts'

let here: SignedShop
signedShop(shop => {
  here = shop
})

let product: { id: number; slug: string; name: string; category: string; sku: string }
beforeEach(async () => {
  product = (await selectOne<typeof product>(
    `SELECT p.id, p.slug, p.name, c.name AS category, v.sku
      FROM product_variations v JOIN products p ON p.id = v.product_id JOIN categories c ON c.id = p.category_id
      WHERE v.id = ?`,
    [here.jeans],
  ))!
  await here.till.signIn(here.manager.token)
})

/** The verdict on a sale at a price by the manager, or by another who is signed in. */
async function sellAt(price: number, teller_id = here.manager.id, facts = {}) {
  const lines = [{ product_variation_id: here.jeans, quantity: 1, price }]
  const sale = here.saleAt(here.till, { teller_id, lines, total: price, ...facts })
  return inWords((await here.till.carry([here.till.sell(sale)])).said.verdicts)[0]
}
const told = async () =>
  (await select<{ detail: string }>("SELECT detail FROM exceptions WHERE code = 'PRICE_CHANGED' ORDER BY id")).map(
    ({ detail }) => detail,
  )

type Person = SignedShop['manager']
const send = async ({ token }: Person, request: string, body: object) => {
  const [method, path] = request.split(' ') as [string, string]
  expect((await here.api.send(method, path, { token, body })).status).toBe(200)
}
const doors: Record<string, (who: Person, price: number) => Promise<unknown>> = {
  'of the product': (who, retail_price) =>
    send(who, `PATCH /api/staff/products/${product.id}`, { retail_price, discount: 0 }),
  'as a discount': (who, price) => send(who, `PATCH /api/staff/products/${product.id}`, { discount: 10 - price }),
  'of the variant': (who, retail_price) => send(who, `PATCH /api/staff/variations/${here.jeans}`, { retail_price }),
  'in bulk': (who, price) =>
    send(who, 'POST /api/staff/products/bulk', {
      products: [{ id: product.id }],
      change: { kind: 'discount', by: 'amount', value: 10 - price },
    }),
  'by a file': ({ id: user_id }, price) => {
    const path = join(mkdtempSync(join(tmpdir(), 'prices-')), 'products.csv')
    const { slug, name, category } = product
    writeFileSync(
      path,
      `slug,name,category,retail_price,sku,size_code,size_name\n${slug},${name},${category},${price},${product.sku},UK10,UK 10\n`,
    )
    return onBehalfOf({ user_id, ip: null, request_id: null }, () => importProducts(path, { user_id }))
  },
}

// Before: whoever could change prices sold for what they liked, and put the price back.
test.each(Object.keys(doors))('names a price that its cashier changed before the sale, %s', async door => {
  await doors[door]!(here.manager, 1)
  expect(await sellAt(1)).toBe('accepted PRICE_CHANGED')
  expect(await told()).toEqual([expect.stringMatching(/^Its cashier had changed the (price|discount) .*from .+ to .+/)])
})

test('says from what to what', async () => {
  await doors['of the product']!(here.manager, 0)
  await sellAt(0)
  expect(await told()).toEqual([
    expect.stringMatching(
      /^Its cashier had changed the price from GH₵\u00A010\.00 to GH₵\u00A00\.00, at [\d-]{10} \d\d:\d\d \(UTC\)\.$/,
    ),
  ])
})

test('names it when the price was put back before the sale arrived', async () => {
  await doors['of the product']!(here.manager, 0)
  const occurred_at = new Date().toISOString()
  await doors['of the product']!(here.manager, 10)
  expect(await sellAt(0, here.manager.id, { occurred_at })).toBe('accepted PRICE_DRIFT PRICE_CHANGED')
})

test('control: names no price that somebody else changed, that was changed a day before or after the sale', async () => {
  const other = await aUser('MANAGER')
  await doors['of the product']!(other, 9)
  expect(await sellAt(9)).toBe('accepted')
  const occurred_at = new Date().toISOString()
  await doors['of the product']!(here.manager, 8)
  expect(await sellAt(9, here.manager.id, { occurred_at })).toBe('accepted PRICE_DRIFT')
  expect(await sellAt(8)).toBe('accepted PRICE_CHANGED')
  const tomorrow = new Date(Date.now() + 86_400_000 + 60_000).toISOString()
  expect(await sellAt(8, here.manager.id, { occurred_at: tomorrow })).toBe('accepted CLOCK_SKEW')
})

test('control: lets an administrator sell at a price of their own, as at any discount', async () => {
  await here.till.signIn(here.owner.token)
  await doors['of the product']!(here.owner, 5)
  expect(await sellAt(5, here.owner.id)).toBe('accepted')
})

test('does not take another change of the product for one of its price', async () => {
  await send(here.manager, `PATCH /api/staff/products/${product.id}`, { description: 'Of "retail_price" and 5.' })
  expect(await sellAt(10)).toBe('accepted')
})
