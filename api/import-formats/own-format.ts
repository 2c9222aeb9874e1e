import { rowByRow, type Cell, type Format, type Has, type Row } from '#api/import-formats/row.ts'
import { slugOf } from '#api/import-formats/slug.ts'

/** This shop's own file: one row a variation, the product's own columns on its first row. */
export const ownFormat: Format = {
  code: 'own',
  name: "this shop's own",
  needs: ['slug', 'name', 'retail_price'],
  reads: column => OWN_COLUMNS.includes(column),
  open: has => rowByRow(cell => read(cell, has)),
}

const VARIATION_COLUMNS = [
  'sku',
  'barcode',
  'size_code',
  'size_name',
  'colour_code',
  'colour_name',
  'quantity',
  'variation_price',
  'variation_discount',
  'weight',
]
/** In the order of an export. */
export const OWN_COLUMNS: readonly string[] = [
  'slug',
  'name',
  'description',
  'category',
  'retail_price',
  'discount',
  'status_code',
  'features',
  'created_at',
  ...VARIATION_COLUMNS,
  'pictures',
  'picture_colours',
]

function read(cell: Cell, has: Has): Omit<Row, 'line'> {
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
    discount: has('discount') ? cell('discount') : null,
    isProductPrice: true,
    own_price: cell('variation_price'),
    own_discount: cell('variation_discount'),
    weight: cell('weight'),
    isVariation:
      cell('pictures') === '' || cell('name') !== '' || VARIATION_COLUMNS.some(column => cell(column) !== ''),
    options: ['Size', 'Colour'].map(name => {
      const [named, code] = [`${name.toLowerCase()}_name`, `${name.toLowerCase()}_code`]
      const isTold = has(named) || has(code)
      return { name, value: cell(named) || cell(code), code: cell(code), ...(!isTold && { lacks: 'value' }) }
    }),
    sku: cell('sku'),
    barcode: cell('barcode'),
    quantity: cell('quantity'),
    pictures: picturesOf(cell),
  }
}

/** What stands in `picture_colours` for a picture of all colours. */
export const ALL_COLOURS = 'all'

/** The nth colour code is the nth picture's. */
function picturesOf(cell: Cell): Row['pictures'] {
  const codes = cell('picture_colours')
    .split('|')
    .map(code => code.trim())
  return entries(cell('pictures')).map((source, i) => ({
    source,
    alt: '',
    ...(codes[i] && { colour_code: codes[i].toLowerCase() === ALL_COLOURS ? null : codes[i] }),
  }))
}

/** A cell of several entries, separated by `|`; a `|` inside an entry is written `\|`. */
const entries = (text: string) =>
  text
    .split(/(?<!\\)\|/)
    .map(entry => entry.replaceAll('\\|', '|').trim())
    .filter(entry => entry !== '')
