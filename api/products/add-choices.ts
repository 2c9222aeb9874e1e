import { execute, insertRows, select } from '#api/db/database.ts'
import { invalid } from '#api/errors.ts'
import { madeSku, markedSku } from '#api/import-formats/made-sku.ts'
import { keyOf } from '#api/import-formats/slug.ts'
import { giveBarcodes } from '#api/products/own-barcodes.ts'
import { findNamed } from '#api/products/product-rules.ts'

/** Codes. An empty or null colour stands for goods without one. */
export interface Choices {
  sizes: readonly string[]
  colours: readonly (string | null)[]
}

/** Keeps a product on one page, and its grid on one screen. */
const MOST_VARIATIONS = 500

/**
 * Adds a variation for each missing pair of size and colour, with its own SKU and barcode and zero stock. The caller
 * has locked the product. Returns how many.
 * @throws 422 for unknown codes, colours without a size, or too many
 */
export async function addChoices(
  { id, slug }: { id: number; slug: string },
  { sizes, colours }: Choices,
): Promise<number> {
  if (sizes.length === 0 && colours.length > 0) throw invalid({ sizes: ['Choose a size.'] })
  if (sizes.length === 0) return 0
  const [named, hues] = [
    await findNamed('sizes', sizes),
    await findNamed('colours', colours.length > 0 ? colours : [null]),
  ]
  const there = await select<{ size_code: string; colour_code: string | null }>(
    'SELECT size_code, colour_code FROM product_variations WHERE product_id = ?',
    [id],
  )
  const known = new Set(there.map(({ size_code, colour_code }) => `${size_code} ${colour_code ?? ''}`))
  const wanted = named
    .flatMap(size => hues.map(colour => ({ size: size!, colour })))
    .filter(({ size, colour }) => !known.has(`${size.code} ${colour?.code ?? ''}`))
  if (wanted.length === 0) return 0
  if (there.length + wanted.length > MOST_VARIATIONS)
    throw invalid({ sizes: [`A product can have up to ${MOST_VARIATIONS} variants.`] })
  const rows = await withFreeSkus(
    wanted.map(({ size, colour }) => ({
      product_id: id,
      sku: madeSku(slug, size.code, colour?.name ?? ''),
      size_code: size.code,
      colour_code: colour?.code ?? null,
    })),
  )
  await insertRows('product_variations', rows)
  const made = await select<{ id: number }>('SELECT id FROM product_variations WHERE sku IN (:skus) ORDER BY id', {
    skus: rows.map(({ sku }) => sku),
  })
  await giveBarcodes(made.map(row => row.id))
  await touchProduct(id)
  return made.length
}

/** New pictures or variations count as a change of the product, so that open forms and tills notice. */
export const touchProduct = (id: number): Promise<number> =>
  execute('UPDATE products SET updated_at = CURRENT_TIMESTAMP(3) WHERE id = ?', [id])

interface NewRow {
  product_id: number
  sku: string
  size_code: string
  colour_code: string | null
}

/** Two colours with one name make the same SKU, and an import may have used it: then a suffix distinguishes them. */
async function withFreeSkus(rows: readonly NewRow[]): Promise<NewRow[]> {
  const taken = new Set(
    (
      await select<{ sku: string }>('SELECT sku FROM product_variations WHERE sku IN (:skus)', {
        skus: rows.map(({ sku }) => sku),
      })
    ).map(({ sku }) => keyOf(sku)),
  )
  return rows.map(row => {
    const sku = taken.has(keyOf(row.sku))
      ? markedSku(row.sku, `${row.product_id}\n${row.size_code}\n${row.colour_code ?? ''}`)
      : row.sku
    taken.add(keyOf(sku))
    return { ...row, sku }
  })
}
