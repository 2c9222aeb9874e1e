import { inTransaction, isDuplicate, isLockFailure, isLost } from '#api/db/database.ts'
import { applyPlan, type Importer, type GivenPicture } from '#api/import/apply-plan.ts'
import { findShop } from '#api/import/find-shop.ts'
import { leaveOutChanged } from '#api/import/leave-out-changed.ts'
import { Memory } from '#api/import/memory.ts'
import { noteProducts, noteRows, type Noted } from '#api/import/note-lines.ts'
import { openProducts } from '#api/import/open-products.ts'
import { planBatch, type Plan } from '#api/import/plan-batch.ts'
import type { ProductDraft } from '#api/import-formats/product-draft.ts'
import { BATCH_ROWS, readDrafts } from '#api/import/read-drafts.ts'
import { log } from '#api/http/log.ts'
import type { ImportReport } from '#sync/protocol/staff/import-report.ts'
import type { ImportAnswers, ImportQuestions } from '#sync/protocol/staff/import.ts'

export interface ImportOptions {
  /** The same report without writing anything. */
  dry_run?: boolean
  user_id?: number | null
  /**
   * Knows pictures that are not fetched from the web, such as the demo's `drawn:` ones; other sources must be
   * addresses.
   */
  pictureOf?: (source: string, slug: string) => GivenPicture | null
  /** Called after each batch with the number of rows done. */
  onProgress?: (rows: number) => Promise<void>
  /** The import that stores what happens to each product. */
  noted?: Noted | null
  /** The import, if it stores nothing of its products. */
  import_id?: number | undefined
  /** What staff said about what the file leaves open. */
  answers?: ImportAnswers | undefined
}

export interface Imported extends ImportReport {
  questions: ImportQuestions
}

/**
 * Imports a product file, at most 500 rows a transaction: good rows go in, bad ones are reported with line and reason.
 * Importing the same file again writes nothing. Never call inside another transaction.
 * @throws 422 on `file`, before anything is written, if it is not a product file
 */
export async function importProducts(path: string, options: ImportOptions = {}): Promise<Imported> {
  const { pictureOf = () => null, onProgress, noted = null } = options
  const memory = new Memory(options.answers)
  const work: Work = {
    memory,
    noted,
    dry_run: options.dry_run ?? false,
    importer: { user_id: options.user_id ?? null, import_id: noted?.import_id ?? options.import_id ?? null, pictureOf },
  }
  let batch: ProductDraft[] = []
  let rows = 0
  const flush = async () => {
    if (batch.length > 0) await inTurn(() => writeBatch(batch, work))
    const noticed = memory.takeFresh()
    if (noted) await noteRows(noted, noticed)
    batch = []
    rows = 0
    await onProgress?.(memory.rows)
  }
  const drafts = readDrafts(await openProducts(path), memory, (source, slug) => pictureOf(source, slug) !== null)
  for await (const draft of drafts) {
    if (draft === null) {
      await flush()
      continue
    }
    // A product twice in one batch would be planned without its first rows.
    if (rows + draft.rows > BATCH_ROWS || (draft.isContinuation && batch.some(({ slug }) => slug === draft.slug)))
      await flush()
    batch.push(draft)
    rows += draft.rows
  }
  await flush()
  return { ...memory.report(), questions: memory.asked.questions() }
}

interface Work {
  memory: Memory
  noted: Noted | null
  dry_run: boolean
  importer: Importer
}

/** If a batch fails as a whole, try product by product, so that the good ones go in. */
async function writeBatch(batch: readonly ProductDraft[], work: Work): Promise<void> {
  const { memory } = work
  try {
    const { products, mistakes, hints } = await planAndApply(batch, work)
    for (const mistake of mistakes) memory.fail(mistake)
    for (const hint of hints) memory.hint(hint)
    for (const { draft, outcome, newVariations } of products) {
      memory.settle(draft.slug, outcome)
      memory.asked.uncounted += newVariations.filter(({ draft: { isUncounted } }) => isUncounted).length
    }
  } catch (error) {
    if (isLockFailure(error) || isLost(error)) throw error
    if (batch.length > 1) {
      for (const draft of batch) await writeBatch([draft], work)
      return
    }
    log.error(
      { error: { name: (error as Error).name, duplicate: isDuplicate(error) } },
      'a product of an import could not be stored',
    )
    const [{ line, slug }] = batch as [ProductDraft]
    memory.fail({
      line,
      slug,
      message: isDuplicate(error) ? 'Its SKU or another value is already in use.' : 'This product could not be saved.',
    })
  }
}

async function planAndApply(batch: readonly ProductDraft[], { memory, noted, dry_run, importer }: Work): Promise<Plan> {
  const plan = async () => planBatch(batch, await findShop(batch, !dry_run), memory)
  if (dry_run) {
    const planned = await plan()
    if (noted) await noteProducts(noted, planned.products)
    return planned
  }
  return inTransaction(async () => {
    const planned = await plan()
    if (noted) await leaveOutChanged(planned, noted, memory)
    await applyPlan(planned, importer)
    if (noted) await noteProducts(noted, planned.products)
    return planned
  })
}

let last: Promise<unknown> = Promise.resolve()

/** Batches of parallel imports take turns: two at once would both add the same missing category. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = last.then(work)
  last = turn.catch(() => {})
  return turn
}
