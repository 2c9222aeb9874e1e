import { recordChange } from '#api/audit/record-change.ts'
import { listingsChanged } from '#api/catalogue/listing-copy.ts'
import { afterCommit, inTransaction } from '#api/db/database.ts'
import { invalid } from '#api/errors.ts'
import { findStock } from '#api/stock/list-stock.ts'
import { lockVariations, moveStock } from '#api/stock/stock.ts'
import type { BodyOf } from '#sync/protocol/endpoints.ts'
import type { StockRow } from '#sync/protocol/staff/stock.ts'

/**
 * Takes pieces off the shelf or adds some, for a reason other than a sale or a count.
 * @throws 404, 422 if more would be taken than is there
 */
export const adjustStock = (
  { variation_id, quantity, cause, note }: BodyOf<'POST /api/staff/stock/adjustments'>,
  user_id: number,
): Promise<StockRow> =>
  inTransaction(async () => {
    const was = await findStock(variation_id)
    const locked = await lockVariations([variation_id])
    const { on_hand } = locked.get(variation_id)!
    if (on_hand + quantity < Math.min(0, on_hand))
      throw invalid({ quantity: [`Only ${Math.max(0, on_hand)} are on hand.`] })
    await moveStock(
      [
        {
          product_variation_id: variation_id,
          order_id: null,
          reason: 'ADJUSTMENT',
          cause,
          quantity,
          user_id,
          note: note || null,
        },
      ],
      locked,
    )
    await recordChange({
      subject: 'product',
      subject_id: was.product_id,
      action: 'adjust stock',
      was: { [was.sku]: on_hand },
      became: { [was.sku]: on_hand + quantity, cause, note: note || null },
    })
    afterCommit(listingsChanged)
    return findStock(variation_id)
  })
