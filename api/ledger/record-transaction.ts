import { drawerOf } from '#api/ledger/drawer.ts'
import { findAccount } from '#api/ledger/find-account.ts'
import { addEntries, raiseBalances, readBooks, type Entry } from '#api/ledger/ledger.ts'
import { findTransaction } from '#api/ledger/list-transactions.ts'
import { recordChange } from '#api/audit/record-change.ts'
import { inTransaction } from '#api/db/database.ts'
import { invalid } from '#api/errors.ts'
import type { BodyOf } from '#sync/protocol/endpoints.ts'
import { KEPT_BY_SHOP, type Transaction } from '#sync/protocol/staff/ledger.ts'

/**
 * Books an entry by hand. The direction decides the amount's sign, whatever was typed.
 * @throws 422 for an unknown account or till, or a future day
 */
export const recordTransaction = (
  { direction, amount, till_id, ...body }: BodyOf<'POST /api/staff/transactions'>,
  user_id: number,
): Promise<Transaction> =>
  inTransaction(async () => {
    if (!(await findAccount(body.account_code))) throw invalid({ account_code: ['Choose an account from the list.'] })
    if (KEPT_BY_SHOP.includes(body.account_code))
      throw invalid({ account_code: ['The shop keeps this account automatically. Choose another one.'] })
    if (body.business_date && body.business_date > (await readBooks()).today)
      throw invalid({ business_date: ['This day is in the future.'] })
    const till = await drawerOf(till_id)
    return bookByHand({
      ...body,
      till_id: till?.id ?? null,
      amount: direction === 'Dr' ? -Math.abs(amount) : Math.abs(amount),
      user_id,
    })
  })

/**
 * Books an entry that a member of staff answers for, in the surrounding transaction. `amount` in cedis, negative for a
 * debit.
 */
export async function bookByHand(by_hand: Omit<Entry, 'type_code' | 'order_id'>): Promise<Transaction> {
  const entry: Entry = { ...by_hand, type_code: 'MANUAL', order_id: null }
  const transaction = await findTransaction(await addEntries([entry]))
  const { account_code, amount, description, till_id } = entry
  await recordChange({
    subject: 'transaction',
    subject_id: transaction.id,
    action: 'record',
    became: {
      account_code,
      amount,
      description,
      business_date: transaction.business_date,
      ...(till_id && { till_id }),
    },
  })
  await raiseBalances([entry])
  return transaction
}
