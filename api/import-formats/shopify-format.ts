import { plainText } from '#api/import-formats/plain-text.ts'
import { rowByRow, type Cell, type Format, type Row } from '#api/import-formats/row.ts'
import { slugOf } from '#api/import-formats/slug.ts'

/** Shopify's product export: one row per variant, then one per extra picture. */
export const shopifyFormat: Format = {
  code: 'shopify',
  name: "Shopify's",
  needs: ['handle', 'title', 'variant price'],
  reads: column =>
    PRODUCT_COLUMNS.includes(column) || VARIATION_COLUMNS.includes(column) || SILENT_COLUMNS.includes(column),
  open: () => rowByRow(read),
}

/** Holds a list in Shopify: a metafield. */
export const FEATURES_COLUMN = 'Features (product.metafields.custom.features)'

const PRODUCT_COLUMNS = [
  'handle',
  'title',
  'body (html)',
  'type',
  'product category',
  'google shopping / google product category',
  'tags',
  'published',
  'status',
  'option1 name',
  'option2 name',
  'option3 name',
  'variant compare at price',
  'image src',
  'image alt text',
  FEATURES_COLUMN.toLowerCase(),
]
const VARIATION_COLUMNS = [
  'option1 value',
  'option2 value',
  'option3 value',
  'variant price',
  'variant sku',
  'variant barcode',
  'variant inventory qty',
]
/** Read, but without another value no sign of a variant: the rows of further pictures may have it. */
const WEIGHT_COLUMN = 'variant grams'
const SILENT_COLUMNS = [WEIGHT_COLUMN, 'variant image']

function read(cell: Cell): Omit<Row, 'line'> {
  return {
    slug: slugOf(cell('handle') || cell('title')),
    name: cell('title'),
    description: plainText(cell('body (html)')),
    category: categoryOf(cell),
    above: [],
    features: cell(FEATURES_COLUMN.toLowerCase())
      .split('\n')
      .map(feature => feature.trim())
      .filter(Boolean),
    status_code: statusOf(cell('published').toLowerCase(), cell('status').toLowerCase()),
    created_at: '',
    regular: cell('variant compare at price'),
    sale: cell('variant price'),
    discount: '',
    isProductPrice: false,
    own_price: '',
    own_discount: '',
    weight: cell(WEIGHT_COLUMN),
    isVariation: VARIATION_COLUMNS.some(column => cell(column) !== ''),
    options: [1, 2, 3].map(n => ({ name: cell(`option${n} name`), value: cell(`option${n} value`), code: '' })),
    sku: asText(cell('variant sku')),
    barcode: asText(cell('variant barcode')),
    // Shopify shows oversold stock below zero; stock here starts at none.
    quantity: cell('variant inventory qty').replace(/^-\d+$/, '0'),
    pictures: cell('image src') ? [{ source: cell('image src'), alt: cell('image alt text') }] : [],
    picture: cell('variant image'),
  }
}

/** Only a product's first row has a title, so only there does a missing category mean the default. */
function categoryOf(cell: Cell): string {
  if (!cell('title')) return ''
  return (
    cell('type') ||
    lastPart(cell('product category') || cell('google shopping / google product category')) ||
    cell('tags').split(',')[0]!.trim()
  )
}

const lastPart = (path: string) => path.split('>').at(-1)!.trim()

function statusOf(published: string, status: string): string {
  if (!published && !status) return ''
  return (published === '' || published === 'true') && (status === '' || status === 'active') ? 'LIVE' : 'INACTIVE'
}

/** Shopify prefixes digits with an apostrophe, so that spreadsheets keep the zeros. */
const asText = (text: string) => text.replace(/^'(?=\d+$)/, '')
