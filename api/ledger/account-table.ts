import { ACCOUNT_COLUMNS } from '#api/ledger/account-rows.ts'
import { readBooks } from '#api/ledger/ledger.ts'
import { select } from '#api/db/database.ts'
import { inBatches, tableOf, type CsvColumn, type Table } from '#api/lists/csv.ts'

interface Row {
  id: number
  code: string
  name: string
  balance: number
  at_till: number
  kind: string | null
  asks_reference: string
  opens_drawer: number
  place: number
  status_code: string
}

const COLUMNS: readonly CsvColumn<Row>[] = [
  ['id', ({ id }) => id],
  ['code', ({ code }) => code],
  ['name', ({ name }) => name],
  ['balance', ({ balance }) => balance.toFixed(2)],
  ['at_till', ({ at_till }) => at_till],
  ['kind', ({ kind }) => kind],
  ['asks_reference', ({ kind, asks_reference }) => kind && asks_reference],
  ['opens_drawer', ({ opens_drawer }) => opens_drawer],
  ['place', ({ kind, place }) => kind && place],
  ['status', ({ status_code }) => status_code],
]

/** All accounts with their balances, in cedis, and the open month. */
export async function accountTable(): Promise<Table> {
  const { open_period } = await readBooks()
  return tableOf(
    [...COLUMNS, ['period', () => open_period]],
    inBatches(id => select<Row>(`SELECT ${ACCOUNT_COLUMNS} FROM accounts WHERE id > ? ORDER BY id LIMIT 1000`, [id])),
  )
}
