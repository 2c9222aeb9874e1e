import { select, selectOne } from '#api/db/database.ts'
import { forbidden } from '#api/errors.ts'
import { conditionsOf } from '#api/lists/conditions.ts'
import { tableOf, type CsvColumn, type Table } from '#api/lists/csv.ts'
import { holding } from '#api/lists/like.ts'
import { newestFirst } from '#api/lists/newest-first.ts'
import { orderBy } from '#api/lists/order-by.ts'
import { paged, windowOf } from '#api/lists/paginate.ts'
import type { StaffChange } from '#sync/protocol/staff/desk.ts'
import type { QueryOf } from '#sync/protocol/endpoints.ts'
import type { ChangeFilters } from '#sync/protocol/endpoints/desk.ts'
import type { Page } from '#sync/protocol/page.ts'
import { MANAGEMENT } from '#sync/protocol/roles.ts'

type Query = QueryOf<'GET /api/staff/changes'>
type Row = Omit<StaffChange, 'user' | 'was' | 'became' | 'created_at'> & {
  user_id: number | null
  user_name: string | null
  was: string | null
  became: string | null
  created_at: Date
}

/** Subjects whose history all staff may read, one row at a time. */
const OPEN_TO_STAFF: readonly string[] = [
  'product',
  'variation',
  'order',
  'refund',
  'stock_receipt',
  'stock_count',
  'cash_count',
]

const CONDITIONS = {
  subject: 's.subject = :subject',
  subject_id: 's.subject_id = :subject_id',
  user_id: 's.user_id = :user_id',
  start_date: 's.created_at >= :start_date',
  search: '(s.action LIKE :search OR s.was LIKE :search OR s.became LIKE :search)',
  end_date: 's.created_at < :end_date + INTERVAL 1 DAY',
}

const chosenBy = (filters: ChangeFilters) =>
  conditionsOf(CONDITIONS, { ...filters, search: filters.search ? holding(filters.search) : undefined })

const SELECT = `SELECT s.id, s.user_id, u.name AS user_name, s.ip, s.subject, s.subject_id, s.action, s.was, s.became,
  s.created_at
  FROM staff_changes s LEFT JOIN users u ON u.id = s.user_id`

/**
 * Staff's changes, the newest first by default. @throws 403 below management, except for the history of one row open to
 * them
 */
export async function listChanges(query: Query, clearance: number): Promise<Page<StaffChange>> {
  const { subject, subject_id, search } = query
  // A search hit would reveal hidden costs.
  if (
    clearance < MANAGEMENT &&
    !(subject !== undefined && OPEN_TO_STAFF.includes(subject) && subject_id !== undefined && !search)
  )
    throw forbidden()
  const { where, values } = chosenBy(query)
  const [rows, count] = await Promise.all([
    select<Row>(
      `${SELECT} ${where} ORDER BY ${orderBy({ id: 's.id' }, query, { id: 's.id' })} LIMIT :limit OFFSET :offset`,
      { ...values, ...windowOf(query) },
    ),
    selectOne<{ n: number }>(`SELECT COUNT(*) AS n FROM staff_changes s ${where}`, values),
  ])
  return paged(
    rows.map(row => changeFrom(row, { costs: clearance >= MANAGEMENT })),
    count!.n,
    query,
  )
}

const COLUMNS: readonly CsvColumn<Row>[] = [
  ['id', ({ id }) => id],
  ['created_at', ({ created_at }) => created_at],
  ['user', ({ user_name }) => user_name],
  ['ip', ({ ip }) => ip],
  ['subject', ({ subject }) => subject],
  ['subject_id', ({ subject_id }) => subject_id],
  ['action', ({ action }) => action],
  ['was', ({ was }) => was],
  ['became', ({ became }) => became],
]

/** All changes that match the filters, the newest first; old and new values as JSON. */
export const changeTable = (filters: ChangeFilters): Table =>
  tableOf(COLUMNS, newestFirst<Row>(SELECT, 's.id', chosenBy(filters)))

/** Costs only for people who may see them. */
const changeFrom = (
  { user_id, user_name, was, became, created_at, ...rest }: Row,
  { costs }: { costs: boolean },
): StaffChange => ({
  ...rest,
  user: user_id === null ? null : { id: user_id, name: user_name! },
  was: readRow(was, costs),
  became: readRow(became, costs),
  created_at: created_at.toJSON(),
})

const readRow = (text: string | null, costs: boolean) =>
  text === null
    ? null
    : (JSON.parse(text, (name, value: unknown) => (name === 'unit_cost' && !costs ? undefined : value)) as Record<
        string,
        unknown
      >)
