import { findCashCount } from '#api/accounts/cash-counts.ts'
import { IS_IN_DRAWER } from '#api/accounts/drawer.ts'
import { select } from '#api/db/database.ts'
import { tableOf, type CsvColumn, type Table } from '#api/http/csv.ts'
import { newestFirst } from '#api/http/newest-first.ts'
import { suspectsOf, type CashCount, type CountedEntry, type EntryGroup, type Suspect } from '#sync/protocol/cash-count.ts'
import { sumCedis } from '#sync/protocol/money.ts'

/** As many as are looked through, and as are shown. */
const MOST = 5_000
const SHOWN = 500

export interface Explanation { cash_count: CashCount; entries: CountedEntry[]; total: number; by_teller: EntryGroup[]; by_hour: EntryGroup[]; suspects: Suspect[] }

/** What lies between a count and the one before it, the newest first, and what of it would explain what is missing or too much. @throws 404 */
export async function explainCount(id: number): Promise<Explanation> {
  const cash_count = await findCashCount(id)
  const entries = await entriesOf(id, OF_ITS_ACCOUNT)
  const elsewhere = cash_count.since_last === 0 ? [] : await entriesOf(id, "t.account_code <> c.account_code AND t.type_code = 'SALE' AND t.amount = c.since_last")
  return {
    cash_count, entries: entries.slice(0, SHOWN), total: entries.length, suspects: suspectsOf(cash_count.since_last, entries, elsewhere),
    by_teller: grouped(entries, ({ user }) => user?.name ?? 'Website').sort((a, b) => b.sum - a.sum),
    by_hour: grouped(entries, ({ at }) => at.slice(0, 13)).sort((a, b) => a.name < b.name ? -1 : 1),
  }
}

type Row = Omit<CountedEntry, 'user' | 'at'> & { user_id: number | null; user_name: string | null; at: Date }

const SELECT_COUNTED = `SELECT t.id, t.account_code, t.type_code, t.order_id, IF(o.id IS NULL, NULL, COALESCE(o.number, o.id)) AS number, t.amount, t.description, t.user_id, u.name AS user_name, o.tendered,
    COALESCE(IF(t.type_code = 'SALE', o.occurred_at - INTERVAL COALESCE(o.skew_ms, 0) * 1000 MICROSECOND, NULL), t.created_at) AS at
  FROM cash_counts c LEFT JOIN cash_counts p ON p.id = c.previous_id LEFT JOIN tills k ON k.id = c.till_id
    JOIN transactions t ON t.id > COALESCE(p.last_entry_id, 0) AND t.id <= c.last_entry_id LEFT JOIN orders o ON o.id = t.order_id LEFT JOIN users u ON u.id = t.user_id`

const OF_ITS_ACCOUNT = 't.account_code = c.account_code'
const between = (which: string) => `WHERE c.id = :id AND ${which} AND (c.till_id IS NULL OR ${IS_IN_DRAWER}) AND NOT EXISTS (SELECT 1 FROM cash_counts b WHERE b.transaction_id = t.id)`

const entriesOf = async (id: number, which: string): Promise<CountedEntry[]> => (await select<Row>(`${SELECT_COUNTED} ${between(which)} ORDER BY t.id DESC LIMIT ${MOST}`, { id }))
  .map(({ user_id, user_name, at, ...row }) => ({ ...row, user: user_id === null ? null : { id: user_id, name: user_name! }, at: at.toJSON() }))

const COLUMNS: readonly CsvColumn<Row>[] = [
  ['id', ({ id }) => id], ['at', ({ at }) => at], ['type_code', ({ type_code }) => type_code], ['order', ({ number }) => number], ['description', ({ description }) => description],
  ['user', ({ user_name }) => user_name], ['tendered', ({ tendered }) => tendered?.toFixed(2)], ['amount', ({ amount }) => amount.toFixed(2)],
]

/** All entries between a count and the one before it, however many, the newest first; in cedis. @throws 404 */
export async function countedTable(id: number): Promise<Table> {
  await findCashCount(id)
  return tableOf(COLUMNS, newestFirst<Row>(SELECT_COUNTED, 't.id', { where: between(OF_ITS_ACCOUNT), values: { id } }))
}

function grouped(entries: readonly CountedEntry[], nameOf: (entry: CountedEntry) => string): EntryGroup[] {
  const groups = new Map<string, number[]>()
  for (const entry of entries) groups.set(nameOf(entry), [...groups.get(nameOf(entry)) ?? [], entry.amount])
  return [...groups].map(([name, amounts]) => ({ name, entries: amounts.length, sum: sumCedis(amounts) }))
}
