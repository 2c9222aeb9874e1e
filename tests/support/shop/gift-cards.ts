import { inTransaction } from '#api/db/database.ts'
import { issueCard } from '#api/gift-cards/issue-card.ts'
import { spendCard } from '#api/gift-cards/spend-card.ts'
import { recordSales } from '#api/sales/record-sales.ts'
import { idOfCode } from '#api/stored-value/codes.ts'
import { holdForSale } from '#api/stored-value/till-holds.ts'
import { storeVerdicts } from '#api/sync/verdicts.ts'
import type { GiftOrder } from '#sync/protocol/shop/gift-purchase.ts'
import { readGiftCode } from '#sync/protocol/shop/gift-card.ts'
import type { Sale } from '#sync/protocol/sale.ts'
import { anOrderOf } from '#tests/support/shop/website-orders.ts'

/** A gift card sold for cash by teller 7. */
export async function aGiftCard(
  amount = 50,
  account_code: string | null = 'CASH',
): Promise<{ id: number; code: string }> {
  const { gift_card, code } = await issueCard({ amount, account_code, user_id: 7, clearance: 4 })
  return { id: gift_card.id, code }
}

export const applyCard = (order_id: number, card: number) => inTransaction(() => spendCard(order_id, card))

/** An order of one piece at 10 cedis that a gift card pays, or part of it. Returns its id. */
export async function anOrderByCard(variation: number, amount = 50): Promise<number> {
  const { id } = await anOrderOf({ [variation]: 1 })
  await applyCard(id, (await aGiftCard(amount)).id)
  return id
}

/** Holds an amount for a till's sale, as Checkout does. */
export const aHold = async (sale_id: string, code: string, amount = 10) =>
  holdForSale({ sale_id, amount, firm: true, stored_value_id: await idOfCode(readGiftCode(code)!), user_id: 7 })

/** Books a sale that staff entered online, by the till's own service. */
export const bookSale = (sale: Sale) =>
  inTransaction(() =>
    recordSales([{ sale, device_id: null, seq_reused: false, received_at: Date.now(), skew_ms: null }], made =>
      storeVerdicts(
        [{ id: sale.id, kind: 'sale.record', device_id: null, seq: null, content: '0'.repeat(64) }],
        [{ id: sale.id, status: 'accepted', ...made[0]! }],
      ),
    ),
  )

let buyers = 0
/** What a buyer asks for: a gift card of 50 cedis. */
export const aGiftOrder = (more: Partial<GiftOrder> = {}): GiftOrder => ({
  amount: 50,
  buyer_name: 'Ama',
  buyer_email: `ama-${++buyers}@buyers.test`,
  recipient_name: 'Kofi',
  recipient_email: 'kofi@friends.test',
  message: 'Happy birthday!',
  ...more,
})
