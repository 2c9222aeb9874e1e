import { findCashCount } from '#api/ledger/cash-counts.ts'
import { isAfterStart, PLACE } from '#api/ledger/count-start.ts'
import { IS_IN_DRAWER, IS_OF_DESK } from '#api/ledger/drawer.ts'
import { select, selectOne } from '#api/db/database.ts'
import { tableOf, type CsvColumn, type Table } from '#api/lists/csv.ts'
import { newestFirst } from '#api/lists/newest-first.ts'
import { paged, windowOf } from '#api/lists/paginate.ts'
import {
  suspectsOf,
  type CashCount,
  type CountedEntry,
  type EntryGroup,
  type Suspect,
} from '#sync/protocol/staff/cash-count.ts'
import type { Page, PageQuery } from '#sync/protocol/page.ts'

/** How many of the newest entries are searched for an explanation. */
const MOST = 5_000
/** Above this many hours with entries, groups by day. */
const MOST_HOURS = 72

export interface Explanation {
  cash_count: CashCount
  by_teller: EntryGroup[]
  by_hour: EntryGroup[]
  suspects: Suspect[]
}

/**
 * What happened between a count and the one before it, by cashier and by hour, and which entries could explain a
 * shortage or surplus. @throws 404
 */
export async function explainCount(id: number): Promise<Explanation> {
  const cash_count = await findCashCount(id)
  const { since_last } = cash_count
  const [entries, elsewhere] =
    since_last === 0
      ? [[], []]
      : await Promise.all([
          entriesOf(OF_ITS_ACCOUNT, { id, limit: MOST, offset: 0 }),
          entriesOf("t.account_code <> c.account_code AND t.type_code = 'SALE' AND t.amount = c.since_last", {
            id,
            limit: MOST,
            offset: 0,
          }),
        ])
  const by_hour = await grouped(id, `DATE_FORMAT(${AT}, '%Y-%m-%dT%H')`)
  return {
    cash_count,
    suspects: suspectsOf(since_last, entries, elsewhere),
    by_teller: (await grouped(id, "COALESCE(u.name, 'Website')")).toSorted((a, b) => b.sum - a.sum),
    by_hour: by_hour.length > MOST_HOURS ? await grouped(id, `DATE_FORMAT(${AT}, '%Y-%m-%d')`) : by_hour,
  }
}

/** The entries between a count and the one before it, the newest first. @throws 404 */
export async function listCounted(id: number, query: PageQuery): Promise<Page<CountedEntry>> {
  await findCashCount(id)
  const count = await selectOne<{ n: number }>(`SELECT COUNT(*) AS n ${BETWEEN} ${between(OF_ITS_ACCOUNT)}`, { id })
  return paged(await entriesOf(OF_ITS_ACCOUNT, { id, ...windowOf(query) }), count!.n, query)
}

type Row = Omit<CountedEntry, 'user' | 'at'> & { user_id: number | null; user_name: string | null; at: Date }

const AT =
  "COALESCE(IF(t.type_code = 'SALE', o.occurred_at - INTERVAL COALESCE(o.skew_ms, 0) * 1000 MICROSECOND, NULL), t.created_at)"

const BETWEEN = `FROM cash_counts c LEFT JOIN cash_counts p ON p.id = c.previous_id
  LEFT JOIN tills k ON k.id = c.till_id
    JOIN transactions t ON (c.from_at IS NOT NULL OR t.id > COALESCE(p.last_entry_id, 0))
      AND (c.to_seq IS NOT NULL OR t.id <= c.last_entry_id)
    LEFT JOIN orders o ON o.id = t.order_id ${PLACE} LEFT JOIN users u ON u.id = t.user_id`

const SELECT_COUNTED = `SELECT t.id, t.account_code, t.type_code, t.order_id,
  IF(o.id IS NULL, NULL, COALESCE(o.number, o.id)) AS number, t.amount, t.description, t.user_id, u.name AS user_name,
  COALESCE(o.tendered, IF(t.type_code = 'SALE', (SELECT p.tendered FROM order_tenders p WHERE p.order_id = o.id
    AND p.account_code = t.account_code AND p.tendered IS NOT NULL), NULL)) AS tendered,
    ${AT} AS at ${BETWEEN}`

const OF_ITS_ACCOUNT = 't.account_code = c.account_code'
const between = (which: string) =>
  `WHERE c.id = :id AND ${which} AND (c.till_id IS NULL OR ${IS_IN_DRAWER})
    AND ${isAfterStart({ from_seq: 'c.from_seq', from_at: 'c.from_at' }, 'COALESCE(p.last_entry_id, 0)')}
    AND (c.to_seq IS NULL OR v.seq < c.to_seq
      OR v.seq IS NULL AND c.from_at < t.created_at AND t.created_at <= c.created_at AND ${IS_OF_DESK})
    AND NOT EXISTS (SELECT 1 FROM cash_counts b WHERE b.transaction_id = t.id)`

const entriesOf = async (
  which: string,
  values: { id: number; limit: number; offset: number },
): Promise<CountedEntry[]> =>
  (await select<Row>(`${SELECT_COUNTED} ${between(which)} ORDER BY t.id DESC LIMIT :limit OFFSET :offset`, values)).map(
    ({ user_id, user_name, at, ...row }) => ({
      ...row,
      user: user_id === null ? null : { id: user_id, name: user_name! },
      at: at.toJSON(),
    }),
  )

/** All of them, grouped by the named part of the statement. */
const grouped = (id: number, name: string) =>
  select<EntryGroup>(
    `SELECT ${name} AS name, COUNT(*) AS entries, SUM(t.amount) AS sum ${BETWEEN} ${between(OF_ITS_ACCOUNT)} GROUP BY 1
      ORDER BY 1`,
    { id },
  )

const COLUMNS: readonly CsvColumn<Row>[] = [
  ['id', ({ id }) => id],
  ['at', ({ at }) => at],
  ['type_code', ({ type_code }) => type_code],
  ['order', ({ number }) => number],
  ['description', ({ description }) => description],
  ['user', ({ user_name }) => user_name],
  ['tendered', ({ tendered }) => tendered?.toFixed(2)],
  ['amount', ({ amount }) => amount.toFixed(2)],
]

/** All entries between a count and the one before it, the newest first; in cedis. @throws 404 */
export async function countedTable(id: number): Promise<Table> {
  await findCashCount(id)
  return tableOf(COLUMNS, newestFirst<Row>(SELECT_COUNTED, 't.id', { where: between(OF_ITS_ACCOUNT), values: { id } }))
}
