import { select, selectOne } from '#api/db/database.ts'
import { tableOf, type CsvColumn, type Table } from '#api/lists/csv.ts'
import { newestFirst } from '#api/lists/newest-first.ts'
import { paged, windowOf } from '#api/lists/paginate.ts'
import type { Page, PageQuery } from '#sync/protocol/page.ts'
import type { Difference, Reconciliation } from '#sync/protocol/staff/reconciliation.ts'

/** Comparisons with the provider's records, the newest first. */
export async function listReconciliations(query: PageQuery): Promise<Page<Reconciliation>> {
  const rows = await select<Row>(
    `${SELECT_RECONCILIATIONS} ORDER BY r.id DESC LIMIT :limit OFFSET :offset`,
    windowOf(query),
  )
  const count = await selectOne<{ n: number }>('SELECT COUNT(*) AS n FROM reconciliations')
  return paged(rows.map(reconciliationFrom), count!.n, query)
}

/** The newest comparison this person requested. */
export const lastReconciliationOf = async (user_id: number): Promise<Reconciliation> =>
  reconciliationFrom(
    (await selectOne<Row>(`${SELECT_RECONCILIATIONS} WHERE r.user_id = ? ORDER BY r.id DESC LIMIT 1`, [user_id]))!,
  )

/** A line of the file: a comparison with one of its differences, or without any. */
type Line = Pick<Reconciliation, 'id' | 'created_at' | 'since' | 'listed' | 'user' | 'error'> & {
  differ: number
  difference: Difference | null
}

const COLUMNS: readonly CsvColumn<Line>[] = [
  ['id', ({ id }) => id],
  ['created_at', ({ created_at }) => created_at],
  ['since', ({ since }) => since],
  ['user', ({ user }) => user?.name],
  ['listed', ({ listed }) => listed],
  ['differ', ({ differ }) => differ],
  ['error', ({ error }) => error],
  ['kind', ({ difference }) => difference?.kind],
  ['reference', ({ difference }) => difference?.reference],
  ['order_id', ({ difference }) => difference?.order_id],
  ['theirs', ({ difference }) => difference?.theirs?.toFixed(2)],
  ['ours', ({ difference }) => difference?.ours?.toFixed(2)],
]

/** All comparisons, the newest first: a line per difference, in cedis, or one line without differences. */
export const reconciliationTable = (): Table =>
  tableOf(COLUMNS, eachDifference(newestFirst<Row>(SELECT_RECONCILIATIONS, 'r.id', { where: '', values: {} })))

async function* eachDifference(rows: AsyncIterable<Row>): AsyncGenerator<Line> {
  for await (const row of rows) {
    const { differences, ...compared } = reconciliationFrom(row)
    for (const difference of differences.length > 0 ? differences : [null])
      yield { ...compared, differ: differences.length, difference }
  }
}

type Row = Omit<Reconciliation, 'since' | 'differences' | 'user' | 'created_at'> & {
  since: Date
  differences: string
  user_id: number | null
  user_name: string | null
  created_at: Date
}

const SELECT_RECONCILIATIONS = `SELECT r.id, r.since, r.listed, r.differences, r.error, r.user_id, u.name AS user_name,
  r.created_at FROM reconciliations r LEFT JOIN users u ON u.id = r.user_id`

const reconciliationFrom = ({ since, differences, user_id, user_name, created_at, ...row }: Row): Reconciliation => ({
  ...row,
  since: since.toJSON(),
  differences: JSON.parse(differences) as Difference[],
  user: user_id === null ? null : { id: user_id, name: user_name! },
  created_at: created_at.toJSON(),
})
