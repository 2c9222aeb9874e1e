import { bookByHand } from '#api/ledger/record-transaction.ts'
import { movedSince, startOf } from '#api/ledger/count-start.ts'
import { drawerOf } from '#api/ledger/drawer.ts'
import { findAccount } from '#api/ledger/find-account.ts'
import { holdBooks } from '#api/ledger/ledger.ts'
import { recordChange } from '#api/audit/record-change.ts'
import { execute, inTransaction, insertRow, select, selectOne } from '#api/db/database.ts'
import { conflict, invalid, notFound, secondPerson } from '#api/errors.ts'
import { conditionsOf } from '#api/lists/conditions.ts'
import { tableOf, type CsvColumn, type Table } from '#api/lists/csv.ts'
import { holding } from '#api/lists/like.ts'
import { newestFirst } from '#api/lists/newest-first.ts'
import { orderBy } from '#api/lists/order-by.ts'
import { paged, windowOf } from '#api/lists/paginate.ts'
import { reaches } from '#api/shop/limits.ts'
import type { CashCount } from '#sync/protocol/staff/cash-count.ts'
import type { BodyOf, QueryOf } from '#sync/protocol/endpoints.ts'
import type { CashCountFilters } from '#sync/protocol/endpoints/ledger.ts'
import { sumCedis } from '#sync/protocol/money.ts'
import type { Page } from '#sync/protocol/page.ts'

/**
 * Records a cash count against the expected amount: for an account its balance, for a till's drawer the float of its
 * shift or the last count, plus what moved since. No entry is booked while it reads, so each falls before or after the
 * count.
 * @throws 422 for an unknown account or till
 */
export const countCash = (
  { account_code, till_id = null, counted, remains = counted, note = '' }: BodyOf<'POST /api/staff/cash-counts'>,
  user_id: number,
): Promise<CashCount> =>
  inTransaction(async () => {
    if (!(await findAccount(account_code))) throw invalid({ account_code: ['Choose an account from the list.'] })
    await drawerOf(till_id)
    if (remains > counted) throw invalid({ remains: ['This must not be more than was counted.'] })
    await holdBooks()
    const start = await startOf(account_code, till_id)
    const { previous, held, from_seq, from_at } = start
    const newest = await selectOne<{ id: number }>('SELECT COALESCE(MAX(id), 0) AS id FROM transactions')
    const moved = await movedSince(start, account_code, till_id)
    const { balance } = (await selectOne<{ balance: number }>('SELECT balance FROM accounts WHERE code = ?', [
      account_code,
    ]))!
    const expected = till_id ? sumCedis([held, moved]) : balance
    const difference = sumCedis([counted, -expected])
    const id = await insertRow('cash_counts', {
      account_code,
      till_id,
      counted,
      expected,
      remains: till_id ? remains : counted,
      note,
      previous_id: previous?.id ?? null,
      last_entry_id: newest!.id,
      from_seq,
      from_at,
      user_id,
      since_last: till_id || !previous ? difference : sumCedis([counted, -previous.counted, -moved]),
    })
    await recordChange({
      subject: 'cash_count',
      subject_id: id,
      action: 'count',
      became: { account_code, till_id, counted, expected },
    })
    return findCashCount(id)
  })

/**
 * Books a count's difference, once, so that the account shows what is there.
 * @throws 404, 409 if there is none, it is already booked, a newer count exists, or another person must book it
 */
export const bookDifference = (id: number, reason: string, user_id: number): Promise<CashCount> =>
  inTransaction(async () => {
    await holdBooks()
    const { account_code, difference, transaction_id, bookable, user } = await findCashCount(id)
    if (transaction_id !== null) throw conflict('This difference is already booked.')
    if (difference === 0) throw conflict('There is no difference to book.')
    if (!bookable) throw conflict('There is a newer count. Book its difference instead.')
    if (user.id === user_id && (await reaches('two_person_limit', -difference)))
      throw secondPerson('You counted this. Someone else must book the shortage.')
    const transaction = await bookByHand({
      account_code,
      amount: difference,
      description: `Cash count ${id}: ${reason}`.slice(0, 255),
      user_id,
    })
    await execute('UPDATE cash_counts SET transaction_id = ? WHERE id = ?', [transaction.id, id])
    await recordChange({
      subject: 'cash_count',
      subject_id: id,
      action: 'book',
      was: { transaction_id: null },
      became: { transaction_id: transaction.id },
    })
    return findCashCount(id)
  })

const CONDITIONS = {
  search: 'c.note LIKE :search',
  account_code: 'c.account_code = :account_code',
  till_id: 'c.till_id = :till_id',
  user_id: 'c.user_id = :user_id',
  start_date: 'c.created_at >= :start_date',
  end_date: 'c.created_at < :end_date + INTERVAL 1 DAY',
}
const ORDERS = {
  id: 'c.id',
  user: 'u.name',
  since_last: 'c.since_last',
  counted: 'c.counted',
  expected: 'c.expected',
} as const
const chosenBy = (filters: CashCountFilters) =>
  conditionsOf(CONDITIONS, { ...filters, search: filters.search ? holding(filters.search) : undefined })

/** Cash counts, the newest first by default. */
export async function listCashCounts(filters: QueryOf<'GET /api/staff/cash-counts'>): Promise<Page<CashCount>> {
  const { where, values } = chosenBy(filters)
  const rows = await select<Row>(
    `${SELECT_COUNTS} ${where} ORDER BY ${orderBy(ORDERS, filters, { id: 'c.id' })} LIMIT :limit OFFSET :offset`,
    { ...values, ...windowOf(filters) },
  )
  const count = await selectOne<{ n: number }>(`SELECT COUNT(*) AS n FROM cash_counts c ${where}`, values)
  return paged(rows.map(countFrom), count!.n, filters)
}

const COLUMNS: readonly CsvColumn<Row>[] = [
  ['id', ({ id }) => id],
  ['created_at', ({ created_at }) => created_at],
  ['account_code', ({ account_code }) => account_code],
  ['till', ({ till_code }) => till_code],
  ['user', ({ user_name }) => user_name],
  ...(['counted', 'expected', 'difference', 'since_last', 'remains'] as const).map((name): CsvColumn<Row> => [
    name,
    row => row[name].toFixed(2),
  ]),
  ['note', ({ note }) => note],
  ['transaction_id', ({ transaction_id }) => transaction_id],
]

/** All cash counts that match the filters, the newest first; in cedis. */
export const cashCountTable = (filters: CashCountFilters): Table =>
  tableOf(COLUMNS, newestFirst<Row>(SELECT_COUNTS, 'c.id', chosenBy(filters)))

/** @throws 404 */
export async function findCashCount(id: number): Promise<CashCount> {
  const row = await selectOne<Row>(`${SELECT_COUNTS} WHERE c.id = ?`, [id])
  if (!row) throw notFound('Count')
  return countFrom(row)
}

type Row = Omit<CashCount, 'account' | 'till' | 'user' | 'bookable' | 'previous_at' | 'created_at'> & {
  account_name: string
  till_id: number | null
  till_code: string
  till_name: string
  user_id: number
  user_name: string
  counted_again: number
  previous_at: Date | null
  created_at: Date
}

/** A count of the whole account replaces all earlier ones; a count of a drawer replaces that drawer's. */
const SELECT_COUNTS = `SELECT c.id, c.account_code, a.name AS account_name, c.till_id, k.code AS till_code,
  k.name AS till_name, c.counted, c.expected, c.counted - c.expected AS difference,
    c.since_last, c.remains, c.note, c.user_id, u.name AS user_name, c.transaction_id, p.created_at AS previous_at,
    c.created_at,
    c.shift_id,
    EXISTS (SELECT 1 FROM cash_counts n WHERE n.account_code = c.account_code
      AND (n.created_at > c.created_at OR n.created_at = c.created_at AND n.id > c.id)
      AND (c.till_id IS NULL OR n.till_id IS NULL OR n.till_id = c.till_id)) AS counted_again
  FROM cash_counts c JOIN accounts a ON a.code = c.account_code JOIN users u ON u.id = c.user_id
  LEFT JOIN tills k ON k.id = c.till_id LEFT JOIN cash_counts p ON p.id = c.previous_id`

const countFrom = ({
  account_name,
  till_id,
  till_code,
  till_name,
  user_id,
  user_name,
  counted_again,
  previous_at,
  created_at,
  ...row
}: Row): CashCount => ({
  ...row,
  account: { name: account_name },
  till: till_id === null ? null : { id: till_id, code: till_code, name: till_name },
  user: { id: user_id, name: user_name },
  bookable: row.transaction_id === null && row.difference !== 0 && !counted_again,
  previous_at: previous_at?.toJSON() ?? null,
  created_at: created_at.toJSON(),
})
