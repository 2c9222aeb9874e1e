import History from 'lucide-react/icons/history'
import { download } from '#pwa/browser/download.ts'
import { formatDate } from '#pwa/lib/format.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { useFilters } from '#pwa/forms/use-filters.ts'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { SelectField, TextField } from '#pwa/ui/field.tsx'
import { Link } from '#pwa/ui/link.tsx'
import type { StaffChange } from '#sync/protocol/staff/desk.ts'
import { CHANGE_ORDERS } from '#sync/protocol/endpoints/desk.ts'
import { deedOf, placeOf, subjectName, SUBJECTS } from './change-words.ts'
import { ChangedFields } from './changed-fields.tsx'
import { DayFilters } from '../lists/filter-fields.tsx'
import { ListScreen, type Column } from '../lists/list-screen.tsx'
import styles from '../lists/list-screen.module.css'
import { SearchField } from '../lists/search-field.tsx'
import { useOrder } from '../lists/use-order.ts'
import { PersonField } from '../lists/person-field.tsx'
import * as kitWords from './kit-words.ts'

const COLUMNS: Column<StaffChange>[] = [
  { head: kitWords.what, cell: change => <What change={change} /> },
  {
    head: kitWords.who,
    cell: ({ user }) => (user ? <Link to={`/staff/users/${user.id}/view`}>{user.name}</Link> : kitWords.theShop),
  },
  { head: kitWords.when, order: 'id', cell: ({ created_at }) => formatDate(created_at) },
  { head: kitWords.from, cell: ({ ip }) => ip ?? '–' },
  { head: kitWords.beforeAndAfter, cell: change => <ChangedFields change={change} /> },
]

/** Every change by staff, the newest first. Read-only. */
export function ChangeList() {
  const { get, bind, page } = useFilters()
  const query = {
    subject: get('subject') || undefined,
    subject_id: numberIn(get('subject_id')),
    user_id: numberIn(get('user_id')),
    start_date: get('start_date') || undefined,
    end_date: get('end_date') || undefined,
    search: get('search') || undefined,
  }
  const list = useApi(
    'GET /api/staff/changes',
    { query: { ...query, ...useOrder(CHANGE_ORDERS), page, per_page: 12 } },
    { page: true },
  )
  return (
    <ListScreen
      title={kitWords.changes}
      list={list}
      pageOf={({ changes }) => changes}
      columns={COLUMNS}
      usual={{ column: 'id', direction: 'desc' }}
      csv={() => download('GET /api/staff/changes/csv', { query }, 'changes.csv')}
      filters={
        <>
          <SearchField label={kitWords.wordsInIt} />
          <SelectField label={kitWords.what} {...bind('subject')}>
            <option value="">{kitWords.everything}</option>
            {SUBJECTS.map(subject => (
              <option key={subject} value={subject}>
                {subjectName(subject)}
              </option>
            ))}
          </SelectField>
          <TextField label={kitWords.itsId} type="number" min={1} step={1} {...bind('subject_id')} required />
          <PersonField label={kitWords.who} />
          <DayFilters />
        </>
      }
      empty={
        <EmptyState title={kitWords.noChanges} icon={<History size={32} aria-hidden />}>
          {kitWords.aboutChanges}
        </EmptyState>
      }
    />
  )
}

function What({ change }: { change: StaffChange }) {
  const words = `${subjectName(change.subject)}${change.subject_id === null ? '' : ` ${change.subject_id}`}`
  const to = placeOf(change)
  return (
    <>
      {to ? <Link to={to}>{words}</Link> : <strong>{words}</strong>}
      <br />
      <span className={styles.soft}>{deedOf(change.action)}</span>
    </>
  )
}

const numberIn = (text: string) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined)
