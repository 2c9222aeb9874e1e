import { readBooks } from '#api/ledger/ledger.ts'
import { select, selectOne } from '#api/db/database.ts'
import { tableOf, type CsvColumn, type Table } from '#api/lists/csv.ts'
import { paged, windowOf } from '#api/lists/paginate.ts'
import { monthsOn, type AccountMonth, type Period } from '#sync/protocol/staff/ledger.ts'
import { sumCedis } from '#sync/protocol/money.ts'
import type { Page, PageQuery } from '#sync/protocol/page.ts'

/** The months of the books, the newest first: open ones, then closed ones, each with its accounts' totals. */
export async function listPeriods(query: PageQuery): Promise<Page<Period>> {
  const { open_period, today } = await readBooks()
  const months = await openMonths(open_period, today.slice(0, 7))
  const closed = await selectOne<{ n: number }>('SELECT COUNT(DISTINCT period) AS n FROM closed_periods')
  const { limit, offset } = windowOf(query)
  const shown = months.slice(offset, offset + limit)
  const older = await select<{ period: string }>(
    'SELECT DISTINCT period FROM closed_periods ORDER BY period DESC LIMIT ? OFFSET ?',
    [limit - shown.length, Math.max(0, offset - months.length)],
  )
  return paged([...shown, ...(await closedMonths(older.map(({ period }) => period)))], months.length + closed!.n, query)
}

type Line = AccountMonth & Pick<Period, 'period' | 'status_code' | 'closed_at' | 'closed_by'>

const COLUMNS: readonly CsvColumn<Line>[] = [
  ['period', ({ period }) => period],
  ['status_code', ({ status_code }) => status_code],
  ['account_code', ({ account_code }) => account_code],
  ['account', ({ account }) => account.name],
  ...(['opening_balance', 'credits', 'debits', 'closing_balance'] as const).map((name): CsvColumn<Line> => [
    name,
    line => line[name].toFixed(2),
  ]),
  ['entries', ({ entries }) => entries],
  ['closed_at', ({ closed_at }) => closed_at],
  ['closed_by', ({ closed_by }) => closed_by?.name],
]

/** All months, the newest first, a line per account; in cedis. */
export const periodTable = (): Table => tableOf(COLUMNS, eachAccount())

async function* eachAccount(): AsyncGenerator<Line> {
  for (let page = 1, last = 1; page <= last; page++) {
    const { data, last_page } = await listPeriods({ page, per_page: 100 })
    last = last_page
    for (const { accounts, ...month } of data) for (const account of accounts) yield { ...account, ...month }
  }
}

export const findClosedPeriod = async (period: string): Promise<Period> => (await closedMonths([period]))[0]!

type MonthRow = Omit<AccountMonth, 'account'> & { period: string; account_name: string }

/** Closed months as stored. */
async function closedMonths(periods: string[]): Promise<Period[]> {
  if (periods.length === 0) return []
  const rows = await select<MonthRow & { closed_at: Date; closed_by: number | null; closer_name: string | null }>(
    `
    SELECT c.period, c.account_code, a.name AS account_name, c.opening_balance, c.credits, c.debits,
      c.credits + c.debits AS balance, c.closing_balance, c.entries, c.closed_at, c.closed_by, u.name AS closer_name
    FROM closed_periods c JOIN accounts a ON a.code = c.account_code LEFT JOIN users u ON u.id = c.closed_by
    WHERE c.period IN (?) ORDER BY a.id`,
    [periods],
  )
  return periods.map((period): Period => {
    const months = rows.filter(row => row.period === period)
    const { closed_at, closed_by, closer_name } = months[0]!
    return {
      period,
      status_code: 'CLOSED',
      closable: false,
      closed_at: closed_at.toJSON(),
      closed_by: closed_by === null ? null : { id: closed_by, name: closer_name! },
      accounts: months.map(
        ({ period: _, account_name, closed_at: __, closed_by: ___, closer_name: ____, ...month }) => ({
          ...month,
          account: { name: account_name },
        }),
      ),
    }
  })
}

type Moved = { period: string; account_code: string; credits: number; debits: number; entries: number }

/** Open months at this moment, the newest first: the first begins with the last closed month's balances. */
async function openMonths(open_period: string, this_month: string): Promise<Period[]> {
  const accounts = await select<{ code: string; name: string; carried: number }>(
    `SELECT a.code, a.name, COALESCE(c.closing_balance, 0) AS carried FROM accounts a
    LEFT JOIN closed_periods c ON c.account_code = a.code AND c.period = ? ORDER BY a.id`,
    [monthsOn(open_period, -1)],
  )
  const moved = await select<Moved>(
    `SELECT period, account_code, SUM(GREATEST(amount, 0)) AS credits, SUM(LEAST(amount, 0)) AS debits,
      COUNT(*) AS entries
    FROM transactions WHERE period >= ? GROUP BY period, account_code`,
    [open_period],
  )
  const months: Period[] = []
  for (let period = open_period; period <= this_month || period === open_period; period = monthsOn(period, 1)) {
    months.unshift({
      period,
      status_code: 'OPEN',
      closable: period === open_period && period < this_month,
      closed_at: null,
      closed_by: null,
      accounts: accounts.map(account => {
        const { credits, debits, entries } = moved.find(
          row => row.period === period && row.account_code === account.code,
        ) ?? { credits: 0, debits: 0, entries: 0 }
        const opening_balance = account.carried
        account.carried = sumCedis([opening_balance, credits, debits])
        return {
          account_code: account.code,
          account: { name: account.name },
          opening_balance,
          credits,
          debits,
          balance: sumCedis([credits, debits]),
          entries,
          closing_balance: account.carried,
        }
      }),
    })
  }
  return months
}
