import { select } from '#api/db/database.ts'
import { isOwnBarcode } from '#api/import-formats/made-sku.ts'
import type { Memory } from '#api/import/memory.ts'
import type { Plan } from '#api/import/plan-batch.ts'
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
export async function settleBarcodes(plan: Plan, memory: Memory): Promise<void> {
  const owners = await ownersOf(
    plan.products
      .flatMap(({ newVariations, changedVariations }) => [...newVariations, ...changedVariations])
      .flatMap(({ draft: { barcode } }) => barcode || []),
  )
  for (const product of plan.products) {
    const { slug } = product.draft
    const isFree = ({ draft, stored }: Settled) => {
      const { line, barcode } = draft
      if (!barcode) return true
      const article = articleOf(barcode)
      const others = (owners.get(article) ?? []).filter(({ id }) => id !== stored?.id)
      const [other] = others
      if (isOwnBarcode(barcode)) {
        if (other)
          plan.mistakes.push({ line, slug, message: `The barcode "${barcode}" is already used by "${other.name}".` })
        return !other
      }
      const first = memory.claim(`article ${article}`, line)
      const [shown] = others.filter(({ is_deleted }) => !is_deleted)
      const isNew = barcode !== stored?.barcode
      if (isNew && first !== line)
        plan.hints.push({ line, slug, message: `Line ${first} has the same barcode: "${barcode}".` })
      else if (isNew && shown)
        plan.hints.push({ line, slug, message: `"${shown.name}" (${shown.sku}) has the barcode "${barcode}" too.` })
      return true
    }
    product.newVariations = product.newVariations.filter(isFree)
    product.changedVariations = product.changedVariations.filter(isFree)
  }
}

interface Settled {
  draft: { line: number; barcode: string }
  stored?: { id: number; barcode: string | null }
}

/** Who has these barcodes, by article. */
async function ownersOf(barcodes: readonly string[]): Promise<Map<string, Owner[]>> {
  const owners = new Map<string, Owner[]>()
  if (barcodes.length === 0) return owners
  const rows = await select<Owner>(
    `SELECT v.id, v.barcode, p.name, v.sku, p.deleted_at IS NOT NULL AS is_deleted
    FROM product_variations v JOIN products p ON p.id = v.product_id WHERE v.barcode IN (:readings) ORDER BY v.id`,
    { readings: [...new Set(barcodes.flatMap(readingsOf))] },
  )
  for (const row of rows) owners.set(articleOf(row.barcode), [...(owners.get(articleOf(row.barcode)) ?? []), row])
  return owners
}
