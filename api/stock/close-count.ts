import { recordChange } from '#api/audit/record-change.ts'
import { listingsChanged } from '#api/catalogue/listing-copy.ts'
import { afterCommit, execute, inTransaction, select } from '#api/db/database.ts'
import { conflict } from '#api/errors.ts'
import { changeOf, COUNT_LINES_BOOKED, DIFFERENCE } from '#api/stock/booked-lines.ts'
import { statusOf } from '#api/stock/count-shelf.ts'
import { findCount } from '#api/stock/list-counts.ts'
import { lockVariations, moveStock } from '#api/stock/stock.ts'
import type { BodyOf } from '#sync/protocol/endpoints.ts'
import type { StockCount, StockCountStatus } from '#sync/protocol/staff/stock-count.ts'

const STEPS: Record<StockCountStatus, readonly StockCountStatus[]> = {
  OPEN: ['CHECKED', 'CANCELLED'],
  CHECKED: ['OPEN', 'CLOSED', 'CANCELLED'],
  CLOSED: [],
  CANCELLED: [],
}

/**
 * Takes a count a step further. CHECKED asks for a second count of every difference, and the count stays OPEN until
 * that is done; CLOSED books the differences. `uncounted_are_gone` books uncounted goods as zero.
 * @throws 404, 409 for a step that its status does not allow
 */
export const stepCount = (
  id: number,
  { status_code, uncounted_are_gone = false }: BodyOf<'PATCH /api/staff/stock/counts/:id'>,
  user_id: number,
): Promise<StockCount> =>
  inTransaction(async () => {
    const was = await statusOf(id, 'FOR UPDATE')
    if (!STEPS[was].includes(status_code))
      throw conflict(
        was === 'OPEN' ? 'Check the count before you close it.' : `This count is ${was.toLowerCase()} already.`,
      )
    const isToBeCountedAgain = status_code === 'CHECKED' && (await askAgain(id))
    if (!isToBeCountedAgain) {
      if (status_code === 'CLOSED') await bookDifferences(id, { user_id, uncounted_are_gone })
      const isOver = status_code === 'CLOSED' || status_code === 'CANCELLED'
      await execute(
        'UPDATE stock_counts SET status_code = ?, closed_by = ?, closed_at = IF(?, NOW(3), NULL) WHERE id = ?',
        [status_code, isOver ? user_id : null, isOver, id],
      )
      await recordChange({
        subject: 'stock_count',
        subject_id: id,
        action: 'change',
        was: { status_code: was },
        became: { status_code, uncounted_are_gone },
      })
    }
    return findCount(id)
  })

/** Requests a second count of differences counted only once. Returns whether any are left. */
async function askAgain(id: number): Promise<boolean> {
  const differing = await select<{ id: number }>(
    `SELECT l.id FROM ${COUNT_LINES_BOOKED} WHERE l.round = 1 AND l.counted IS NOT NULL AND ${DIFFERENCE} <> 0`,
    { id },
  )
  if (differing.length > 0)
    await execute(
      `UPDATE stock_count_lines SET round = 2, counted = NULL, book = NULL, latest_book = NULL, movement_id = NULL,
        latest_movement_id = NULL,
    started_at = NULL, latest_at = NULL, counted_by = NULL
    WHERE id IN (:ids)`,
      { ids: differing.map(line => line.id) },
    )
  return (await findCount(id)).again > 0
}

interface Line {
  id: number
  product_variation_id: number
  difference: number | null
}

async function bookDifferences(
  id: number,
  { user_id, uncounted_are_gone }: { user_id: number; uncounted_are_gone: boolean },
): Promise<void> {
  const differing = () =>
    select<Line>(
      `SELECT l.id, l.product_variation_id, ${DIFFERENCE} AS difference FROM ${COUNT_LINES_BOOKED}
    WHERE ${DIFFERENCE} <> 0 ${uncounted_are_gone ? 'OR l.counted IS NULL' : ''} ORDER BY l.product_variation_id`,
      { id },
    )
  const book = await lockVariations((await differing()).map(line => line.product_variation_id))
  const lines = await differing()
  await noteBook(id, uncounted_are_gone)
  const changes = lines.flatMap(({ id: line, product_variation_id, difference }) => {
    const row = book.get(product_variation_id)
    const quantity = row ? changeOf(difference === null ? null : Number(difference), row.on_hand) : 0
    return quantity === 0 ? [] : [{ line, product_variation_id, quantity }]
  })
  await moveStock(
    changes.map(({ product_variation_id, quantity }) => ({
      product_variation_id,
      order_id: null,
      reason: 'COUNT',
      quantity,
      user_id,
      count_id: id,
    })),
    book,
  )
  for (let from = 0; from < changes.length; from += 500) {
    const some = changes.slice(from, from + 500)
    await execute(
      `UPDATE stock_count_lines
        SET difference = CASE id ${some.map(({ line, quantity }) => `WHEN ${line} THEN ${quantity}`).join(' ')} END
        WHERE id IN (:ids)`,
      { ids: some.map(({ line }) => line) },
    )
  }
  afterCommit(listingsChanged)
}

/** Stores the stock before the change, so that a late sale from before can correct it. */
const noteBook = (id: number, uncounted_are_gone: boolean) =>
  execute(
    `UPDATE stock_count_lines l SET l.difference = 0,
    l.closing_book = (SELECT v.on_hand FROM product_variations v WHERE v.id = l.product_variation_id),
    l.closing_movement_id = (SELECT COALESCE(MAX(m.id), 0) FROM stock_movements m
      WHERE m.product_variation_id = l.product_variation_id)
  WHERE l.count_id = ? AND (l.counted IS NOT NULL OR ?)`,
    [id, uncounted_are_gone],
  )
