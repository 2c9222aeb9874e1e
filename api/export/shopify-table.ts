import { chosen, isPlain, pictureFor, pricesOf } from '#api/export/choices.ts'
import { htmlWords } from '#api/import-formats/html-words.ts'
import type { Exported } from '#api/export/read-products.ts'
import type { CsvCell, Table } from '#api/lists/csv.ts'
import { FEATURES_COLUMN } from '#api/import-formats/shopify-format.ts'

const COLUMNS = [
  'Handle',
  'Title',
  'Body (HTML)',
  'Vendor',
  'Type',
  'Tags',
  'Published',
  'Status',
  FEATURES_COLUMN,
  'Option1 Name',
  'Option1 Value',
  'Option2 Name',
  'Option2 Value',
  'Variant SKU',
  'Variant Grams',
  'Variant Inventory Tracker',
  'Variant Inventory Qty',
  'Variant Inventory Policy',
  'Variant Fulfillment Service',
  'Variant Price',
  'Variant Compare At Price',
  'Variant Requires Shipping',
  'Variant Taxable',
  'Variant Barcode',
  'Image Src',
  'Image Position',
  'Image Alt Text',
  'Variant Image',
] as const
type Cells = Partial<Record<(typeof COLUMNS)[number], CsvCell>>

/** Products in Shopify's export format: one row per variant, then rows for the remaining pictures. */
export const shopifyTable = (products: AsyncIterable<Exported>): Table => ({ columns: COLUMNS, rows: rowsOf(products) })

async function* rowsOf(products: AsyncIterable<Exported>): AsyncGenerator<CsvCell[]> {
  for await (const product of products) {
    const { slug, variations, pictures } = product
    for (let i = 0; i < Math.max(1, variations.length, pictures.length); i += 1) {
      const cells: Cells = {
        Handle: slug,
        ...(i === 0 && ownCells(product)),
        ...(variations[i] && variantCells(product, i)),
        ...(pictures[i] && pictureCells(product, i)),
      }
      yield COLUMNS.map(column => cells[column])
    }
  }
}

function ownCells(product: Exported): Cells {
  const { name, description, category_name, status_code, features, variations } = product
  const isLive = status_code === 'LIVE'
  return {
    Title: name,
    'Body (HTML)': htmlWords(description),
    Type: category_name,
    Published: isLive ? 'true' : 'false',
    Status: isLive ? 'active' : 'draft',
    [FEATURES_COLUMN]: features.join('\n'),
    'Option1 Name': isPlain(product) ? 'Title' : 'Size',
    'Option2 Name': variations.some(({ colour_code }) => colour_code !== null) ? 'Colour' : '',
    'Variant Price': pricesOf(product).pays,
    'Variant Compare At Price': pricesOf(product).before,
  }
}

function variantCells(product: Exported, i: number): Cells {
  const variation = product.variations[i]!
  const { size, colour } = chosen(variation, product)
  const { pays, before } = pricesOf(product, variation)
  return {
    'Option1 Value': isPlain(product) ? 'Default Title' : size,
    'Option2 Value': colour,
    'Variant SKU': variation.sku,
    'Variant Inventory Tracker': 'shopify',
    'Variant Inventory Qty': Math.max(0, variation.quantity_in_stock),
    'Variant Inventory Policy': 'deny',
    'Variant Fulfillment Service': 'manual',
    'Variant Price': pays,
    'Variant Compare At Price': before,
    'Variant Requires Shipping': 'true',
    'Variant Taxable': 'true',
    'Variant Barcode': variation.barcode,
    'Variant Grams': variation.weight ?? 0,
    'Variant Image': pictureFor(product, variation),
  }
}

const pictureCells = ({ pictures }: Exported, i: number): Cells => ({
  'Image Src': pictures[i]!.address,
  'Image Position': i + 1,
  'Image Alt Text': pictures[i]!.alt,
})
