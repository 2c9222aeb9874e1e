import { IS_IN_DRAWER } from '#api/ledger/drawer.ts'
import { select, selectOne } from '#api/db/database.ts'
import { conditionsOf } from '#api/lists/conditions.ts'
import { holding } from '#api/lists/like.ts'
import { orderBy } from '#api/lists/order-by.ts'
import { numberedIds } from '#api/lists/order-numbers.ts'
import { windowOf, paged } from '#api/lists/paginate.ts'
import { sumCedis } from '#sync/protocol/money.ts'
import type { QueryOf } from '#sync/protocol/endpoints.ts'
import type { TransactionFilters } from '#sync/protocol/endpoints/ledger.ts'
import type { Summaries, Transaction } from '#sync/protocol/staff/ledger.ts'
import type { Page } from '#sync/protocol/page.ts'

type Row = Omit<Transaction, 'account' | 'direction' | 'created_at' | 'user' | 'till'> & {
  account_name: string
  till_id: number | null
  till_code: string
  till_name: string
  user_id: number | null
  user_name: string | null
  created_at: Date
}

/** Entries that match all filters, and their total. Dates are UTC days, inclusive. */
export async function listTransactions(
  filters: QueryOf<'GET /api/staff/transactions'>,
): Promise<{ summaries: Summaries; transactions: Page<Transaction> }> {
  const { where, values } = entriesThat(filters)
  const order = `ORDER BY ${orderBy(COLUMNS, { ...filters, order_column: filters.order_column ?? 'created_at' }, { id: 't.id' })}`
  const [rows, sums] = await Promise.all([
    // Looks up names for the page alone: a join would sort all entries with their names.
    select<Row>(
      `${SELECT_ENTRIES} JOIN (SELECT t.id FROM transactions t ${where} ${order}
        LIMIT :limit OFFSET :offset) page ON page.id = t.id ${order}`,
      { ...values, ...windowOf(filters) },
    ),
    selectOne<Omit<Summaries, 'credits'> & { n: number }>(
      `SELECT COUNT(*) AS n, COALESCE(SUM(t.amount), 0) AS balance,
        COALESCE(SUM(IF(t.amount < 0, t.amount, NULL)), 0) AS debits
      FROM transactions t ${where}`,
      values,
    ),
  ])
  const { n, balance, debits } = sums!
  return {
    summaries: { credits: sumCedis([balance, -debits]), debits, balance },
    transactions: paged(rows.map(transactionFrom), n, filters),
  }
}

export async function findTransaction(id: number): Promise<Transaction> {
  return transactionFrom((await selectOne<Row>(`${SELECT_ENTRIES} WHERE t.id = ?`, [id]))!)
}

/** The condition for entries `t` that match the filters. */
export function entriesThat({ search, ...filters }: TransactionFilters): {
  where: string
  values: Record<string, unknown>
} {
  const orders = search ? numberedIds(search) : null
  const { where, values } = conditionsOf(
    { ...CONDITIONS, search: wordsOrOrders(orders?.sql ?? '') },
    { ...filters, search: search || undefined },
  )
  return { where, values: { ...values, ...orders?.values, contains: holding(search ?? '') } }
}

/**
 * A sale's description holds only its number, which has an index; so words are searched among the few other entries. A
 * derived table is built once; a UNION inside IN would run for every entry.
 */
const wordsOrOrders = (
  orders: string,
) => `t.id IN (SELECT found.id FROM (SELECT s.id FROM transactions s JOIN (${orders}) n ON n.id = s.order_id
    UNION ALL SELECT s.id FROM transactions s
    WHERE s.type_code IN ('MANUAL', 'REFUND') AND s.description LIKE :contains) found)`

/** Entries `t` as shown in lists and files. */
export const SELECT_ENTRIES = `SELECT t.id, t.account_code, a.name AS account_name, t.type_code, t.order_id,
  IF(o.id IS NULL, NULL, COALESCE(o.number, o.id)) AS number, t.amount, t.description,
    DATE_FORMAT(t.business_date, '%Y-%m-%d') AS business_date, t.period, k.id AS till_id, k.code AS till_code,
    k.name AS till_name, t.user_id, u.name AS user_name, t.created_at
  FROM transactions t JOIN accounts a ON a.code = t.account_code LEFT JOIN orders o ON o.id = t.order_id
  LEFT JOIN users u ON u.id = t.user_id
    LEFT JOIN tills k ON ${IS_IN_DRAWER}`

const COLUMNS = {
  id: 't.id',
  created_at: 't.created_at',
  amount: 't.amount',
  business_date: 't.business_date',
} as const

const CONDITIONS = {
  account_code: 't.account_code = :account_code',
  type_code: 't.type_code = :type_code',
  period: 't.period = :period',
  user_id: 't.user_id = :user_id',
  start_date: 't.created_at >= :start_date',
  end_date: 't.created_at < :end_date + INTERVAL 1 DAY',
  business_from: 't.business_date >= :business_from',
  business_to: 't.business_date <= :business_to',
} as const

const transactionFrom = ({
  account_name,
  till_id,
  till_code,
  till_name,
  user_id,
  user_name,
  created_at,
  ...row
}: Row): Transaction => ({
  ...row,
  account: { name: account_name },
  direction: row.amount < 0 ? 'Dr' : 'Cr',
  till: till_id === null ? null : { id: till_id, code: till_code, name: till_name },
  user: user_id === null ? null : { id: user_id, name: user_name! },
  created_at: created_at.toJSON(),
})
