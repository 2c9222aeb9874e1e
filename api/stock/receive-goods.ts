import { recordChange } from '#api/audit/record-change.ts'
import { listingsChanged } from '#api/catalogue/listing-copy.ts'
import { afterCommit, execute, inTransaction, insertRow, insertRows, select, selectOne } from '#api/db/database.ts'
import { conflict, invalid, notFound, refuseIfStale } from '#api/errors.ts'
import { findReceipt } from '#api/stock/list-receipts.ts'
import { findGoods } from '#api/stock/name-goods.ts'
import { lockVariations, moveStock } from '#api/stock/stock.ts'
import type { BodyOf } from '#sync/protocol/endpoints.ts'
import type { GoodsReceipt, GoodsReceiptInput, GoodsReceiptLineInput } from '#sync/protocol/staff/goods-receipt.ts'

/** Who receives goods, and whether they may see costs. */
export interface Receiver {
  user_id: number
  costs: boolean
}

/** Stores received goods as a draft that moves no stock yet. @throws 422 for unknown goods */
export const draftReceipt = (
  { supplier, note, lines }: GoodsReceiptInput,
  { user_id, costs }: Receiver,
): Promise<GoodsReceipt> =>
  inTransaction(async () => {
    const id = await insertRow('stock_receipts', { supplier: supplier || null, note: note || null, user_id })
    await writeLines(id, lines, new Map())
    await recordChange({
      subject: 'stock_receipt',
      subject_id: id,
      action: 'add',
      became: await findReceipt(id, { costs: true }),
    })
    return findReceipt(id, { costs })
  })

/** Changes a draft; `lines` replace its lines. @throws 404, 409 stale or already booked, 422 */
export const changeReceipt = (
  id: number,
  { updated_at, lines, ...changes }: BodyOf<'PATCH /api/staff/stock/receipts/:id'>,
  { costs }: Receiver,
): Promise<GoodsReceipt> =>
  inTransaction(async () => {
    await lockDraft(id)
    const was = await findReceipt(id, { costs: true })
    await refuseIfStale(updated_at, was.updated_at, async () => ({ receipt: await findReceipt(id, { costs }) }))
    const { supplier, note } = { ...was, ...changes }
    await execute('UPDATE stock_receipts SET supplier = ?, note = ?, updated_at = NOW(3) WHERE id = ?', [
      supplier || null,
      note || null,
      id,
    ])
    if (lines) {
      await execute('DELETE FROM stock_receipt_lines WHERE receipt_id = ?', [id])
      await writeLines(
        id,
        lines,
        new Map(was.lines.map(({ product_variation_id, unit_cost }) => [product_variation_id, unit_cost])),
      )
    }
    await recordChange({
      subject: 'stock_receipt',
      subject_id: id,
      action: 'change',
      was,
      became: await findReceipt(id, { costs: true }),
    })
    return findReceipt(id, { costs })
  })

/** Deletes a draft. @throws 404, 409 once it is booked */
export const discardReceipt = (id: number): Promise<void> =>
  inTransaction(async () => {
    await lockDraft(id)
    await recordChange({
      subject: 'stock_receipt',
      subject_id: id,
      action: 'discard',
      was: await findReceipt(id, { costs: true }),
    })
    await execute('DELETE FROM stock_receipts WHERE id = ?', [id])
  })

/** Books a draft's goods into stock, once. @throws 404, 409 if it is already booked, 422 without lines */
export const bookReceipt = (id: number, { user_id, costs }: Receiver): Promise<GoodsReceipt> =>
  inTransaction(async () => {
    await lockDraft(id)
    const lines = await select<{ product_variation_id: number; quantity: number }>(
      'SELECT product_variation_id, quantity FROM stock_receipt_lines WHERE receipt_id = ? ORDER BY id',
      [id],
    )
    if (lines.length === 0) throw invalid({ lines: ['This receipt has no lines.'] })
    await lockVariations(lines.map(line => line.product_variation_id))
    await moveStock(
      lines.map(({ product_variation_id, quantity }) => ({
        product_variation_id,
        order_id: null,
        reason: 'RECEIPT',
        quantity,
        user_id,
        receipt_id: id,
      })),
    )
    await execute("UPDATE stock_receipts SET status_code = 'BOOKED', booked_by = ?, booked_at = NOW(3) WHERE id = ?", [
      user_id,
      id,
    ])
    await recordChange({
      subject: 'stock_receipt',
      subject_id: id,
      action: 'book',
      was: { status_code: 'DRAFT' },
      became: { status_code: 'BOOKED' },
    })
    afterCommit(listingsChanged)
    return findReceipt(id, { costs })
  })

async function lockDraft(id: number): Promise<void> {
  const row = await selectOne<{ status_code: string }>(
    'SELECT status_code FROM stock_receipts WHERE id = ? FOR UPDATE',
    [id],
  )
  if (!row) throw notFound('Goods receipt')
  if (row.status_code !== 'DRAFT') throw conflict('This receipt has already been booked.')
}

/** `known`: the costs in the draft. */
async function writeLines(
  receipt_id: number,
  lines: readonly GoodsReceiptLineInput[],
  known: ReadonlyMap<number, number | null>,
): Promise<void> {
  const goods = await findGoods(lines)
  const wrong = goods.flatMap((found, i): [string, string[]][] =>
    typeof found === 'string' ? [[`lines.${i}`, [found]]] : [],
  )
  if (wrong.length > 0) throw invalid(Object.fromEntries(wrong))
  await insertRows(
    'stock_receipt_lines',
    goods.flatMap((found, i) => {
      if (typeof found === 'string') return []
      const { quantity, unit_cost } = lines[i]!
      return [
        {
          receipt_id,
          product_variation_id: found.id,
          quantity,
          unit_cost: unit_cost === undefined ? (known.get(found.id) ?? null) : unit_cost,
        },
      ]
    }),
  )
}
