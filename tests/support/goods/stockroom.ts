import { stepCount } from '#api/stock/close-count.ts'
import { openCount, scanShelf } from '#api/stock/count-shelf.ts'
import { draftReceipt } from '#api/stock/receive-goods.ts'
import type { GoodsReceiptLineInput } from '#sync/protocol/staff/goods-receipt.ts'

/** A draft goods receipt. Returns its id. */
export const aReceipt = async (variation: number, line: Partial<GoodsReceiptLineInput> = {}): Promise<number> =>
  (await draftReceipt({ lines: [{ variation_id: variation, quantity: 1, ...line }] }, { user_id: 7, costs: true })).id

/** An open count of one product. Returns its id. */
export const aCount = async (product: number): Promise<number> =>
  (await openCount({ name: 'The back wall', product_ids: [product] }, 7)).id

/**
 * Counts a product with the scanner, one scan too many included, while something else happens, and recounts
 * differences; without pieces the rest is written off.
 */
export async function countByScanner(
  product: number,
  { id, pieces }: { id: number; pieces: number },
  meanwhile: () => Promise<unknown>,
): Promise<void> {
  const count = await aCount(product)
  await scanShelf(count, { variation_id: id, quantity: pieces + 1 }, 7)
  await meanwhile()
  await scanShelf(count, { variation_id: id, quantity: -1 }, 7)
  const { again } = await stepCount(count, { status_code: 'CHECKED' }, 7)
  if (again > 0) {
    await scanShelf(count, { variation_id: id, quantity: pieces || 1 }, 7)
    await stepCount(count, { status_code: 'CHECKED' }, 7)
  }
  await stepCount(count, { status_code: 'CLOSED', uncounted_are_gone: pieces === 0 }, 7)
}
