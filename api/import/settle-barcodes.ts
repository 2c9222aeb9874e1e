import { select } from '#api/db/database.ts'
import { isOwnBarcode } from '#api/import-formats/made-sku.ts'
import type { Plan } from '#api/import/plan-batch.ts'

/**
 * Keeps the shop's own barcodes unique. Manufacturers' barcodes may repeat, because one article may have several names.
 */
export async function settleBarcodes(plan: Plan): Promise<void> {
  const barcodes = plan.products
    .flatMap(({ newVariations, changedVariations }) => [...newVariations, ...changedVariations])
    .map(({ draft }) => draft.barcode)
    .filter(isOwnBarcode)
  if (barcodes.length === 0) return
  const rows = await select<{ id: number; barcode: string; name: string }>(
    'SELECT v.id, v.barcode, p.name FROM product_variations v JOIN products p ON p.id = v.product_id WHERE v.barcode IN (:barcodes)',
    { barcodes },
  )
  const owners = new Map(rows.map(row => [row.barcode, row]))
  for (const product of plan.products) {
    const isFree = ({ draft, stored }: { draft: { line: number; barcode: string }; stored?: { id: number } }) => {
      const owner = owners.get(draft.barcode)
      if (!owner || owner.id === stored?.id) return true
      plan.mistakes.push({
        line: draft.line,
        slug: product.draft.slug,
        message: `The barcode "${draft.barcode}" is already used by "${owner.name}".`,
      })
      return false
    }
    product.newVariations = product.newVariations.filter(isFree)
    product.changedVariations = product.changedVariations.filter(isFree)
  }
}
