import { select } from '#api/db/database.ts'
import { markedSku } from '#api/import-formats/made-sku.ts'
import { isChanged, type Plan } from '#api/import/plan-batch.ts'
import { keyOf } from '#api/import-formats/slug.ts'

/** Keeps SKUs unique: refuses a given one that is taken, and adds a suffix to a generated one. */
export async function settleSkus(plan: Plan): Promise<void> {
  const changes = plan.products.flatMap(product => [
    ...product.newVariations,
    ...product.changedVariations.filter(({ sku, stored }) => sku !== stored.sku),
  ])
  const owners =
    changes.length === 0
      ? []
      : await select<{ id: number; sku: string; name: string }>(
          `SELECT v.id, v.sku, p.name FROM product_variations v JOIN products p ON p.id = v.product_id
    WHERE v.sku IN (:skus)`,
          { skus: [...new Set(changes.map(({ sku }) => sku))] },
        )
  const taken = new Map(owners.map(owner => [keyOf(owner.sku), owner]))
  for (const product of plan.products) {
    const isFree = (variation: { sku: string; draft: { line: number; sku: string }; stored?: { id: number } }) => {
      const owner = taken.get(keyOf(variation.sku))
      if (!owner || owner.id === variation.stored?.id || !variation.draft.sku) return true
      plan.mistakes.push({
        line: variation.draft.line,
        slug: product.draft.slug,
        message: `The SKU "${variation.sku}" is already used by "${owner.name}".`,
      })
      return false
    }
    product.newVariations = product.newVariations.filter(isFree)
    product.changedVariations = product.changedVariations.filter(isFree)
    for (const variation of product.newVariations) {
      if (!variation.draft.sku && taken.has(keyOf(variation.sku)))
        variation.sku = markedSku(
          variation.sku,
          `${product.draft.slug}\n${variation.size_code}\n${variation.colour_code}`,
        )
      taken.set(keyOf(variation.sku), { id: 0, sku: variation.sku, name: product.name })
    }
  }
  plan.products = plan.products.filter(
    ({ outcome, newVariations }) => outcome !== 'created' || newVariations.length > 0,
  )
  for (const product of plan.products)
    if (product.outcome === 'updated' && !isChanged(product)) product.outcome = 'unchanged'
}
