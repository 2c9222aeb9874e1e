import Clock from 'lucide-react/icons/clock'
import { formatDate } from '#pwa/lib/format.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { Chip } from '#pwa/ui/chip.tsx'
import { Link } from '#pwa/ui/link.tsx'
import type { StaffShift } from '#sync/protocol/staff/shift.ts'
import { Unread } from '../kit/unread.tsx'
import { DifferenceChip } from '../ledger/difference-chip.tsx'
import styles from './left-notes.module.css'
import * as words from './desk-words.ts'

const AT_ONCE = 5

/** The shifts opened today, with what each drawer was off by. Hidden while there are none. */
export function ShiftsToday({ today }: { today: string }) {
  const read = useApi('GET /api/staff/shifts', { query: { start_date: today, end_date: today, per_page: AT_ONCE } })
  const shifts = read.data?.shifts
  if (!shifts) return <Unread of={read} />
  if (shifts.total === 0) return null
  return (
    <section aria-labelledby="shifts-today">
      <h2 id="shifts-today" className={styles.heading}>
        {words.shiftsToday}
      </h2>
      <ul className={styles.notes}>
        {shifts.data.map(shift => (
          <Shift key={shift.id} shift={shift} />
        ))}
      </ul>
      {shifts.total > AT_ONCE && (
        <p className={styles.soft}>
          <Link to={`/staff/shifts?start_date=${today}&end_date=${today}`}>{words.allShifts}</Link>
        </p>
      )}
    </section>
  )
}

const Shift = ({ shift: { id, till, till_code, teller, opened_at, closed_at, difference } }: { shift: StaffShift }) => (
  <li>
    <p>
      <Link to={`/staff/shifts/${id}/view`}>{words.shiftOf(till?.code ?? till_code, till?.name ?? null)}</Link>
    </p>
    <p className={styles.soft}>
      {words.openedBy(teller.name, formatDate(opened_at))}
      {closed_at && `, ${words.closedAt(formatDate(closed_at))}`}
    </p>
    <p>
      {difference === null ? (
        <Chip kind="info" icon={<Clock size={16} aria-hidden />}>
          {words.stillOpen}
        </Chip>
      ) : (
        <DifferenceChip difference={difference} />
      )}
    </p>
  </li>
)
