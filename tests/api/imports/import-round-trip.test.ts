import { createHash } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { execute, insertRow, select } from '#api/db/database.ts'
import { importProducts } from '#api/import/import-products.ts'
import type { ImportReport } from '#sync/protocol/staff/import-report.ts'
import { aUser, startApi, type Api } from '#tests/support/server/api.ts'
import { brokenRules, count, openShop } from '#tests/support/server/shop.ts'

let api: Api
let token: string
beforeAll(async () => {
  api = await startApi()
  await openShop()
  token = (await aUser('MANAGER')).token
  const { errors } = await importProducts('sql/seed/demo-products.csv', {
    pictureOf: (source, slug) => ({
      name: createHash('sha256')
        .update(source + slug)
        .digest('hex')
        .slice(0, 32),
      dominant: '1B1D23',
    }),
  })
  if (errors.length > 0) throw new Error(errors[0]!.message)
  await stubborn()
})
afterAll(() => api.stop())

/** Products whose words every format would have a reason to spoil. */
async function stubborn() {
  const above = await insertRow('categories', { name: 'Night, day & after' })
  const category_id = await insertRow('categories', { name: 'Coats > Long', parent_id: above })
  await insertRow('sizes', { code: 'ONE', name: 'One size' }).catch(() => {})
  const names = [
    '=HYPERLINK("http://evil.example")',
    "'=quoted",
    '- dashed',
    'Comma, "quotes" & <b>tags</b>',
    'Sale \\| 50% | off',
    'Nothing to choose',
    'No variation at all',
  ]
  for (const [i, name] of names.entries()) {
    const product_id = await insertRow('products', {
      slug: `stubborn-${i}`,
      name,
      description: `One  &amp; two <i>three</i>\n• four\n\n\n\nfive C:\\new ${name}`,
      features: JSON.stringify([name, 'Wash | dry', '<i>x</i> & y']),
      category_id,
      retail_price: 100.5,
      discount: i,
      status_code: i % 2 ? 'LIVE' : 'INACTIVE',
    })
    if (i === 6) continue
    for (const size_code of i === 5 ? ['ONE'] : ['UK10', 'UK12'])
      await insertRow('product_variations', {
        product_id,
        sku: `=SKU-${i}-${size_code}`,
        barcode: `00${i}`,
        size_code,
        colour_code: i % 2 || i === 5 ? null : '23407F',
      })
    await insertRow('product_images', {
      product_id,
      position: 0,
      name: null,
      source: `https://cdn.example/a,b/${i}.jpg?x=1,2`,
      alt: 'An alt',
      colour_code: i === 2 ? '23407F' : null,
    })
  }
  await namesakes(category_id)
  await pricedApart(category_id)
  await execute("UPDATE product_images SET source = NULL WHERE source LIKE 'drawn:%' AND product_id % 2 = 0")
}

/** Products whose variants have prices, discounts and weights of their own: some of them, all, and the first alone. */
async function pricedApart(category_id: number) {
  const own: [retail_price: number | null, discount: number | null, weight: number | null][][] = [
    [
      [null, null, 450],
      [55, null, null],
      [null, 0, 12.5],
    ],
    [
      [55, null, null],
      [65.5, 5.5, null],
    ],
    [
      [20, 0, 1],
      [null, null, null],
    ],
  ]
  for (const [i, variants] of own.entries()) {
    const product_id = await insertRow('products', {
      slug: `priced-apart-${i}`,
      name: `Priced apart ${i}`,
      description: '',
      features: '[]',
      category_id,
      retail_price: 69.99,
      discount: 10,
    })
    for (const [n, [retail_price, discount, weight]] of variants.entries())
      await insertRow('product_variations', {
        product_id,
        sku: `PA-${i}-${n}`,
        size_code: ['UK8', 'UK10', 'UK12'][n],
        retail_price,
        discount,
        weight,
      })
  }
}

/** A product in sizes and colours of which two are called alike, as nobody forbids. */
async function namesakes(category_id: number) {
  for (const code of ['EU34', 'US34']) await insertRow('sizes', { code, name: '34' })
  for (const code of ['2A52BE', '0F52BA']) await insertRow('colours', { code, name: 'Harmattan Blue' })
  const product_id = await insertRow('products', {
    slug: 'namesakes',
    name: 'Namesakes',
    description: '',
    features: '[]',
    category_id,
    retail_price: 90,
  })
  for (const size_code of ['EU34', 'US34'])
    for (const colour_code of ['2A52BE', '0F52BA'])
      await insertRow('product_variations', {
        product_id,
        sku: `NS-${size_code}-${colour_code}`,
        size_code,
        colour_code,
      })
}

const everything = async () =>
  JSON.stringify(
    await Promise.all(
      ['products', 'product_variations', 'product_images', 'stock_movements', 'categories', 'sizes', 'colours'].map(
        table => select(`SELECT * FROM ${table} ORDER BY id`),
      ),
    ),
  )

const FORMATS = ['own', 'shopify', 'woocommerce']
const exported = async (format: string) => {
  const { status, text } = await api.send('GET', `/api/staff/products/export?format=${format}`, { token })
  expect(status).toBe(200)
  return text
}
const read = async (text: string) => {
  const body = new FormData()
  body.append('file', new Blob([text], { type: 'text/csv' }), 'products.csv')
  return (await api.send('POST', '/api/staff/products/import', { token, body })).body as unknown as ImportReport
}

describe.each(FORMATS)('an export for %s', format => {
  it('changes nothing when it is imported again', async () => {
    const products = await count('products')
    const before = await everything()
    expect(await read(await exported(format))).toEqual({
      summary: { created: 0, updated: 0, unchanged: products, failed: 0 },
      errors: [],
    })
    expect(await everything()).toBe(before)
  })

  it('has no cell a spreadsheet would run', async () => {
    expect(
      (parse(await exported(format), { bom: true }) as string[][]).flat().filter(cell => /^[=+@\t\r]|^-\D/.test(cell)),
    ).toEqual([])
  })
})

it("makes the same colours of pictures in an empty shop from the shop's own format", async () => {
  const colours = () =>
    select(`SELECT p.slug, i.position, i.colour_code FROM products p JOIN product_images i ON i.product_id = p.id
      WHERE i.name IS NULL ORDER BY p.slug, i.position`)
  await execute("UPDATE product_images SET name = NULL WHERE source LIKE 'http%'")
  const before = await colours()
  expect(before.filter(row => (row as { colour_code: unknown }).colour_code !== null)).not.toEqual([])
  const text = await exported('own')
  const slugs = new Set(before.map(row => (row as { slug: string }).slug))
  await execute("UPDATE product_images SET colour_code = NULL, alt = 'An alt' WHERE name IS NULL")
  expect((await read(text)).errors).toEqual([])
  expect([slugs.size > 0, await colours()]).toEqual([true, before])
})

it('makes the same goods in an empty shop in each format, whose own exports change nothing either', async () => {
  // an empty shop cannot tell them apart by their names
  await execute("DELETE FROM product_variations WHERE sku LIKE 'NS-%'")
  await execute("DELETE FROM products WHERE slug IN ('stubborn-6', 'namesakes')")
  const goods = () =>
    select(
      `SELECT p.slug, p.name, COALESCE(v.retail_price, p.retail_price) AS retail_price,
        COALESCE(v.discount, p.discount) AS discount, p.status_code, v.sku, v.barcode, v.size_code, v.weight
      FROM products p JOIN product_variations v ON v.product_id = p.id ORDER BY p.slug, v.sku`,
    )
  const before = await goods()
  const products = await count('products')
  for (const format of FORMATS) {
    const text = await exported(format)
    await openShop()
    token = (await aUser('MANAGER')).token
    // Its hints name the barcodes that two of the goods share.
    expect(await read(text)).toMatchObject({
      summary: { created: products, updated: 0, unchanged: 0, failed: 0 },
      errors: [],
    })
    expect(await goods()).toEqual(before)
    for (const other of FORMATS)
      expect([other, (await read(await exported(other))).summary.unchanged]).toEqual([other, products])
  }
  expect(await brokenRules()).toEqual([])
})
