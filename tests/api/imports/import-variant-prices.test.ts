import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { execute, select } from '#api/db/database.ts'
import { aProduct } from '#tests/support/goods/catalogue.ts'
import { fileShop } from '#tests/support/import-files/file-shop.ts'
import { aRow, ownFile } from '#tests/support/import-files/own-files.ts'

const { ask, read, reopen } = fileShop()
const exported = async (format: string) => (await ask('GET', `/api/staff/products/export?format=${format}`)).text
/** Of each variation its SKU, what it has of its own, and what it costs. */
const goods = async () =>
  (
    await select<Record<string, unknown>>(
      `SELECT v.sku, v.retail_price, v.discount,
        COALESCE(v.retail_price, p.retail_price) - COALESCE(v.discount, p.discount) AS price
      FROM product_variations v JOIN products p ON p.id = v.product_id ORDER BY v.id`,
    )
  ).map(row => Object.values(row))
const productPrices = async () =>
  (
    await select<{ retail_price: number; discount: number }>('SELECT retail_price, discount FROM products ORDER BY id')
  ).map(row => Object.values(row))

const BRACELET = [
  'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Price,Variant Compare At Price,Variant Inventory Qty',
  'bracelet,Bracelet,Colour,Gold,B-G,20,69.99,74.99,3',
  'bracelet,,,Silver,B-S,0,55.00,,4',
  'bracelet,,,Black,B-B,,69.99,74.99,0',
].join('\n')

describe("Shopify's file", () => {
  test('loses no row of a product with two prices, and changes nothing the second time', async () => {
    expect(await read(BRACELET)).toEqual({ summary: { created: 1, updated: 0, unchanged: 0, failed: 0 }, errors: [] })
    expect(await productPrices()).toEqual([[74.99, 5]])
    const first = await goods()
    expect(first).toEqual([
      ['B-G', null, null, 69.99],
      ['B-S', 55, 0, 55],
      ['B-B', null, null, 69.99],
    ])
    expect(await select('SELECT weight FROM product_variations ORDER BY id')).toMatchObject([
      { weight: 20 },
      { weight: null },
      { weight: null },
    ])
    expect((await read(BRACELET)).summary).toEqual({ created: 0, updated: 0, unchanged: 1, failed: 0 })
    expect(await goods()).toEqual(first)
  })

  test('changes the price of one variant alone, and of all together', async () => {
    await read(BRACELET)
    expect((await read(BRACELET.replace('55.00', '57.50'))).summary.updated).toBe(1)
    expect([await productPrices(), (await goods()).map(row => row[3])]).toEqual([[[74.99, 5]], [69.99, 57.5, 69.99]])
    const all = BRACELET.replaceAll('69.99,74.99', '80,').replace('55.00', '80')
    expect((await read(all)).summary.updated).toBe(1)
    expect(await productPrices()).toEqual([[80, 0]])
    expect(await goods()).toEqual([
      ['B-G', null, null, 80],
      ['B-S', null, null, 80],
      ['B-B', null, null, 80],
    ])
  })

  test('names a variant that would cost nothing, and takes the others', async () => {
    const { errors, summary } = await read(BRACELET.replace('55.00,', '0.00,12.00'))
    expect(summary).toMatchObject({ created: 1, failed: 1 })
    expect(errors).toEqual([
      { line: 3, message: 'The price 12.00 less 12.00 is 0.00. A variant must cost more than 0.' },
    ])
    expect((await goods()).map(([sku]) => sku)).toEqual(['B-G', 'B-B'])
  })

  test("refuses a product's new price that a variant outside the file does not allow", async () => {
    await read(BRACELET)
    await execute("UPDATE product_variations SET discount = NULL WHERE sku = 'B-S'")
    const { errors } = await read(
      'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Compare At Price\nbracelet,Bracelet,Colour,Gold,B-G,10,74.99\n',
    )
    expect(errors).toEqual([{ line: 2, message: expect.stringContaining('55.00 less 64.99') as string }])
    expect(await productPrices()).toEqual([[74.99, 5]])
  })
})

const POT = [
  'ID,Type,SKU,Name,Published,Stock,Sale price,Regular price,Parent,Weight (kg),Attribute 1 name,Attribute 1 value(s)',
  '1,variable,POT,Pot,1,,,,,,Size,"Small, Large"',
  '2,variation,POT-S,,1,4,,9.99,id:1,0.35,Size,Small',
  '3,variation,POT-L,,1,4,13.99,15.99,id:1,,Size,Large',
].join('\n')

test("WooCommerce's file loses no row of a product with two prices, and changes nothing the second time", async () => {
  expect(await read(POT)).toEqual({ summary: { created: 1, updated: 0, unchanged: 0, failed: 0 }, errors: [] })
  expect(await goods()).toEqual([
    ['POT-S', null, null, 9.99],
    ['POT-L', 15.99, 2, 13.99],
  ])
  expect(await select("SELECT weight FROM product_variations WHERE sku = 'POT-S'")).toEqual([{ weight: 350 }])
  expect((await read(POT)).summary.unchanged).toBe(1)
})

test("the shop's own file sets what a variant has of its own, keeps it where the file is silent", async () => {
  const pot = (rest: object) => aRow('pot', { retail_price: '15.99', discount: '1', sku: 'POT-L', ...rest })
  const small = (rest: object) => ({ slug: 'pot', size_code: 'UK8', size_name: 'UK 8', sku: 'POT-S', ...rest })
  const file = ownFile([pot({ weight: '1500' }), small({ variation_price: '9.99', variation_discount: '0' })])
  expect((await read(file)).errors).toEqual([])
  expect(await goods()).toEqual([
    ['POT-L', null, null, 14.99],
    ['POT-S', 9.99, 0, 9.99],
  ])
  expect((await read(file)).summary.unchanged).toBe(1)
  expect((await read(ownFile([pot({}), small({})]))).summary.unchanged).toBe(1)
  const wrong = ownFile([pot({}), small({ variation_price: '0.50', weight: '9 kg' })])
  expect((await read(wrong)).errors).toEqual([
    { line: 3, message: expect.stringContaining('number of grams') as string },
  ])
  expect((await goods())[1]).toEqual(['POT-S', 9.99, 0, 9.99])
})

test('whatever variants cost, each export changes nothing when it is imported, and makes the same in an empty shop', async () => {
  const cedis = (min: number, max: number) => fc.integer({ min, max }).map(pesewas => pesewas / 100)
  const shops = fc.array(
    fc.array(fc.record({ retail_price: fc.option(cedis(5_00, 90_00)), discount: fc.option(cedis(0, 4_99)) }), {
      minLength: 1,
      maxLength: 4,
    }),
    { minLength: 8, maxLength: 8 },
  )
  for (const format of ['own', 'shopify', 'woocommerce']) {
    await reopen()
    for (const [i, variants] of fc.sample(shops, 1)[0]!.entries())
      await aProduct({
        slug: `pot-${i}`,
        retail_price: 60.05,
        discount: i % 2 ? 4.99 : 0,
        pieces: variants.map(({ retail_price, discount }, n) => ({
          size: `UK${n + 6}`,
          sku: `POT-${i}-${n}`,
          quantity: 0,
          ...(retail_price !== null && { retail_price }),
          ...(discount !== null && { discount }),
        })),
      })
    const [before, text] = [await goods(), await exported(format)]
    expect((await read(text)).summary).toEqual({ created: 0, updated: 0, unchanged: 8, failed: 0 })
    expect(await goods()).toEqual(before)
    await reopen()
    expect(await read(text)).toEqual({ summary: { created: 8, updated: 0, unchanged: 0, failed: 0 }, errors: [] })
    expect((await goods()).map(([sku, , , price]) => [sku, price])).toEqual(
      before.map(([sku, , , price]) => [sku, price]),
    )
    expect((await read(text)).summary.unchanged).toBe(8)
  }
})
