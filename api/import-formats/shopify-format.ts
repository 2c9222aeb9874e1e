import { plainText } from '#api/import-formats/plain-text.ts'
import { optionOf, rowByRow, type Cell, type Format, type Has, type Row } from '#api/import-formats/row.ts'
import { slugOf } from '#api/import-formats/slug.ts'

/** Shopify's product export: one row per variant, then one per extra picture. */
export const shopifyFormat: Format = {
  code: 'shopify',
  name: "Shopify's",
  needs: ['handle', 'title', 'variant price'],
  reads: column =>
    PRODUCT_COLUMNS.includes(column) || VARIATION_COLUMNS.includes(column) || SILENT_COLUMNS.includes(column),
  open: has => rowByRow(cell => read(cell, has)),
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

function read(cell: Cell, has: Has): Omit<Row, 'line'> {
  const { category, isGuessed } = categoryOf(cell, has)
  const { status_code, isKnown } = statusOf(cell, has)
  return {
    slug: slugOf(cell('handle') || cell('title')),
    name: cell('title'),
    description: plainText(cell('body (html)')),
    category,
    above: [],
    features: cell(FEATURES_COLUMN.toLowerCase())
      .split('\n')
      .map(feature => feature.trim())
      .filter(Boolean),
    status_code,
    inPart: [...(isGuessed ? (['category'] as const) : []), ...(isKnown ? [] : (['status_code'] as const))],
    created_at: '',
    regular: has('variant compare at price') ? cell('variant compare at price') : null,
    sale: cell('variant price'),
    discount: '',
    isProductPrice: false,
    own_price: '',
    own_discount: '',
    weight: cell(WEIGHT_COLUMN),
    isVariation: VARIATION_COLUMNS.some(column => cell(column) !== ''),
    options: [1, 2, 3].map(n => optionOf(cell, has, { name: `option${n} name`, value: `option${n} value` })),
    sku: asText(cell('variant sku')),
    barcode: asText(cell('variant barcode')),
    // Shopify shows oversold stock below zero; stock here starts at none.
    quantity: cell('variant inventory qty').replace(/^-\d+$/, '0'),
    pictures: cell('image src') ? [{ source: cell('image src'), alt: cell('image alt text') }] : [],
    picture: cell('variant image'),
  }
}

/** Where a product's category stands, from the best on. */
const CATEGORY_COLUMNS = ['type', 'product category', 'google shopping / google product category', 'tags']

/**
 * The category of a product: a guess if the file lacks a better column than the one it stands in. Only a product's
 * first row has a title, so only there does a missing category mean the default.
 */
function categoryOf(cell: Cell, has: Has): { category: string; isGuessed: boolean } {
  const column = cell('title') && CATEGORY_COLUMNS.find(each => cell(each) !== '')
  if (!column) return { category: '', isGuessed: false }
  const text = cell(column)
  return {
    category: column === 'type' ? text : column === 'tags' ? text.split(',')[0]!.trim() : lastPart(text),
    isGuessed: !CATEGORY_COLUMNS.slice(0, CATEGORY_COLUMNS.indexOf(column)).every(has),
  }
}

const lastPart = (path: string) => path.split('>').at(-1)!.trim()

/** Either column can take a product off sale; only both together put it there. */
function statusOf(cell: Cell, has: Has): { status_code: string; isKnown: boolean } {
  const [published, status] = [cell('published').toLowerCase(), cell('status').toLowerCase()]
  if (!published && !status) return { status_code: '', isKnown: true }
  const isLive = (published === '' || published === 'true') && (status === '' || status === 'active')
  return { status_code: isLive ? 'LIVE' : 'INACTIVE', isKnown: !isLive || (has('published') && has('status')) }
}

/** Shopify prefixes digits with an apostrophe, so that spreadsheets keep the zeros. */
const asText = (text: string) => text.replace(/^'(?=\d+$)/, '')
