import { select, selectOne } from '#api/db/database.ts'
import { notFound } from '#api/errors.ts'
import type { UserSession } from '#api/http/access.ts'
import { conditionsOf } from '#api/lists/conditions.ts'
import { tableOf, type CsvColumn, type Table } from '#api/lists/csv.ts'
import { holding } from '#api/lists/like.ts'
import { newestFirst } from '#api/lists/newest-first.ts'
import { orderBy } from '#api/lists/order-by.ts'
import { paged, windowOf } from '#api/lists/paginate.ts'
import type { QueryOf } from '#sync/protocol/endpoints.ts'
import type { JobFilters } from '#sync/protocol/endpoints/jobs.ts'
import type { Job, ListedJob, Round } from '#sync/protocol/staff/job.ts'
import type { Page } from '#sync/protocol/page.ts'

type JobRow = Omit<Job, 'result' | 'created_at' | 'finished_at'> & {
  user_id: number | null
  result: string | null
  created_at: Date
  finished_at: Date | null
  tries: number
  user_name: string | null
}

const SELECT = `SELECT j.id, j.kind, j.user_id, j.status_code, j.done, j.total, j.result, j.error, j.created_at,
  j.finished_at, j.tries, u.name AS user_name
  FROM jobs j LEFT JOIN users u ON u.id = j.user_id`

/** A job, for the person who asked for it and for those who may see all. @throws 404 */
export async function findJob(id: number, { user }: UserSession): Promise<Job> {
  const row = await selectOne<JobRow>(`${SELECT} WHERE j.id = ?`, [id])
  if (!row || (row.user_id !== user.id && user.role.id < 4)) throw notFound('Job')
  return jobFrom(row)
}

const CONDITIONS = {
  search:
    "(CAST(j.id AS CHAR) = :search OR j.error LIKE :words OR LOWER(JSON_UNQUOTE(JSON_EXTRACT(j.result, '$.file'))) LIKE LOWER(:words))",
  status_code: 'j.status_code = :status_code',
  kind: 'j.kind = :kind',
  user_id: 'j.user_id = :user_id',
  start_date: 'j.created_at >= :start_date',
  end_date: 'j.created_at < :end_date + INTERVAL 1 DAY',
}
const ORDERS = {
  id: 'j.id',
  kind: 'j.kind',
  status_code: 'j.status_code',
  user: 'u.name',
  finished_at: 'j.finished_at',
  tries: 'j.tries',
} as const

function chosenBy(filters: JobFilters) {
  const { where, values } = conditionsOf(CONDITIONS, { ...filters, search: filters.search || undefined })
  return { where, values: { ...values, words: holding(filters.search ?? '') } }
}

/** Jobs, the newest first by default. */
export async function listJobs(filters: QueryOf<'GET /api/staff/jobs'>): Promise<Page<ListedJob>> {
  const { where, values } = chosenBy(filters)
  const rows = await select<JobRow>(
    `${SELECT} ${where} ORDER BY ${orderBy(ORDERS, filters, { id: 'j.id' })} LIMIT :limit OFFSET :offset`,
    { ...values, ...windowOf(filters) },
  )
  const count = await selectOne<{ n: number }>(`SELECT COUNT(*) AS n FROM jobs j ${where}`, values)
  return paged(
    rows.map(row => ({
      ...jobFrom(row),
      tries: row.tries,
      user: row.user_id === null ? null : { id: row.user_id, name: row.user_name! },
    })),
    count!.n,
    filters,
  )
}

const COLUMNS: readonly CsvColumn<JobRow>[] = [
  ['id', ({ id }) => id],
  ['kind', ({ kind }) => kind],
  ['status_code', ({ status_code }) => status_code],
  ['done', ({ done }) => done],
  ['total', ({ total }) => total],
  ['tries', ({ tries }) => tries],
  ['user', ({ user_name }) => user_name],
  ['file', row => jobFrom(row).result?.file],
  ['error', ({ error }) => error],
  ['created_at', ({ created_at }) => created_at],
  ['finished_at', ({ finished_at }) => finished_at],
]

/** All jobs that match the filters, the newest first. */
export const jobTable = (filters: JobFilters): Table =>
  tableOf(COLUMNS, newestFirst<JobRow>(SELECT, 'j.id', chosenBy(filters)))

/** The shop's own recurring work, in alphabetical order. */
export async function listRounds(): Promise<Round[]> {
  const rows = await select<Omit<Round, 'ended_at' | 'failed_at'> & { ended_at: Date; failed_at: Date | null }>(
    'SELECT name, ended_at, took_ms, failures, error, failed_at FROM rounds ORDER BY name',
  )
  return rows.map(row => ({ ...row, ended_at: row.ended_at.toJSON(), failed_at: row.failed_at?.toJSON() ?? null }))
}

const jobFrom = ({ id, kind, status_code, done, total, result, error, created_at, finished_at }: JobRow): Job => ({
  id,
  kind,
  status_code,
  done,
  total,
  error,
  result: result === null ? null : (JSON.parse(result) as Job['result']),
  created_at: created_at.toJSON(),
  finished_at: finished_at?.toJSON() ?? null,
})
