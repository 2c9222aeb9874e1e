import { select } from '#api/db/database.ts'
import type { BegunProduct, ChosenVariation } from '#api/import/begin-product.ts'
import type { Memory } from '#api/import/memory.ts'
import { isOwnBarcode, markedSku } from '#api/import-formats/made-sku.ts'
import type { Mistake } from '#api/import-formats/row.ts'
import { keyOf } from '#api/import-formats/slug.ts'
import { articleOf, readingsOf } from '#sync/protocol/ean.ts'

interface Owner {
  id: number
  barcode: string
  name: string
  sku: string
  is_deleted: number
}

/**
 * Keeps the shop's own barcodes unique. Manufacturers' barcodes may repeat, because one article may have several names:
 * a hint says who else has a new one, in whichever spelling.
 */
export async function settleBarcodes(
  products: readonly BegunProduct[],
  hints: Mistake[],
  memory: Memory,
): Promise<void> {
  const given = products.flatMap(product =>
    product.chosen
      .filter(({ draft }) => draft.barcode !== '')
      .map(variation => ({ product, variation, first: firstLine(variation, memory) }))
      .filter(({ variation: { draft, stored } }) => draft.barcode !== stored?.barcode),
  )
  const owners = await ownersOf(
    given
      .filter(({ variation, first }) => first === variation.draft.line)
      .map(({ variation }) => variation.draft.barcode),
  )
  for (const { product, variation, first } of given) {
    const { line, barcode } = variation.draft
    const others = (owners.get(articleOf(barcode)) ?? []).filter(({ id }) => id !== variation.stored?.id)
    const hint = (message: string) => hints.push({ line, slug: product.draft.slug, message })
    if (isOwnBarcode(barcode)) {
      if (!others[0]) continue
      product.fail(line, `The barcode "${barcode}" is already used by "${others[0].name}".`)
      product.chosen = product.chosen.filter(each => each !== variation)
      continue
    }
    const shown = others.find(({ is_deleted }) => !is_deleted)
    if (first !== line) hint(`Line ${first} has the same barcode: "${barcode}".`)
    else if (shown) hint(`"${shown.name}" (${shown.sku}) has the barcode "${barcode}" too.`)
  }
}

/** The line that first had the article of a row. */
const firstLine = ({ draft }: ChosenVariation, memory: Memory): number =>
  memory.claim(`article ${articleOf(draft.barcode)}`, draft.line)

/**
 * Who has these barcodes, by article: at most two in the shop and two deleted ones for each spelling, because thousands
 * may share one.
 */
async function ownersOf(barcodes: readonly string[]): Promise<Map<string, Owner[]>> {
  const owners = new Map<string, Owner[]>()
  if (barcodes.length === 0) return owners
  const rows = await select<Owner>(
    `SELECT v.id, v.barcode, p.name, v.sku, p.deleted_at IS NOT NULL AS is_deleted
    FROM (SELECT MIN(v.id) AS first, MAX(v.id) AS last FROM product_variations v JOIN products p ON p.id = v.product_id
      WHERE v.barcode IN (:readings) GROUP BY v.barcode, p.deleted_at IS NULL) e
    JOIN product_variations v ON v.id IN (e.first, e.last) JOIN products p ON p.id = v.product_id ORDER BY v.id`,
    { readings: [...new Set(barcodes.flatMap(readingsOf))] },
  )
  for (const row of rows) {
    const article = articleOf(row.barcode)
    const sharing = owners.get(article)
    if (sharing) sharing.push(row)
    else owners.set(article, [row])
  }
  return owners
}

/** Keeps SKUs unique: refuses a given one that is taken, and adds a suffix to a generated one. */
export async function settleSkus(products: readonly BegunProduct[]): Promise<void> {
  const skus = products.flatMap(({ chosen }) =>
    chosen.filter(({ sku, stored }) => sku !== stored?.sku).map(({ sku }) => sku),
  )
  const owners =
    skus.length === 0
      ? []
      : await select<{ id: number; sku: string; name: string }>(
          `SELECT v.id, v.sku, p.name FROM product_variations v JOIN products p ON p.id = v.product_id
    WHERE v.sku IN (:skus)`,
          { skus: [...new Set(skus)] },
        )
  const taken = new Map(owners.map(owner => [keyOf(owner.sku), owner]))
  for (const product of products) {
    const { slug } = product.draft
    product.chosen = product.chosen.filter(({ sku, draft, stored }) => {
      const owner = taken.get(keyOf(sku))
      if (!owner || owner.id === stored?.id || !draft.sku) return true
      product.fail(draft.line, `The SKU "${sku}" is already used by "${owner.name}".`)
      return false
    })
    for (const variation of product.chosen.filter(({ stored }) => !stored)) {
      if (!variation.draft.sku && taken.has(keyOf(variation.sku)))
        variation.sku = markedSku(variation.sku, `${slug}\n${variation.size_code}\n${variation.colour_code}`)
      taken.set(keyOf(variation.sku), { id: 0, sku: variation.sku, name: slug })
    }
  }
}
