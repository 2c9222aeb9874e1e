import { countCash } from '#api/ledger/cash-counts.ts'
import { addEntries, raiseBalances, type Entry } from '#api/ledger/ledger.ts'
import { insertRow, select, selectOne } from '#api/db/database.ts'
import { sumCedis } from '#sync/protocol/money.ts'
import { CASH } from '#sync/protocol/tender/tender.ts'

const HOUR_MS = 3_600_000

/**
 * Pays typical expenses, and counts the cash twice: one evening without a difference, and just now with the newest sale
 * missing.
 */
export async function seedLedger(): Promise<void> {
  const people = await select<{ id: number }>(
    "SELECT id FROM users WHERE email IN ('admin@shop.test', 'manager@shop.test') ORDER BY email",
  )
  const [admin, manager] = people
  const sales = await select<{ id: number; amount: number; created_at: Date }>(
    "SELECT id, amount, created_at FROM transactions WHERE account_code = ? AND type_code = 'SALE' ORDER BY id DESC LIMIT 4",
    [CASH],
  )
  const [newest, , , older] = sales
  if (!admin || !manager || !newest || !older) return
  const costs = [
    ['BANK', -180, 'Rent of the stall by the gate'],
    [CASH, -45.5, 'Thread, needles and zips'],
  ].map(([account_code, amount, description]): Entry => ({
    account_code: String(account_code),
    type_code: 'MANUAL',
    order_id: null,
    user_id: admin.id,
    amount: Number(amount),
    description: String(description),
  }))
  await addEntries(costs)
  await raiseBalances(costs)
  const { counted } = (await selectOne<{ counted: number }>(
    'SELECT SUM(amount) AS counted FROM transactions WHERE account_code = ? AND id <= ?',
    [CASH, older.id],
  ))!
  await insertRow('cash_counts', {
    account_code: CASH,
    counted,
    expected: counted,
    since_last: 0,
    remains: counted,
    note: 'In the evening',
    last_entry_id: older.id,
    user_id: manager.id,
    created_at: new Date(older.created_at.getTime() + HOUR_MS).toISOString().slice(0, 19).replace('T', ' '),
  })
  const { balance } = (await selectOne<{ balance: number }>('SELECT balance FROM accounts WHERE code = ?', [CASH]))!
  await countCash(
    { account_code: CASH, counted: sumCedis([balance, -newest.amount]), note: 'Counted twice' },
    manager.id,
  )
}
