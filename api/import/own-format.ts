import type { Format } from '#api/import/row.ts'
import { slugOf } from '#api/import/slug.ts'

/** Between the entries of a cell that holds several. */
export const BETWEEN = ' | '

/** This shop's own file: one row a variation, the product's own columns on its first row. */
export const ownFormat: Format = {
  name: "this shop's own",
  needs: ['slug', 'name', 'retail_price'],
  read: cell => ({
    slug: slugOf(cell('slug') || cell('name')),
    name: cell('name'),
    description: cell('description'),
    category: cell('category'),
    features: entries(cell('features')),
    status_code: cell('status_code').toUpperCase(),
    created_at: cell('created_at'),
    regular: cell('retail_price'),
    sale: '',
    discount: cell('discount'),
    isVariation: cell('pictures') === '' || cell('name') !== '' || VARIATION_COLUMNS.some(column => cell(column) !== ''),
    options: [
      { name: 'Size', value: cell('size_name') || cell('size_code'), code: cell('size_code') },
      { name: 'Colour', value: cell('colour_name') || cell('colour_code'), code: cell('colour_code') },
    ],
    sku: cell('sku'),
    barcode: cell('barcode'),
    quantity: cell('quantity'),
    pictures: entries(cell('pictures')).map(source => ({ source, alt: '' })),
  }),
}

const VARIATION_COLUMNS = ['sku', 'barcode', 'size_code', 'size_name', 'colour_code', 'colour_name', 'quantity']

const entries = (text: string) => text.split(BETWEEN.trim()).map(entry => entry.trim()).filter(entry => entry !== '')
