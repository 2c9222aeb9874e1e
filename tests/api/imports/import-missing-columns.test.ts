import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { select } from '#api/db/database.ts'
import { fileShop } from '#tests/support/import-files/file-shop.ts'

const shop = fileShop()

/** A file: its rows, by column. */
type Table = readonly Readonly<Record<string, string>>[]
const columnsOf = (rows: Table) => [...new Set(rows.flatMap(row => Object.keys(row)))]
const written = (rows: Table) => {
  const columns = columnsOf(rows)
  return [columns, ...rows.map(row => columns.map(column => row[column] ?? ''))]
    .map(cells => cells.map(cell => `"${cell.replaceAll('"', '""')}"`).join(','))
    .join('\r\n')
}
const without = (rows: Table, ...columns: string[]): Table =>
  rows.map(row => Object.fromEntries(Object.entries(row).filter(([column]) => !columns.includes(column))))
const read = (rows: Table) => shop.read(written(rows))

/** Everything that a file can say of goods. */
const goods = async () => ({
  products: await select(
    `SELECT p.slug, p.name, p.description, p.features, c.name AS category, p.retail_price, p.discount, p.status_code
      FROM products p JOIN categories c ON c.id = p.category_id ORDER BY p.slug`,
  ),
  variations: await select(
    `SELECT p.slug, v.sku, v.barcode, v.size_code, v.colour_code, v.retail_price, v.discount, v.weight, v.on_hand
      FROM product_variations v JOIN products p ON p.id = v.product_id ORDER BY v.id`,
  ),
  pictures: await select('SELECT source, colour_code, alt FROM product_images ORDER BY id'),
})

const OWN: Table = [
  {
    slug: 'slim',
    name: 'Slim jeans',
    description: 'Narrow.',
    category: 'Jeans',
    retail_price: '100.00',
    discount: '10.00',
    status_code: 'INACTIVE',
    features: 'Cotton|Zip',
    created_at: '2026-01-02',
    sku: 'S-1',
    barcode: '6034000001013',
    size_code: 'UK8',
    size_name: 'UK 8',
    colour_code: '1B1D23',
    colour_name: 'Black',
    quantity: '3',
    variation_price: '120.00',
    variation_discount: '5.00',
    weight: '400',
    pictures: 'https://img.example/a.jpg|https://img.example/b.jpg',
    picture_colours: '1B1D23|all',
  },
  {
    slug: 'slim',
    sku: 'S-2',
    barcode: '6034000001020',
    size_code: 'UK8',
    size_name: 'UK 8',
    colour_code: '23407F',
    colour_name: 'Blue',
    quantity: '2',
    weight: '410',
  },
]

const SHOPIFY: Table = [
  {
    Handle: 'polo',
    Title: 'Polo',
    'Body (HTML)': '<p>Soft.</p>',
    Type: 'Tops',
    'Product Category': 'Apparel > Shirts',
    Tags: 'summer',
    Published: 'true',
    Status: 'draft',
    'Option1 Name': 'Size',
    'Option1 Value': 'Small',
    'Option2 Name': 'Colour',
    'Option2 Value': 'Blue',
    'Variant SKU': 'P-1',
    'Variant Grams': '200',
    'Variant Inventory Qty': '3',
    'Variant Price': '90.00',
    'Variant Compare At Price': '100.00',
    'Variant Barcode': '6034000001037',
    'Image Src': 'https://img.example/p.jpg',
    'Image Alt Text': 'A polo',
    'Variant Image': 'https://img.example/p.jpg',
    'Features (product.metafields.custom.features)': 'Cotton',
  },
  {
    Handle: 'polo',
    'Option1 Value': 'Small',
    'Option2 Value': 'Black',
    'Variant SKU': 'P-2',
    'Variant Grams': '210',
    'Variant Inventory Qty': '2',
    'Variant Price': '95.00',
    'Variant Compare At Price': '110.00',
    'Variant Barcode': '6034000001044',
    'Variant Image': 'https://img.example/q.jpg',
  },
  {
    Handle: 'cap',
    Title: 'Cap',
    'Product Category': 'Apparel > Hats',
    Tags: 'winter',
    Published: 'false',
    Status: 'active',
    'Option1 Name': 'Title',
    'Option1 Value': 'Default Title',
    'Variant SKU': 'C-1',
    'Variant Inventory Qty': '1',
    'Variant Price': '20.00',
  },
]

const WOO: Table = [
  {
    ID: '44',
    Type: 'variable',
    SKU: 'JK',
    Name: 'Jacket',
    Published: '0',
    'Short description': 'Warm.',
    Description: '<p>Lined.</p>',
    'In stock?': '1',
    Categories: 'Clothing > Coats',
    Images: 'https://img.example/a.jpg',
    'Attribute 1 name': 'Colour',
    'Attribute 1 value(s)': 'Black, Blue',
    'Attribute 2 name': 'Size',
    'Attribute 2 value(s)': 'S, M',
    'Meta: slug': 'the-jacket',
  },
  {
    ID: '45',
    Type: 'variation',
    SKU: 'JK-1',
    'GTIN, UPC, EAN, or ISBN': '6034000002010',
    Name: 'Jacket - Black',
    Published: '1',
    'In stock?': '1',
    Stock: '3',
    'Weight (kg)': '0.9',
    'Sale price': '200',
    'Regular price': '250',
    Images: 'https://img.example/b.jpg',
    Parent: 'JK',
    'Attribute 1 name': 'Colour',
    'Attribute 1 value(s)': 'Black',
    'Attribute 2 name': 'Size',
    'Attribute 2 value(s)': 'S',
  },
  {
    ID: '46',
    Type: 'variation',
    SKU: 'JK-2',
    'GTIN, UPC, EAN, or ISBN': '6034000002027',
    Name: 'Jacket - Blue',
    Published: '1',
    'Date sale price starts': '2020-01-01',
    'Date sale price ends': '2020-02-01',
    'In stock?': '1',
    Stock: '2',
    'Sale price': '100',
    'Regular price': '240',
    Parent: 'id:44',
    'Attribute 1 name': 'Colour',
    'Attribute 1 value(s)': 'Blue',
    'Attribute 2 name': 'Size',
    'Attribute 2 value(s)': 'S',
  },
  {
    ID: '50',
    Type: 'simple',
    SKU: 'CAP',
    'GTIN, UPC, EAN, or ISBN': '6034000002034',
    Name: 'Cap',
    Published: '1',
    Description: 'A cap.',
    'In stock?': '1',
    Stock: '4',
    'Sale price': '15',
    'Regular price': '20',
    Categories: 'Clothing',
    'Attribute 1 name': 'Size',
    'Attribute 1 value(s)': 'One size',
  },
  {
    ID: '51',
    Type: 'simple',
    SKU: 'CAP-2',
    'GTIN, UPC, EAN, or ISBN': '6034000002041',
    Name: 'Cap',
    Published: '1',
    'Short description': 'Another cap.',
    'In stock?': '1',
    Stock: '4',
    'Regular price': '25',
    Categories: 'Clothing',
    'Attribute 1 name': 'Size',
    'Attribute 1 value(s)': 'L',
  },
]

describe.each([
  ["the shop's own file", OWN, ['slug', 'name', 'retail_price']],
  ["Shopify's file", SHOPIFY, ['Handle', 'Title', 'Variant Price']],
  ["WooCommerce's file", WOO, ['Type', 'Name', 'Regular price']],
] as const)('%s', (_, file: Table, needed: readonly string[]) => {
  // Before: without its column, the discount of every product was wiped, and goods at 90 sold at 100.
  test('changes nothing by the lack of any one of its columns, or is refused', async () => {
    expect((await read(file)).errors).toEqual([])
    const before = await goods()
    expect(before.products.length).toBeGreaterThan(0)
    for (const column of columnsOf(file)) {
      const { status } = await shop.send(written(without(file, column)))
      expect([column, status]).toEqual([column, needed.includes(column) ? 422 : 200])
      expect([column, await goods()]).toEqual([column, before])
    }
  })
})

const withCells = (rows: Table, column: string, cells: readonly string[]): Table =>
  rows.map((row, nth) => ({ ...row, [column]: cells[nth]! }))
const prices = () =>
  select(
    `SELECT v.sku, COALESCE(v.retail_price, p.retail_price) AS price, COALESCE(v.discount, p.discount) AS discount
      FROM product_variations v JOIN products p ON p.id = v.product_id ORDER BY v.sku`,
  )

test('keeps the discount of goods whose price a file without a discount changes', async () => {
  await read(OWN)
  await read(without(withCells(OWN, 'retail_price', ['130.00', '']), 'discount'))
  expect(await prices()).toEqual([
    { sku: 'S-1', price: 120, discount: 5 },
    { sku: 'S-2', price: 130, discount: 10 },
  ])
  const { errors } = await read(without(withCells(OWN, 'retail_price', ['8.00', '']), 'discount'))
  expect(errors).toEqual([{ line: 2, message: 'The discount of 10.00 is more than the price of 8.00.' }])
  expect(await prices()).toMatchObject([{ sku: 'S-1' }, { sku: 'S-2', price: 130, discount: 10 }])
})

test('keeps what goods cost before a sale when a file says only what customers pay', async () => {
  await read(SHOPIFY)
  await read(without(withCells(SHOPIFY, 'Variant Price', ['80.00', '95.00', '25.00']), 'Variant Compare At Price'))
  expect(await prices()).toEqual([
    { sku: 'C-1', price: 25, discount: 0 },
    { sku: 'P-1', price: 100, discount: 20 },
    { sku: 'P-2', price: 110, discount: 15 },
  ])
})

test('takes both files of a shop that left its column of discounts out', async () => {
  for (const name of ['own-first-with-discount', 'own-then-without-discount-column'])
    expect((await shop.send(await readFile(`tests/support/import-files/${name}.csv`, 'utf8'))).status).toBe(200)
  expect(await prices()).toEqual([{ sku: 'KEEP-1', price: 100, discount: 10 }])
})

test('knows a variant by its SKU where the file has no column for its size or colour, and names one it cannot know', async () => {
  await read(OWN)
  const table = without(OWN, 'colour_code', 'colour_name', 'sku')
  expect((await read(table)).errors).toEqual([
    { line: 2, message: 'The file has no column for the colour of this variant.' },
    { line: 3, message: 'The file has no column for the colour of this variant.' },
  ])
  const known = withCells(without(OWN, 'colour_code', 'colour_name'), 'weight', ['400', '500'])
  expect((await read(known)).errors).toEqual([])
  expect(await select('SELECT sku, weight FROM product_variations ORDER BY sku')).toEqual([
    { sku: 'S-1', weight: 400 },
    { sku: 'S-2', weight: 500 },
  ])
})

test('adds a size by a file without colours to a product that has none', async () => {
  const tee = { slug: 'tee', name: 'Tee', retail_price: '30.00', sku: 'T-1', size_code: 'UK8' }
  await read([tee])
  expect((await read([tee, { slug: 'tee', sku: 'T-2', size_code: 'UK10' }])).errors).toEqual([])
  expect(await select('SELECT sku, size_code FROM product_variations ORDER BY sku')).toEqual([
    { sku: 'T-1', size_code: 'UK8' },
    { sku: 'T-2', size_code: 'UK10' },
  ])
})
