import { plainText } from '#api/import-formats/plain-text.ts'
import {
  optionOf,
  type Cell,
  type Format,
  type Has,
  type Mistake,
  type Option,
  type Row,
  type RowReader,
} from '#api/import-formats/row.ts'
import { slugOf } from '#api/import-formats/slug.ts'

/**
 * WooCommerce's product export: a variable product in one row, its variations in rows that name it, not always next to
 * it.
 */
export const wooFormat: Format = {
  code: 'woocommerce',
  name: "WooCommerce's",
  needs: ['type', 'name', 'regular price'],
  reads: column => COLUMNS.includes(column) || /^attribute \d+ (name|value\(s\))$/.test(column),
  open: openWoo,
}

/** WooCommerce has no column for a product's slug, but accepts any `Meta:`. */
export const SLUG_COLUMN = 'Meta: slug'
export const BARCODE_COLUMN = 'GTIN, UPC, EAN, or ISBN'

const COLUMNS = [
  'id',
  'type',
  'sku',
  BARCODE_COLUMN.toLowerCase(),
  'name',
  'published',
  'short description',
  'description',
  'date sale price starts',
  'date sale price ends',
  'in stock?',
  'stock',
  'sale price',
  'regular price',
  'categories',
  'images',
  'parent',
  'weight (kg)',
  'weight (g)',
  SLUG_COLUMN.toLowerCase(),
]
const KINDS: Readonly<Record<string, string>> = {
  grouped: 'a grouped product, which has no price of its own',
  external: 'an external product, which another shop sells',
}
const MOST_ATTRIBUTES = 6

/** A variable product whose row was read. */
interface Parent {
  row: Row
  isTold: boolean
}

function openWoo(has: Has): RowReader {
  const parents = new Map<string, Parent>()
  const ids = new Map<string, string>()

  /** Two products with one name stay two products here; null if nothing tells them apart. */
  function slugFor(cell: Cell): string | null {
    const slug = cell(SLUG_COLUMN.toLowerCase()) ? slugOf(cell(SLUG_COLUMN.toLowerCase())) : slugOf(cell('name'))
    if (slug === '') return slug
    if (ids.has(slug) && !has('id')) return null
    const id = ids.get(slug) ?? cell('id')
    ids.set(slug, id)
    return id === cell('id') ? slug : `${slug}-${cell('id')}`
  }

  function readVariation(cell: Cell, line: number): (Row | Mistake)[] {
    const parent = parents.get(cell('parent').toLowerCase())
    if (!parent)
      return [
        {
          line,
          slug: null,
          message: `No row above has the product of this variant: "${cell('parent').slice(0, 60)}".`,
        },
      ]
    const row = {
      ...parent.row,
      ...SILENT,
      ...pricesOf(cell, has),
      line,
      isVariation: true,
      ...variationOf(cell),
      options: optionsOf(cell, has),
      pictures: picturesOf(cell),
      picture: picturesOf(cell)[0]?.source ?? '',
    }
    const told = parent.isTold ? [] : [parent.row]
    // Its texts are passed on: for a long file, keep only what names its products.
    parent.row = { ...parent.row, ...SILENT, pictures: [] }
    parent.isTold = true
    return [...told, row]
  }

  return {
    read(cell, line) {
      const type = cell('type').toLowerCase().split(',')[0]!.trim()
      if (type === 'variation') return readVariation(cell, line)
      if (type !== 'simple' && type !== 'variable')
        return [
          {
            line,
            slug: null,
            message: `Left out: "${cell('name').slice(0, 60)}" is ${KINDS[type] ?? `of the type "${type.slice(0, 30)}"`}.`,
            leftOut: { type: type.slice(0, 30), name: cell('name') },
          },
        ]
      const slug = slugFor(cell)
      if (slug === null)
        return [
          {
            line,
            slug,
            message: `A row above has the same name, and there is no column "ID": "${cell('name').slice(0, 60)}".`,
          },
        ]
      const row = productOf(cell, has, { line, slug })
      if (type === 'simple')
        return [
          {
            ...row,
            ...pricesOf(cell, has),
            ...variationOf(cell),
            isVariation: true,
            options: optionsOf(cell, has).filter(({ value }) => !value.includes(',')),
          },
        ]
      const parent: Parent = { row, isTold: false }
      for (const name of [cell('id') && `id:${cell('id')}`, cell('sku')])
        if (name) parents.set(name.toLowerCase(), parent)
      return []
    },
    end: () => [...new Set(parents.values())].flatMap(({ row, isTold }) => (isTold ? [] : [row])),
  }
}

function productOf(cell: Cell, has: Has, at: { line: number; slug: string }): Row {
  const short = plainText(broken(cell('short description'))).split('\n')
  const words = short
    .filter(line => !line.startsWith(ENTRY))
    .join('\n')
    .trim()
  const { above, category } = categoryOf(cell('categories'))
  return {
    ...at,
    ...SILENT,
    category,
    above,
    name: cell('name'),
    description: [words, plainText(broken(cell('description')))].filter(Boolean).join('\n\n'),
    features: short.filter(line => line.startsWith(ENTRY)).map(line => line.slice(ENTRY.length).trim()),
    status_code: cell('published') === '' ? '' : cell('published') === '1' ? 'LIVE' : 'INACTIVE',
    ...(has('short description') !== has('description') && { inPart: ['description'] }),
    isVariation: false,
    options: optionsOf(cell, has),
    sku: '',
    barcode: '',
    quantity: '',
    pictures: picturesOf(cell),
  }
}

const ENTRY = '• '
const SILENT = {
  name: '',
  description: '',
  category: '',
  above: [],
  features: [],
  status_code: '',
  created_at: '',
  regular: '',
  sale: '',
  discount: '',
  isProductPrice: false,
  own_price: '',
  own_discount: '',
  weight: '',
}

/**
 * WooCommerce writes a line break as `
 * ` in two characters, and a literal `
 * ` with one more backslash.
 */
const broken = (html: string) => html.replace(/\\(\\*)n/g, (_, more: string) => (more === '' ? '\n' : `${more}n`))

/** The inverse of `broken`. */
export const unbroken = (html: string) => html.replace(/\\+n/g, '\\$&')

const variationOf = (cell: Cell) => ({
  sku: cell('sku'),
  barcode: cell(BARCODE_COLUMN.toLowerCase()),
  weight: gramsOf(cell),
  ...stockOf(cell),
})

/** WooCommerce need not count stock: then it says only whether there is any, or that the product counts it. */
function stockOf(cell: Cell): Pick<Row, 'quantity' | 'isUncounted'> {
  const stock = cell('stock').toLowerCase()
  if (stock === '' || stock === 'parent') return { quantity: '', isUncounted: cell('in stock?') === '1' }
  // Back-orders stand below zero; stock here starts at none.
  return { quantity: stock.replace(/^-\d+(\.\d+)?$/, '0').replace(/\.0+$/, '') }
}

const gramsOf = (cell: Cell) =>
  cell('weight (g)') || (Number(cell('weight (kg)')) > 0 ? String(Number(cell('weight (kg)')) * 1000) : '')

/** Ignore a sale that has ended or not begun; one of which the file does not tell both says nothing. */
function pricesOf(cell: Cell, has: Has): Pick<Row, 'regular' | 'sale'> {
  if (!has('sale price') || has('date sale price starts') !== has('date sale price ends'))
    return { regular: cell('regular price'), sale: null }
  const [starts, ends] = [Date.parse(cell('date sale price starts')), Date.parse(cell('date sale price ends'))]
  return { regular: cell('regular price'), sale: starts > Date.now() || ends < Date.now() ? '' : cell('sale price') }
}

function optionsOf(cell: Cell, has: Has): Option[] {
  return Array.from({ length: MOST_ATTRIBUTES }, (_, i) =>
    optionOf(cell, has, { name: `attribute ${i + 1} name`, value: `attribute ${i + 1} value(s)` }),
  )
    .filter(({ name, value }) => name !== '' || value !== '')
    .map(({ name, value, ...more }) => ({
      ...more,
      name: name.replace(/^pa_/, ''),
      value: value.replaceAll('\\,', ','),
    }))
}

/** The deepest of `A > B, C`, the first if several are: `B` below `A`. */
function categoryOf(text: string): { above: string[]; category: string } {
  const paths = text.split(/(?<!\\),/).map(path =>
    path
      .replaceAll('\\,', ',')
      .split('>')
      .map(name => name.trim())
      .filter(Boolean),
  )
  const deepest = paths.reduce((best, path) => (path.length > best.length ? path : best), [])
  return { above: deepest.slice(0, -1), category: deepest.at(-1) ?? '' }
}

const picturesOf = (cell: Cell) =>
  cell('images')
    .split(/\s*,\s*(?=[a-z]+:\/\/)/i)
    .map(source => source.trim())
    .filter(Boolean)
    .map(source => ({ source, alt: '' }))
