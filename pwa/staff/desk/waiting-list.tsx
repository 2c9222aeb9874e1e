import CircleCheck from 'lucide-react/icons/circle-check'
import { formatCount } from '#pwa/lib/format.ts'
import { Link } from '#pwa/ui/link.tsx'
import { FAILED_DAYS, LATE_DAYS, type Waiting } from '#sync/protocol/staff/desk-figures.ts'
import { TO_DO } from '../refunds/refund-states.ts'
import { jobsFailedUntil } from './desk-links.ts'
import styles from './desk.module.css'

const PLACES: { name: keyof Waiting; words: (count: number) => string; to: string | ((today: string) => string) }[] = [
  {
    name: 'payments',
    words: n => (n === 1 ? 'payment to look into' : 'payments to look into'),
    to: '/staff/exceptions?code=PAYMENTS',
  },
  {
    name: 'exceptions',
    words: n => (n === 1 ? 'exception of the till' : 'exceptions of the till'),
    to: '/staff/exceptions?code=SALES',
  },
  {
    name: 'refunds',
    words: n => (n === 1 ? 'return to decide' : 'returns to decide'),
    to: '/staff/refunds?status_code=REQUESTED',
  },
  {
    name: 'refunds_to_do',
    words: n => `${n === 1 ? 'return' : 'returns'} to pay or take back`,
    to: `/staff/refunds?status_code=${TO_DO}`,
  },
  {
    name: 'old_orders',
    words: n => `${n === 1 ? 'order' : 'orders'} older than ${LATE_DAYS} days`,
    to: '/staff/orders?status_code=ANY&late=1',
  },
  { name: 'low_stock', words: n => (n === 1 ? 'choice low in stock' : 'choices low in stock'), to: '/staff/stock/low' },
  { name: 'failed_jobs', words: n => `${n === 1 ? 'job' : 'jobs'} failed in ${FAILED_DAYS} days`, to: jobsFailedUntil },
]

/** What waits for somebody, each leading to where it is dealt with. */
export function WaitingList({ waiting, today }: { waiting: Waiting; today: string }) {
  const places = PLACES.flatMap(({ name, ...place }) =>
    waiting[name]
      ? [{ ...place, name, count: waiting[name], to: typeof place.to === 'string' ? place.to : place.to(today) }]
      : [],
  )
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting" className={styles.heading}>
        Waiting for you
      </h2>
      {places.length === 0 && (
        <p className={styles.calm}>
          <CircleCheck size={20} aria-hidden />
          Nothing is waiting. All done.
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
