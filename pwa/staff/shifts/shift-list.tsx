import Wallet from 'lucide-react/icons/wallet'
import { download } from '#pwa/browser/download.ts'
import { useFilters } from '#pwa/forms/use-filters.ts'
import { formatDate } from '#pwa/lib/format.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { formatCedis } from '#sync/protocol/money.ts'
import type { StaffShift } from '#sync/protocol/staff/shift.ts'
import { ChoiceFilter, DayFilters, ReadFilter } from '../lists/filter-fields.tsx'
import { ListScreen, type Column } from '../lists/list-screen.tsx'
import { DifferenceChip } from '../ledger/difference-chip.tsx'
import styles from './shift-view.module.css'
import * as words from './shift-words.ts'

const money = (amount: number | null) => (amount === null ? '–' : formatCedis(amount))

const COLUMNS: Column<StaffShift>[] = [
  { head: words.opened, cell: ({ opened_at }) => formatDate(opened_at) },
  { head: words.till, cell: ({ till, till_code }) => (till ? words.tillNamed(till.code, till.name) : till_code) },
  { head: words.by, cell: ({ teller }) => teller.name },
  { head: words.closed, cell: ({ closed_at }) => (closed_at ? formatDate(closed_at) : words.stillOpen) },
  {
    head: words.drawer,
    cell: shift => (shift.difference === null ? '–' : <Drawer shift={shift} difference={shift.difference} />),
  },
  { head: words.float, isNumber: true, cell: ({ float }) => formatCedis(float) },
  { head: words.expected, isNumber: true, cell: ({ expected }) => money(expected) },
  { head: words.counted, isNumber: true, cell: ({ counted }) => money(counted) },
]

/** What a drawer is off by, and what was done to it besides selling: columns of their own would not fit. */
const Drawer = ({
  shift: { paid_in, paid_out, no_sales, revision },
  difference,
}: {
  shift: StaffShift
  difference: number
}) => (
  <div className={styles.drawer}>
    <DifferenceChip difference={difference} />
    {Boolean(paid_in) && <span>{words.paidIn(paid_in!)}</span>}
    {Boolean(paid_out) && <span>{words.paidOut(paid_out!)}</span>}
    {revision > 1 && <span>{words.revised(revision)}</span>}
    {Boolean(no_sales) && <span>{words.noSales(no_sales!)}</span>}
  </div>
)

/** The tills' shifts, with what was expected and counted. */
export function ShiftList() {
  const { get, page } = useFilters()
  const state = get('state')
  const query = {
    till_id: Number(get('till_id')) || undefined,
    state: state === 'OPEN' || state === 'CLOSED' ? (state as 'OPEN' | 'CLOSED') : undefined,
    start_date: get('start_date') || undefined,
    end_date: get('end_date') || undefined,
  }
  const isSifted = Object.values(query).some(Boolean)
  const list = useApi('GET /api/staff/shifts', { query: { ...query, page, per_page: 12 } }, { page: true })
  const tills = useApi('GET /api/staff/tills', { query: { per_page: 100 } })
  return (
    <ListScreen
      title={words.shifts}
      list={list}
      pageOf={({ shifts }) => shifts}
      columns={COLUMNS}
      rowTo={({ id }) => `/staff/shifts/${id}/view`}
      csv={() => download('GET /api/staff/shifts/csv', { query }, 'shifts.csv')}
      filters={
        <>
          <ReadFilter
            label={words.till}
            name="till_id"
            all={words.everyTill}
            read={tills}
            choices={
              tills.data?.tills.data.map(({ id, code, name }) => ({ value: id, words: words.tillNamed(code, name) })) ??
              []
            }
          />
          <ChoiceFilter label={words.state} name="state" all={words.everyState} words={words.states} />
          <DayFilters />
        </>
      }
      empty={
        <EmptyState title={isSifted ? words.noShiftsMatch : words.noShiftsYet} icon={<Wallet size={32} aria-hidden />}>
          {isSifted ? words.removeAFilter : words.shiftsAppearHere}
        </EmptyState>
      }
    />
  )
}
