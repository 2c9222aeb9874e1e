import { execute } from '#api/db/database.ts'
import { addEntries, raiseBalances, type Entry } from '#api/ledger/ledger.ts'
import { valueOf } from '#api/shop/settings.ts'
import { GIFT_CARDS } from '#api/stored-value/stored-values.ts'
import { numberOf } from '#sync/protocol/setting-values.ts'

/** The entry by which the shop owes more on gift cards, or less for a negative amount. */
export const owedMore = (amount: number, { description, user_id }: Pick<Entry, 'description' | 'user_id'>): Entry => ({
  account_code: GIFT_CARDS,
  type_code: 'MANUAL',
  order_id: null,
  user_id,
  amount: -amount,
  description,
})

/** Enters what is owed, and the money that came for it, if any. Call last. */
export async function enterBoth(owed: Entry, account_code: string | null, till_id: number | null): Promise<void> {
  const entries = account_code === null ? [owed] : [owed, { ...owed, account_code, till_id, amount: -owed.amount }]
  await addEntries(entries)
  await raiseBalances(entries)
}

/** A card expires so many months after it was issued, if the settings say so. */
export async function setExpiry(id: number): Promise<void> {
  const months = numberOf('gift_card_months', await valueOf('gift_card_months'))
  if (months !== null)
    await execute('UPDATE stored_values SET expires_on = UTC_DATE() + INTERVAL ? MONTH WHERE id = ?', [months, id])
}
