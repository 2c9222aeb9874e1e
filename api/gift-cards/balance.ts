import { inTransaction } from '#api/db/database.ts'
import { availableOf, lockValue } from '#api/stored-value/stored-values.ts'
import type { GiftCardBalance } from '#sync/protocol/shop/gift-card.ts'

/** A card as who has its code sees it. @throws 404 */
export const balanceOf = (id: number): Promise<GiftCardBalance> =>
  inTransaction(async () => {
    const card = await lockValue(id)
    const available = availableOf(card)
    const { code_end, expires_on, status_code, is_expired } = card
    const state = status_code === 'VOID' ? 'void' : is_expired === 1 ? 'expired' : available > 0 ? 'usable' : 'empty'
    return { code_end, available, expires_on, state }
  })
