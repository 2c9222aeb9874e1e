import { execute } from '#api/db/database.ts'
import { basisOf, differencesOf } from '#api/import/differences.ts'
import type { Noticed } from '#api/import/memory.ts'
import type { PlannedProduct } from '#api/import/plan-batch.ts'
import { maskCardNumbers } from '#sync/protocol/card-number.ts'

/** The import whose lines are noted, and whether it only rehearses. */
export interface Noted {
  import_id: number
  is_rehearsal: boolean
}

/** Deletes an earlier try's notes. Notes on finished work stay, because the next try finds it unchanged. */
export const forgetLines = ({ import_id, is_rehearsal }: Noted) =>
  execute(
    `DELETE FROM product_import_lines WHERE import_id = ?
      AND is_rehearsal = ? ${is_rehearsal ? '' : "AND outcome IN ('WRONG', 'HINT')"}`,
    [import_id, is_rehearsal],
  )

/**
 * Notes what happens to products, in the transaction that does it. A product in several batches keeps its strongest
 * result, and the basis of its first rows.
 */
export async function noteProducts(
  { import_id, is_rehearsal }: Noted,
  products: readonly PlannedProduct[],
): Promise<void> {
  if (products.length === 0) return
  await execute(
    `INSERT INTO product_import_lines (import_id, is_rehearsal, outcome, line, slug, name, detail, basis) VALUES :rows
    ON DUPLICATE KEY UPDATE detail = IF(VALUES(outcome) = 'UNCHANGED' OR outcome = 'CREATED', detail, VALUES(detail)),
      outcome = IF(VALUES(outcome) = 'UNCHANGED' OR outcome = 'CREATED', outcome, VALUES(outcome))`,
    {
      rows: products.map(product => [
        import_id,
        is_rehearsal,
        product.outcome.toUpperCase(),
        product.line,
        product.draft.slug,
        product.name,
        product.outcome === 'unchanged' ? '[]' : JSON.stringify(differencesOf(product)),
        is_rehearsal ? basisOf(product) : null,
      ]),
    },
  )
}

/** Keeps a statement far below the database's limit. */
const AT_ONCE = 1_000

/** Notes errors and hints, each a line of its own. */
export async function noteRows({ import_id, is_rehearsal }: Noted, noticed: readonly Noticed[]): Promise<void> {
  for (let from = 0; from < noticed.length; from += AT_ONCE)
    await execute(
      'INSERT INTO product_import_lines (import_id, is_rehearsal, outcome, line, slug, name, detail) VALUES :rows',
      {
        rows: noticed
          .slice(from, from + AT_ONCE)
          .map(({ line, slug, message, outcome }) => [
            import_id,
            is_rehearsal,
            outcome,
            line,
            null,
            slug?.slice(0, 160) ?? null,
            maskCardNumbers(message).slice(0, 2_000),
          ]),
      },
    )
}
