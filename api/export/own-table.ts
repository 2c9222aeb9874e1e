import { ALL_COLOURS, OWN_COLUMNS } from '#api/import-formats/own-format.ts'
import type { Exported } from '#api/export/read-products.ts'
import type { CsvCell, Table } from '#api/lists/csv.ts'

/** This shop's own file: one row a variation, the product's own columns on its first row. */
export const ownTable = (products: AsyncIterable<Exported>): Table => ({ columns: OWN_COLUMNS, rows: rowsOf(products) })

async function* rowsOf(products: AsyncIterable<Exported>): AsyncGenerator<CsvCell[]> {
  for await (const product of products) {
    const { slug, variations, names } = product
    const choices = variations.map(({ sku, barcode, size_code, colour_code, quantity_in_stock, ...own }) => [
      sku,
      barcode,
      size_code,
      names.sizes.get(size_code)?.name,
      colour_code,
      colour_code && names.colours.get(colour_code)?.name,
      Math.max(0, quantity_in_stock),
      own.retail_price?.toFixed(2),
      own.discount?.toFixed(2),
      own.weight,
    ])
    yield [
      slug,
      ...ownCells(product),
      ...(choices[0] ?? NO_CHOICE),
      several(product.pictures.map(({ address }) => address)),
      coloursOf(product),
    ]
    for (const choice of choices.slice(1)) yield [slug, ...NOTHING, ...choice, '', '']
  }
}

const ownCells = ({
  name,
  description,
  category_name,
  retail_price,
  discount,
  status_code,
  features,
  created_at,
}: Exported) => [
  name,
  description,
  category_name,
  retail_price.toFixed(2),
  discount.toFixed(2),
  status_code,
  several(features),
  created_at.toJSON(),
]

const NOTHING = Array.from({ length: 8 }, () => '')
const NO_CHOICE = Array.from({ length: 10 }, () => '')

/** Empty if no picture has a colour. */
const coloursOf = ({ pictures }: Exported) =>
  pictures.some(({ colour_code }) => colour_code !== null)
    ? several(pictures.map(({ colour_code }) => colour_code ?? ALL_COLOURS))
    : ''

/** Several entries in one cell; a `|` within an entry is written `\|`. */
const several = (entries: readonly string[]) => entries.map(entry => entry.replaceAll('|', '\\|')).join(' | ')
