import CircleCheck from 'lucide-react/icons/circle-check'
import Plus from 'lucide-react/icons/plus'
import { formatCount, formatDay } from '#pwa/lib/format.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { useFilters } from '#pwa/forms/use-filters.ts'
import { useSignedIn } from '#pwa/session/use-signed-in.ts'
import { ButtonLink } from '#pwa/ui/button.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { SelectField } from '#pwa/ui/field.tsx'
import { VAIN_SEARCH_ORDERS, type VainSearch } from '#sync/protocol/endpoints/searches.ts'
import { clearanceOf, MANAGEMENT } from '#sync/protocol/roles.ts'
import { ListScreen, type Column } from '../lists/list-screen.tsx'
import { useOrder } from '../lists/use-order.ts'
import * as words from './search-report-words.ts'
import styles from './searches.module.css'

const DAYS = [7, 30, 90]

/** What shoppers searched for without finding it, the most frequent first. */
export function VainList() {
  const { get, bind, page } = useFilters()
  const user = useSignedIn()
  const days = DAYS.find(each => each === Number(get('days'))) ?? 30
  const list = useApi(
    'GET /api/staff/searches/vain',
    { query: { days, ...useOrder(VAIN_SEARCH_ORDERS), page, per_page: 12 } },
    { page: true },
  )
  return (
    <ListScreen
      title={words.title}
      list={list}
      pageOf={({ vain_searches }) => vain_searches}
      columns={COLUMNS}
      action={
        user && clearanceOf(user.role_code) >= MANAGEMENT ? (
          <ButtonLink to="/staff/search-words/add" icon={<Plus size={20} aria-hidden />}>
            {words.addWord}
          </ButtonLink>
        ) : null
      }
      above={<p className={styles.explain}>{words.explain}</p>}
      filters={
        <SelectField label={words.period} {...bind('days')} value={days}>
          {DAYS.map(each => (
            <option key={each} value={each}>
              {words.lastDays(each)}
            </option>
          ))}
        </SelectField>
      }
      empty={
        <EmptyState title={words.none} icon={<CircleCheck size={32} aria-hidden />}>
          {words.noneYet}
        </EmptyState>
      }
    />
  )
}

const COLUMNS: Column<VainSearch>[] = [
  { head: words.searchedFor, order: 'words', cell: row => row.words },
  { head: words.foundNothing, order: 'nothing', isNumber: true, cell: ({ nothing }) => formatCount(nothing) },
  { head: words.foundSome, order: 'partly', isNumber: true, cell: ({ partly }) => formatCount(partly) },
  { head: words.lastTime, order: 'last_day', cell: ({ last_day }) => formatDay(last_day) },
]
