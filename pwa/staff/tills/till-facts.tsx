import { Fragment, type ReactNode } from 'react'
import { formatCount, formatDate } from '#pwa/lib/format.ts'
import { Link } from '#pwa/ui/link.tsx'
import type { StaffTill } from '#sync/protocol/till.ts'
import styles from './tills.module.css'

/** When and by whom it became a till, and when it was last heard of. */
export function TillFacts({
  till: { device_id, created_at, enrolled_by, seen_at, last_sale, last_seq },
}: {
  till: StaffTill
}) {
  const facts: [string, ReactNode][] = [
    [
      'Set up',
      <>
        {formatDate(created_at)}
        {enrolled_by && (
          <>
            , by <Link to={`/staff/users/${enrolled_by.id}/view`}>{enrolled_by.name}</Link>
          </>
        )}
      </>,
    ],
    ['Last seen', seen_at ? formatDate(seen_at) : 'Not noted yet'],
    [
      'Last sale',
      last_sale ? (
        <>
          <Link to={`/staff/orders/${last_sale.order_id}/view`}>{last_sale.number}</Link>,{' '}
          {formatDate(last_sale.sold_at)}
        </>
      ) : (
        'None yet'
      ),
    ],
    ['Sent up to', last_seq > 0 ? `Number ${formatCount(last_seq)} of its sequence` : 'Nothing yet'],
    ['Device', device_id],
  ]
  return (
    <section className={styles.part} aria-labelledby="about">
      <h2 id="about">About it</h2>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  )
}
