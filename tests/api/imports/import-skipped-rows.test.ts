import { describe, expect, test } from 'vitest'
import { select } from '#api/db/database.ts'
import { fileShop } from '#tests/support/import-files/file-shop.ts'
import { aRow, ownFile, type OwnRow } from '#tests/support/import-files/own-files.ts'

const shop = fileShop()
const PICTURE = 'https://pictures.example'

/** Everything that a file can change. */
const goods = async () => ({
  products: await select(
    `SELECT p.slug, p.name, p.description, p.features, c.name AS category, p.retail_price, p.discount, p.status_code
      FROM products p JOIN categories c ON c.id = p.category_id ORDER BY p.slug`,
  ),
  variations: await select<{ slug: string; size_code: string; retail_price: number | null; on_hand: number }>(
    `SELECT p.slug, v.size_code, v.sku, v.barcode, v.retail_price, v.discount, v.weight, v.on_hand
      FROM product_variations v JOIN products p ON p.id = v.product_id ORDER BY v.id`,
  ),
  pictures: await select('SELECT source FROM product_images ORDER BY id'),
  words: await select(
    'SELECT name FROM categories UNION ALL SELECT name FROM sizes UNION ALL SELECT name FROM colours ORDER BY name',
  ),
})

const STORED = ownFile([
  aRow('ama', {
    description: 'Narrow.',
    discount: '9.50',
    sku: 'AMA-10',
    barcode: '6034000001013',
    pictures: `${PICTURE}/1.jpg`,
  }),
  aRow('kofi', { sku: 'KOFI-10', barcode: '2000000000015' }),
])

/** What a row can have wrong. Each would change the product, its variation, its pictures and its category. */
const ERRORS: [what: string, row: OwnRow, words: RegExp][] = [
  ['a price', { retail_price: 'free' }, /not an amount/],
  ['a discount', { discount: '500' }, /The discount of 500\.00 is more/],
  ['a price of the variant', { variation_price: '5', variation_discount: '6' }, /must cost more than 0/],
  ['a quantity', { quantity: '-3' }, /quantity must be/],
  ['a weight', { weight: 'heavy' }, /weight must be/],
  ['a status', { status_code: 'SOLD' }, /status must be/],
  ['a name', { name: 'x'.repeat(161) }, /longer than 160/],
  ['a barcode', { barcode: '6.034E+12' }, /digits are lost/],
  ['a barcode of other goods', { barcode: '2000000000015' }, /already used by "The kofi"/],
  ['a SKU of other goods', { sku: 'KOFI-10' }, /already used by "The kofi"/],
  ['a colour code', { colour_code: 'blue' }, /not six hex digits/],
]
const changed = (row: OwnRow) =>
  aRow('ama', {
    name: 'Other name',
    description: 'Wide.',
    category: 'Shirts',
    retail_price: '70',
    discount: '1',
    features: 'New',
    sku: 'AMA-11',
    pictures: `${PICTURE}/2.jpg`,
    ...row,
  })

describe('a row with an error changes nothing:', () => {
  test.each(ERRORS)('%s, the only row', async (_, row, words) => {
    await shop.read(STORED)
    const before = await goods()
    for (const size of [{}, { size_code: 'UK 44', size_name: 'UK 44', colour_name: 'Ochre' }]) {
      expect(await shop.read(ownFile([changed({ ...size, ...row })]))).toEqual({
        summary: { created: 0, updated: 0, unchanged: 0, failed: 1 },
        errors: [{ line: 2, message: expect.stringMatching(words) as string }],
      })
      expect(await goods()).toEqual(before)
    }
  })

  test.each(ERRORS)('%s, where the product’s other rows go in', async (_, row, words) => {
    await shop.read(STORED)
    const before = await goods()
    const file = ownFile([
      changed(row),
      { slug: 'ama', size_code: 'UK12', size_name: 'UK 12', quantity: 4, pictures: `${PICTURE}/3.jpg` },
    ])
    const { summary, errors } = await shop.read(file)
    expect(errors).toEqual([{ line: 2, message: expect.stringMatching(words) as string }])
    expect(summary).toEqual({ created: 0, updated: 1, unchanged: 0, failed: 1 })
    const { products, variations, pictures } = await goods()
    expect(products).toEqual(before.products)
    expect(variations.slice(0, 2)).toEqual(before.variations)
    expect(variations.slice(2)).toMatchObject([{ slug: 'ama', size_code: 'UK12', retail_price: null, on_hand: 4 }])
    expect(pictures).toEqual([...before.pictures, { source: `${PICTURE}/3.jpg` }])
    expect((await shop.read(file)).summary).toEqual({ created: 0, updated: 0, unchanged: 1, failed: 1 })
  })

  test('control: without one all of it goes in', async () => {
    await shop.read(STORED)
    const { summary } = await shop.read(ownFile([changed({})]))
    expect(summary).toEqual({ created: 0, updated: 1, unchanged: 0, failed: 0 })
    expect((await goods()).products[0]).toMatchObject({ name: 'Other name', category: 'Shirts', retail_price: 70 })
  })
})

test('a skipped first row keeps the price of its product, and the others cost to the pesewa what the file says', async () => {
  const shopify = (price: string, barcode: string) =>
    [
      'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Barcode',
      `tee,Tee,Size,S,T-S,${price},${barcode}`,
      `tee,,,M,T-M,${price},`,
      `tee,,,L,T-L,${price},`,
    ].join('\n')
  await shop.read(shopify('100', ''))
  const { errors } = await shop.read(shopify('120.05', '#N/A'))
  expect(errors.map(({ line }) => line)).toEqual([2])
  expect(
    await select(
      `SELECT v.sku, COALESCE(v.retail_price, p.retail_price) AS costs
        FROM product_variations v JOIN products p ON p.id = v.product_id ORDER BY v.id`,
    ),
  ).toEqual([
    { sku: 'T-S', costs: 100 },
    { sku: 'T-M', costs: 120.05 },
    { sku: 'T-L', costs: 120.05 },
  ])
})

test('a new product comes in with its good rows, under the name that its first row gives it', async () => {
  const file = ownFile([
    aRow('ama', { barcode: '#N/A', pictures: `${PICTURE}/1.jpg` }),
    { slug: 'ama', size_code: 'UK12', size_name: 'UK 12', sku: 'KOFI', pictures: `${PICTURE}/2.jpg` },
    { slug: 'ama', size_code: 'UK14', size_name: 'UK 14', quantity: 'many', pictures: `${PICTURE}/3.jpg` },
  ])
  expect((await shop.read(file)).summary).toEqual({ created: 1, updated: 0, unchanged: 0, failed: 1 })
  const { products, variations, pictures } = await goods()
  expect(products).toMatchObject([{ name: 'The ama', retail_price: 99.5 }])
  expect(variations).toMatchObject([{ size_code: 'UK12' }])
  expect(pictures).toEqual([1, 2].map(n => ({ source: `${PICTURE}/${n}.jpg` })))
})
