import { execute, insertRows } from '#api/db/database.ts'
import { sumCedis } from '#sync/protocol/money.ts'

/** `amount` in cedis: positive for a credit, negative for a debit. */
export interface Entry { account_code: string; type_code: 'SALE' | 'REFUND' | 'MANUAL'; order_id: number | null; user_id: number | null; amount: number; description: string }

/** Adds entries, in the transaction around it, which must also raise the balances. Entries are never changed or deleted. */
export const addEntries = (entries: readonly Entry[]) => insertRows('transactions', entries.filter(isMoney))

/** Moves the balances that entries belong to. A balance is the row that every sale wants, so this comes last in a transaction. */
export async function raiseBalances(entries: readonly Entry[]): Promise<void> {
  const codes = [...new Set(entries.filter(isMoney).map(entry => entry.account_code))].sort()
  if (codes.length === 0) return
  const raises = codes.flatMap(code => [code, sumCedis(entries.filter(entry => entry.account_code === code).map(({ amount }) => amount))])
  await execute(`UPDATE accounts SET balance = balance + CASE code ${'WHEN ? THEN ? '.repeat(codes.length)} END WHERE code IN (?)`, [...raises, codes])
}

const isMoney = ({ amount }: Entry) => amount !== 0
