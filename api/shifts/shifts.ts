import { select, selectOne } from '#api/db/database.ts'
import { notFound } from '#api/errors.ts'
import { conditionsOf } from '#api/lists/conditions.ts'
import { tableOf, type CsvColumn, type Table } from '#api/lists/csv.ts'
import { newestFirst } from '#api/lists/newest-first.ts'
import { paged, windowOf } from '#api/lists/paginate.ts'
import { drawerEvents } from '#api/shifts/drawer-events.ts'
import type { QueryOf } from '#sync/protocol/endpoints.ts'
import type { ShiftFilters } from '#sync/protocol/endpoints/tills.ts'
import { sumCedis } from '#sync/protocol/money.ts'
import type { Page } from '#sync/protocol/page.ts'
import type { ShiftFigures } from '#sync/protocol/shifts/figures.ts'
import type { DrawerEvent, ShiftRevision, StaffShift } from '#sync/protocol/staff/shift.ts'

interface Row {
  id: number
  till_code: string
  till_id: number | null
  code: string | null
  name: string | null
  teller_id: number
  teller_name: string
  opened_at: Date
  float_amount: number
  closed_at: Date | null
  closer_id: number | null
  closer_name: string | null
  expected: number | null
  counted: number | null
  revision: number | null
  figures: string | null
  note: string | null
}

const SHIFTS = `shifts s JOIN users u ON u.id = s.teller_id LEFT JOIN tills t ON t.device_id = s.device_id
  LEFT JOIN shift_reports r ON r.shift_id = s.id
    AND r.revision = (SELECT MAX(n.revision) FROM shift_reports n WHERE n.shift_id = s.id)
  LEFT JOIN shift_closings c ON c.id = r.closing_id LEFT JOIN users w ON w.id = c.teller_id`

const SELECT = `SELECT s.id, s.till_code, t.id AS till_id, t.code, t.name, s.teller_id, u.name AS teller_name,
  s.occurred_at AS opened_at, s.float_amount, c.occurred_at AS closed_at, c.teller_id AS closer_id,
  w.name AS closer_name, r.expected, r.counted, r.revision, r.figures, c.note FROM ${SHIFTS}`

const CONDITIONS = {
  till_id: 't.id = :till_id',
  teller_id: ':teller_id IN (s.teller_id, c.teller_id)',
  state: "(r.id IS NULL) = (:state = 'OPEN')",
  start_date: 's.occurred_at >= :start_date',
  end_date: 's.occurred_at < :end_date + INTERVAL 1 DAY',
}

/** The tills' shifts, the newest first. */
export async function listShifts(query: QueryOf<'GET /api/staff/shifts'>): Promise<Page<StaffShift>> {
  const { where, values } = conditionsOf(CONDITIONS, query)
  const rows = await select<Row>(`${SELECT} ${where} ORDER BY s.id DESC LIMIT :limit OFFSET :offset`, {
    ...values,
    ...windowOf(query),
  })
  const count = await selectOne<{ n: number }>(`SELECT COUNT(*) AS n FROM ${SHIFTS} ${where}`, values)
  return paged(rows.map(shiftFrom), count!.n, query)
}

const COLUMNS: readonly CsvColumn<Row>[] = [
  ['id', ({ id }) => id],
  ['till', ({ till_code }) => till_code],
  ['opened_at', ({ opened_at }) => opened_at],
  ['opened_by', ({ teller_name }) => teller_name],
  ['float', ({ float_amount }) => float_amount.toFixed(2)],
  ['closed_at', ({ closed_at }) => closed_at],
  ['closed_by', ({ closer_name }) => closer_name],
  ['expected', ({ expected }) => expected?.toFixed(2)],
  ['counted', ({ counted }) => counted?.toFixed(2)],
  ['paid_in', row => reported(row)?.paid_in.toFixed(2)],
  ['paid_out', row => reported(row)?.paid_out.toFixed(2)],
  ['back_office', row => reported(row)?.desk?.toFixed(2)],
  ['no_sales', row => reported(row)?.drawer_openings],
  ['revision', ({ revision }) => revision],
  ['note', ({ note }) => note],
]

/** All shifts that match the filters, the newest first; in cedis. */
export const shiftTable = (filters: ShiftFilters): Table =>
  tableOf(COLUMNS, newestFirst<Row>(SELECT, 's.id', conditionsOf(CONDITIONS, filters)))

/** A shift with its reports, the first one first. @throws 404 */
export async function findShift(
  id: number,
): Promise<{ shift: StaffShift; revisions: ShiftRevision[]; events: DrawerEvent[] }> {
  const row = await selectOne<Row>(`${SELECT} WHERE s.id = ?`, [id])
  if (!row) throw notFound('Shift')
  const reports = await select<{ revision: number; figures: string; created_at: Date }>(
    'SELECT revision, figures, created_at FROM shift_reports WHERE shift_id = ? ORDER BY revision',
    [id],
  )
  const figures = await withTellers(reports.map(report => JSON.parse(report.figures) as ShiftFigures))
  return {
    shift: shiftFrom(row),
    revisions: reports.map(({ revision, created_at }, i) => ({
      revision,
      figures: figures[i]!,
      created_at: created_at.toJSON(),
    })),
    events: await drawerEvents(id),
  }
}

/** Reports with the names of who voided sales, as they are now: a report keeps none. */
async function withTellers(reports: readonly ShiftFigures[]): Promise<ShiftFigures[]> {
  const ids = reports.flatMap(({ voids = [] }) => voids.map(({ teller_id }) => teller_id))
  if (ids.length === 0) return [...reports]
  const tellers = await select<{ id: number; name: string }>('SELECT id, name FROM users WHERE id IN (:ids)', { ids })
  const names = new Map(tellers.map(({ id, name }) => [id, name]))
  return reports.map(({ voids, ...figures }) => ({
    ...figures,
    ...(voids && { voids: voids.map(each => ({ ...each, teller: names.get(each.teller_id)! })) }),
  }))
}

const reported = ({ figures }: Row) => (figures === null ? null : (JSON.parse(figures) as ShiftFigures))

const shiftFrom = (row: Row): StaffShift => ({
  id: row.id,
  till_code: row.till_code,
  till: row.till_id === null ? null : { id: row.till_id, code: row.code!, name: row.name! },
  teller: { id: row.teller_id, name: row.teller_name },
  opened_at: row.opened_at.toJSON(),
  float: row.float_amount,
  closed_at: row.closed_at?.toJSON() ?? null,
  closed_by: row.closer_id === null ? null : { id: row.closer_id, name: row.closer_name! },
  expected: row.expected,
  counted: row.counted,
  difference: row.counted === null ? null : sumCedis([row.counted, -row.expected!]),
  revision: row.revision ?? 0,
  paid_in: reported(row)?.paid_in ?? null,
  paid_out: reported(row)?.paid_out ?? null,
  no_sales: reported(row)?.drawer_openings ?? null,
  note: row.note ?? '',
})
