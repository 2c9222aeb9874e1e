import { execute, insertRows, selectOne } from '#api/db/database.ts'
import { periodOfEntry } from '#sync/protocol/staff/ledger.ts'
import { sumCedis } from '#sync/protocol/money.ts'

/** `amount` in cedis: positive for a credit, negative for a debit. */
export interface Entry {
  account_code: string
  type_code: 'SALE' | 'REFUND' | 'MANUAL'
  order_id: number | null
  user_id: number | null
  amount: number
  description: string
  /** Its business day, YYYY-MM-DD in UTC; today by default. */
  business_date?: string
  /** The refund it pays, or whose difference it takes. */
  refund_id?: number | null
  /** The till whose drawer it moved in, if its order does not say. */
  till_id?: number | null
}

/**
 * Adds entries in the surrounding transaction, which must also raise the balances; returns the first id. Entries are
 * never changed or deleted. Each falls in the month of its day, or in the oldest open month if that is closed, so that
 * a booking is never refused.
 */
export async function addEntries(entries: readonly Entry[], books = shareBooks): Promise<number> {
  const all = entries.filter(isMoney)
  if (all.length === 0) return 0
  const { open_period, today } = await books()
  return insertRows(
    'transactions',
    all.map(
      ({
        account_code,
        type_code,
        order_id,
        user_id,
        amount,
        description,
        refund_id = null,
        till_id = null,
        business_date = today,
      }) => ({
        account_code,
        type_code,
        order_id,
        refund_id,
        till_id,
        user_id,
        amount,
        description,
        business_date,
        period: periodOfEntry(business_date, open_period),
      }),
    ),
  )
}

/** Raises the balances of entries. Every sale needs this row, so call it last in a transaction. */
export async function raiseBalances(entries: readonly Entry[]): Promise<void> {
  const codes = [...new Set(entries.filter(isMoney).map(entry => entry.account_code))].sort()
  if (codes.length === 0) return
  const raises = codes.flatMap(code => [
    code,
    sumCedis(entries.filter(entry => entry.account_code === code).map(({ amount }) => amount)),
  ])
  await execute(
    `UPDATE accounts SET balance = balance + CASE code ${'WHEN ? THEN ? '.repeat(codes.length)} END WHERE code IN (?)`,
    [...raises, codes],
  )
}

/** The oldest open month, YYYY-MM, and today, YYYY-MM-DD, both in UTC. */
export interface Books {
  open_period: string
  today: string
}

const READ_BOOKS = "SELECT open_period, DATE_FORMAT(UTC_DATE(), '%Y-%m-%d') AS today FROM books WHERE id = 1"

/** The books, shared until the surrounding transaction ends: many may book at once, and nobody can close a month. */
const shareBooks = async (): Promise<Books> => (await selectOne<Books>(`${READ_BOOKS} LOCK IN SHARE MODE`))!

/** The same as part of another read: the last part of the UNION in `api/sales/look-up.ts`. */
export const BOOKS_SHARED = `(SELECT 'books', NULL, open_period, DATE_FORMAT(UTC_DATE(), '%Y-%m-%d'), NULL FROM books
  WHERE id = 1 LOCK IN SHARE MODE)`

/**
 * The books, locked exclusively: all bookings are committed, and none can start until the surrounding transaction ends.
 */
export const holdBooks = async (): Promise<Books> => (await selectOne<Books>(`${READ_BOOKS} FOR UPDATE`))!

/** The books at this moment, for reading only: the month may close before a booking. */
export const readBooks = async (): Promise<Books> => (await selectOne<Books>(READ_BOOKS))!

const isMoney = ({ amount }: Entry) => amount !== 0
