import { lineageOf } from '#api/catalogue-index/listing-names.ts'
import { chosen, isPlain, pictureFor, pricesOf } from '#api/export/choices.ts'
import { htmlList, htmlWords } from '#api/import-formats/html-words.ts'
import type { Exported } from '#api/export/read-products.ts'
import type { CsvCell, Table } from '#api/lists/csv.ts'
import { BARCODE_COLUMN, SLUG_COLUMN, unbroken } from '#api/import-formats/woo-format.ts'

const COLUMNS = [
  'ID',
  'Type',
  'SKU',
  BARCODE_COLUMN,
  'Name',
  'Published',
  'Is featured?',
  'Visibility in catalog',
  'Short description',
  'Description',
  'Tax status',
  'In stock?',
  'Stock',
  'Backorders allowed?',
  'Sold individually?',
  'Weight (kg)',
  'Allow customer reviews?',
  'Sale price',
  'Regular price',
  'Categories',
  'Images',
  'Parent',
  'Position',
  'Attribute 1 name',
  'Attribute 1 value(s)',
  'Attribute 1 visible',
  'Attribute 1 global',
  'Attribute 2 name',
  'Attribute 2 value(s)',
  'Attribute 2 visible',
  'Attribute 2 global',
  SLUG_COLUMN,
] as const
type Cells = Partial<Record<(typeof COLUMNS)[number], CsvCell>>

/** Variations' ids start above all products' ids, because WooCommerce counts both as products. */
const BEHIND_ALL_PRODUCTS = 1_000_000_000

/** Products in WooCommerce's export format: a variable product, then its variations, which name it. */
export const wooTable = (products: AsyncIterable<Exported>): Table => ({ columns: COLUMNS, rows: rowsOf(products) })

async function* rowsOf(products: AsyncIterable<Exported>): AsyncGenerator<CsvCell[]> {
  for await (const product of products) {
    yield inOrder({
      ...ownCells(product),
      ...(isPlain(product)
        ? { Type: 'simple', ...goodsCells(product, 0) }
        : { Type: 'variable', ...attributesOf(product) }),
    })
    if (!isPlain(product)) for (const i of product.variations.keys()) yield inOrder(variationCells(product, i))
  }
}

const inOrder = (cells: Cells) => COLUMNS.map(column => cells[column])

function ownCells({
  id,
  slug,
  name,
  status_code,
  features,
  description,
  category_id,
  names,
  pictures,
}: Exported): Cells {
  const path = lineageOf(category_id, names)
    .toReversed()
    .map(each => names.categories.get(each)!.name.replaceAll(',', '\\,'))
  return {
    ID: id,
    Name: name,
    Published: status_code === 'LIVE' ? 1 : 0,
    'Is featured?': 0,
    'Visibility in catalog': 'visible',
    'Short description': unbroken(htmlList(features)),
    Description: unbroken(htmlWords(description)),
    'Tax status': 'taxable',
    'Sold individually?': 0,
    'Allow customer reviews?': 0,
    Categories: path.join(' > '),
    Images: pictures.map(({ address }) => address).join(', '),
    Position: 0,
    [SLUG_COLUMN]: slug,
  }
}

function goodsCells(product: Exported, i: number): Cells {
  const variation = product.variations[i]!
  const { sku, barcode, quantity_in_stock, weight } = variation
  const { pays, before } = pricesOf(product, variation)
  return {
    SKU: sku,
    [BARCODE_COLUMN]: barcode,
    'In stock?': quantity_in_stock > 0 ? 1 : 0,
    Stock: Math.max(0, quantity_in_stock),
    'Backorders allowed?': 0,
    'Weight (kg)': weight === null ? '' : weight / 1000,
    'Sale price': before ? pays : '',
    'Regular price': before || pays,
  }
}

function variationCells(product: Exported, i: number): Cells {
  const { size, colour } = chosen(product.variations[i]!, product)
  return {
    ID: BEHIND_ALL_PRODUCTS + product.variations[i]!.id,
    Type: 'variation',
    Name: [product.name, [size, colour].filter(Boolean).join(', ')].join(' - '),
    Published: 1,
    'Visibility in catalog': 'visible',
    'Tax status': 'taxable',
    Parent: `id:${product.id}`,
    Images: pictureFor(product, product.variations[i]!),
    Position: i + 1,
    ...goodsCells(product, i),
    'Attribute 1 name': 'Size',
    'Attribute 1 value(s)': listed([size]),
    'Attribute 1 global': 1,
    ...(colour && { 'Attribute 2 name': 'Colour', 'Attribute 2 value(s)': listed([colour]), 'Attribute 2 global': 1 }),
  }
}

function attributesOf(product: Exported): Cells {
  const all = product.variations.map(variation => chosen(variation, product))
  const colours = all.map(({ colour }) => colour).filter(Boolean)
  return {
    'Attribute 1 name': 'Size',
    'Attribute 1 value(s)': listed(all.map(({ size }) => size)),
    'Attribute 1 visible': 1,
    'Attribute 1 global': 1,
    ...(colours.length > 0 && {
      'Attribute 2 name': 'Colour',
      'Attribute 2 value(s)': listed(colours),
      'Attribute 2 visible': 1,
      'Attribute 2 global': 1,
    }),
  }
}

const listed = (values: readonly string[]) => [...new Set(values)].map(value => value.replaceAll(',', '\\,')).join(', ')
