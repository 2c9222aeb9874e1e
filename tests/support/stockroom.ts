import { openCount } from '#api/stock/count-shelf.ts'
import { draftReceipt } from '#api/stock/receive-goods.ts'
import type { GoodsReceiptLineInput } from '#sync/protocol/goods-receipt.ts'

/** A draft of goods that came in. Returns its id. */
export const aReceipt = async (variation: number, line: Partial<GoodsReceiptLineInput> = {}): Promise<number> =>
  (await draftReceipt({ lines: [{ variation_id: variation, quantity: 1, ...line }] }, { user_id: 7, costs: true })).id

/** An open count of one product. Returns its id. */
export const aCount = async (product: number): Promise<number> => (await openCount({ name: 'The back wall', product_ids: [product] }, 7)).id
