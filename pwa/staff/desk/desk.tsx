import Banknote from 'lucide-react/icons/banknote'
import { ApiError } from '#pwa/lib/api-error.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { useFilters } from '#pwa/forms/use-filters.ts'
import { ButtonLink } from '#pwa/ui/button.tsx'
import { Link } from '#pwa/ui/link.tsx'
import page from '#pwa/ui/page.module.css'
import { Loader } from '#pwa/ui/skeleton.tsx'
import { DESK_PERIODS, type DeskPeriod } from '#sync/protocol/staff/desk-figures.ts'
import { Unread } from '../kit/unread.tsx'
import { DeskOffline } from './desk-offline.tsx'
import styles from './desk.module.css'
import { GoodsSold } from './goods-sold.tsx'
import { LeftNotes } from './left-notes.tsx'
import { ShiftsToday } from './shifts-today.tsx'
import { SalesFigures } from './sales-figures.tsx'
import { SalesPlots } from './sales-plots.tsx'
import { WaitingList } from './waiting-list.tsx'
import * as words from './desk-words.ts'

const PERIODS = Object.keys(DESK_PERIODS) as DeskPeriod[]

/** The first screen of the back office: waiting work, sales, and products. Every figure links to its rows. */
export function Desk() {
  const { get, hrefWith } = useFilters()
  const period = PERIODS.find(known => known === get('period')) ?? 'today'
  const read = useApi('GET /api/staff/dashboard', { query: { period } }, { page: true })
  const { data, isPending, isPlaceholderData } = read
  const isCutOff = data === undefined && isUnreachable(read.failureReason)
  return (
    <div className={page.page}>
      <div className={page.head}>
        <h1>{words.desk}</h1>
        <nav className={styles.periods} aria-label={words.days}>
          {PERIODS.map(known => (
            <Link
              key={known}
              to={hrefWith({ period: known })}
              replace
              aria-current={known === period ? 'true' : undefined}
            >
              {DESK_PERIODS[known]}
            </Link>
          ))}
        </nav>
        <ButtonLink to="/staff/cash-counts" kind="secondary" icon={<Banknote size={20} aria-hidden />}>
          {words.countCash}
        </ButtonLink>
      </div>
      {isCutOff ? <DeskOffline again={() => void read.refetch()} /> : <Unread of={read} />}
      {isPending && !isCutOff && <Loader rows={8} height={64} />}
      {data && (
        <div className={`${styles.desk} ${isPlaceholderData ? styles.stale : ''}`}>
          <WaitingList waiting={data.dashboard.waiting} today={data.dashboard.to} />
          <LeftNotes />
          <ShiftsToday today={data.dashboard.to} />
          <SalesFigures figures={data.dashboard} />
          <SalesPlots figures={data.dashboard} />
          <GoodsSold figures={data.dashboard} />
        </div>
      )}
    </div>
  )
}

/** Said at the first try, though further ones follow. */
const isUnreachable = (error: unknown) => error instanceof ApiError && error.status === 0
