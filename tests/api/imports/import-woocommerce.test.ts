import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { select, selectOne } from '#api/db/database.ts'
import type { ImportReport } from '#sync/protocol/staff/import-report.ts'
import { aUser, startApi, type Api } from '#tests/support/server/api.ts'
import { brokenRules, count, openShop } from '#tests/support/server/shop.ts'

let api: Api
let token: string
beforeAll(async () => {
  api = await startApi()
  await openShop()
  token = (await aUser('MANAGER')).token
})
afterAll(() => api.stop())

const FILE = readFileSync('tests/support/import-files/woocommerce-apparel.csv', 'utf8')
const read = async (content: string, dry_run = 'false') => {
  const body = new FormData()
  body.append('file', new Blob([content], { type: 'text/csv' }), 'wc-product-export.csv')
  body.append('dry_run', dry_run)
  return (await api.send('POST', '/api/staff/products/import', { token, body })).body as unknown as ImportReport
}
const product = (slug: string) =>
  selectOne<Record<string, unknown>>(
    `SELECT p.name, p.description, p.features, p.retail_price, p.discount, p.status_code, c.name AS category,
      above.name AS above
  FROM products p JOIN categories c ON c.id = p.category_id LEFT JOIN categories above ON above.id = c.parent_id
  WHERE p.slug = ?`,
    [slug],
  )
const variations = (slug: string) =>
  select<Record<string, unknown>>(
    `SELECT v.sku, v.barcode, v.size_code, c.name AS colour, v.on_hand, v.retail_price, v.discount
      FROM product_variations v
      JOIN products p ON p.id = v.product_id
  LEFT JOIN colours c ON c.code = v.colour_code WHERE p.slug = ? ORDER BY v.id`,
    [slug],
  )

const ERRORS = [
  { line: 6, message: expect.stringContaining('"WordPress Pennant" is an external product') as string },
  { line: 12, message: expect.stringContaining('"id:999"') as string },
]

it("imports WooCommerce's export, with variants far from their products, and names what it cannot", async () => {
  expect((await read(FILE, 'true')).summary.created).toBe(5)
  expect(await count('products')).toBe(0)
  const { summary, errors } = await read(FILE)
  expect(summary).toMatchObject({ created: 5, updated: 0, unchanged: 0 })
  expect(errors).toEqual(ERRORS)
  expect(await product('v-neck-t-shirt')).toEqual({
    name: 'V-Neck T-Shirt',
    description: 'A tee for every day.\n\nCut close & long.',
    features: '["Soft cotton","Washes at 40°"]',
    retail_price: 45,
    discount: 0,
    status_code: 'LIVE',
    category: 'Tshirts',
    above: 'Clothing',
  })
  expect(await variations('v-neck-t-shirt')).toMatchObject([
    { sku: 'woo-vneck-tee-red', barcode: null, size_code: 'LARGE', colour: 'Blue', on_hand: 7 },
    { sku: 'woo-vneck-tee-green', barcode: null, size_code: 'MEDIUM', colour: 'Green', on_hand: 3 },
  ])
  expect(await product('hoodie')).toMatchObject({
    description: 'Warm, with a hood.',
    retail_price: 45,
    discount: 3,
    category: 'Hoodies',
    above: 'Clothing',
  })
  expect(await variations('hoodie')).toMatchObject([
    { sku: 'woo-hoodie-red', size_code: 'ONE', colour: 'Red', retail_price: null, discount: null },
    { sku: 'woo-hoodie-dear', size_code: 'ONE', colour: 'Green', retail_price: 55, discount: 0 },
  ])
  expect(await product('beanie')).toMatchObject({ retail_price: 20, discount: 2, description: 'Knitted.' })
  expect(await variations('beanie')).toMatchObject([
    { sku: 'woo-beanie', barcode: '4006381333931', size_code: 'ONE', colour: 'Red', on_hand: 12 },
  ])
  expect(await variations('beanie-51')).toMatchObject([{ on_hand: 0 }])
  expect(await product('voucher')).toMatchObject({
    status_code: 'INACTIVE',
    retail_price: 50,
    discount: 0,
    category: 'Decor, gifts',
    above: null,
  })
  expect(await count('product_images', 'name IS NULL AND next_fetch_at IS NOT NULL')).toBe(5)
  expect(await count('categories', "name = 'Clothing'")).toBe(1)
  expect(await brokenRules()).toEqual([])
})

it('changes nothing when the same file comes again', async () => {
  const { summary, errors } = await read(FILE)
  expect(summary).toMatchObject({ created: 0, updated: 0, unchanged: 5 })
  expect(errors).toEqual(ERRORS)
})

it('names a variable product without variants, unless it is known', async () => {
  const header = 'Type,SKU,Name,Regular price,Short description\n'
  expect((await read(`${header}variable,x,Empty,,\n`)).errors).toEqual([
    { line: 2, message: expect.stringContaining('a price') as string },
  ])
  expect((await read(`${header}variable,x,Hoodie,,New words\n`)).summary).toMatchObject({ updated: 1 })
  expect(await product('hoodie')).toMatchObject({ description: 'New words', retail_price: 45 })
})
