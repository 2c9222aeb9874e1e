import { entriesThat, SELECT_ENTRIES } from '#api/ledger/list-transactions.ts'
import { tableOf, type CsvColumn, type Table } from '#api/lists/csv.ts'
import { newestFirst } from '#api/lists/newest-first.ts'
import type { TransactionFilters } from '#sync/protocol/endpoints/ledger.ts'

interface Row {
  id: number
  created_at: Date
  business_date: string
  period: string
  account_code: string
  type_code: string
  number: string | null
  amount: number
  description: string
  till_code: string | null
  user_name: string | null
}

const COLUMNS: readonly CsvColumn<Row>[] = [
  ['Id', ({ id }) => id],
  ['Booked at', ({ created_at }) => created_at],
  ['Day', ({ business_date }) => business_date],
  ['Month', ({ period }) => period],
  ['Account', ({ account_code }) => account_code],
  ['Type', ({ type_code }) => type_code],
  ['Order', ({ number }) => number],
  ['Amount', ({ amount }) => amount.toFixed(2)],
  ['Description', ({ description }) => description],
  ['By', ({ user_name }) => user_name],
  ['Till', ({ till_code }) => till_code],
]

/** Entries that match the filters, the newest first. Amounts in cedis, negative for a debit. */
export const transactionTable = (filters: TransactionFilters): Table =>
  tableOf(COLUMNS, newestFirst<Row>(SELECT_ENTRIES, 't.id', entriesThat(filters)))
