import CircleCheck from 'lucide-react/icons/circle-check'
import { formatCount } from '#pwa/lib/format.ts'
import { Link } from '#pwa/ui/link.tsx'
import { FAILED_DAYS, LATE_DAYS, type Waiting } from '#sync/protocol/staff/desk-figures.ts'
import { TO_DO } from '../refunds/refund-states.ts'
import { jobsFailedUntil } from './desk-links.ts'
import styles from './desk.module.css'
import * as words from './desk-words.ts'

const PLACES: { name: keyof Waiting; words: (count: number) => string; to: string | ((today: string) => string) }[] = [
  { name: 'payments', words: words.oddPayments, to: '/staff/exceptions?code=PAYMENTS' },
  { name: 'exceptions', words: words.exceptions, to: '/staff/exceptions?code=SALES' },
  { name: 'refunds', words: words.refundsToDecide, to: '/staff/refunds?status_code=REQUESTED' },
  { name: 'refunds_to_do', words: words.refundsToDo, to: `/staff/refunds?status_code=${TO_DO}` },
  { name: 'old_orders', words: n => words.lateOrders(n, LATE_DAYS), to: '/staff/orders?status_code=ANY&late=1' },
  { name: 'reviews', words: words.reviewsToCheck, to: '/staff/reviews' },
  { name: 'low_stock', words: words.lowStock, to: '/staff/stock/low' },
  { name: 'failed_jobs', words: n => words.failedJobs(n, FAILED_DAYS), to: jobsFailedUntil },
]

/** Work that waits, each item linked to its screen. */
export function WaitingList({ waiting, today }: { waiting: Waiting; today: string }) {
  const places = PLACES.flatMap(({ name, ...place }) =>
    waiting[name]
      ? [{ ...place, name, count: waiting[name], to: typeof place.to === 'string' ? place.to : place.to(today) }]
      : [],
  )
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting" className={styles.heading}>
        {words.waitingForYou}
      </h2>
      {places.length === 0 && (
        <p className={styles.calm}>
          <CircleCheck size={20} aria-hidden />
          {words.nothingIsWaiting}
        </p>
      )}
      <ul className={styles.waiting}>
        {places.map(({ name, count, words, to }) => (
          <li key={name}>
            <Link to={to}>
              <strong>{formatCount(count)}</strong> {words(count)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
