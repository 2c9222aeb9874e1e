import { rowByRow, type Cell, type Format, type Row } from '#api/import-formats/row.ts'
import { slugOf } from '#api/import-formats/slug.ts'

/** This shop's own file: one row a variation, the product's own columns on its first row. */
export const ownFormat: Format = {
  code: 'own',
  name: "this shop's own",
  needs: ['slug', 'name', 'retail_price'],
  reads: column => PRODUCT_COLUMNS.includes(column) || VARIATION_COLUMNS.includes(column),
  open: () => rowByRow(read),
}

const PRODUCT_COLUMNS = [
  'slug',
  'name',
  'description',
  'category',
  'features',
  'status_code',
  'created_at',
  'retail_price',
  'discount',
  'pictures',
]
const VARIATION_COLUMNS = ['sku', 'barcode', 'size_code', 'size_name', 'colour_code', 'colour_name', 'quantity']

function read(cell: Cell): Omit<Row, 'line'> {
  return {
    slug: slugOf(cell('slug') || cell('name')),
    name: cell('name'),
    description: cell('description'),
    category: cell('category'),
    above: [],
    features: entries(cell('features')),
    status_code: cell('status_code').toUpperCase(),
    created_at: cell('created_at'),
    regular: cell('retail_price'),
    sale: '',
    discount: cell('discount'),
    isVariation:
      cell('pictures') === '' || cell('name') !== '' || VARIATION_COLUMNS.some(column => cell(column) !== ''),
    options: [
      { name: 'Size', value: cell('size_name') || cell('size_code'), code: cell('size_code') },
      { name: 'Colour', value: cell('colour_name') || cell('colour_code'), code: cell('colour_code') },
    ],
    sku: cell('sku'),
    barcode: cell('barcode'),
    quantity: cell('quantity'),
    pictures: entries(cell('pictures')).map(source => ({ source, alt: '' })),
  }
}

/** A cell of several entries, separated by `|`; a `|` inside an entry is written `\|`. */
const entries = (text: string) =>
  text
    .split(/(?<!\\)\|/)
    .map(entry => entry.replaceAll('\\|', '|').trim())
    .filter(entry => entry !== '')
