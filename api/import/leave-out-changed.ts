import { select } from '#api/db/database.ts'
import { basisOf } from '#api/import/differences.ts'
import type { Memory } from '#api/import/memory.ts'
import type { Noted } from '#api/import/note-lines.ts'
import type { Plan, PlannedProduct } from '#api/import/plan-batch.ts'
import { leftOut } from '#api/import/read-drafts.ts'

/**
 * Removes from a plan each product whose result would differ from its rehearsal, because somebody changed it since.
 * Compares only a product's first rows: later rows change what the first ones made.
 */
export async function leaveOutChanged(plan: Plan, { import_id }: Noted, memory: Memory): Promise<void> {
  const slugs = plan.products.map(({ draft }) => draft.slug)
  if (slugs.length === 0) return
  const lines = await select<{ slug: string; basis: string | null }>(
    'SELECT slug, basis FROM product_import_lines WHERE import_id = ? AND is_rehearsal = TRUE AND slug IN (?)',
    [import_id, slugs],
  )
  const shown = new Map(lines.map(({ slug, basis }) => [slug, basis]))
  const isOther = (product: PlannedProduct) => {
    const { slug, isContinuation } = product.draft
    if (isContinuation) return memory.isLeftOut(slug)
    return product.outcome !== 'unchanged' && (shown.get(slug) ?? null) !== null && shown.get(slug) !== basisOf(product)
  }
  const others = plan.products.filter(isOther)
  plan.products = plan.products.filter(product => !others.includes(product))
  for (const {
    line,
    draft: { slug, variations, isContinuation },
  } of others) {
    memory.leaveOut(slug)
    const first = memory.firstLineOf(slug)
    if (!isContinuation) plan.mistakes.push({ line, slug, message: CHANGED })
    for (const variation of variations)
      if (isContinuation || variation.line !== line)
        plan.mistakes.push({ line: variation.line, slug, message: leftOut(first) })
  }
}

const CHANGED = 'This product changed after the file was checked, so it was left out. Please check the file again.'
