import { Fragment, type ReactNode } from 'react'
import { formatCount, formatDate } from '#pwa/lib/format.ts'
import { Link } from '#pwa/ui/link.tsx'
import type { StaffTill } from '#sync/protocol/till.ts'
import styles from './tills.module.css'
import * as words from './till-words.tsx'

/** When and by whom it was enrolled, and its last contact. */
export function TillFacts({
  till: { device_id, created_at, enrolled_by, seen_at, last_sale, last_seq },
}: {
  till: StaffTill
}) {
  const facts: [string, ReactNode][] = [
    [
      words.setUp,
      <>
        {formatDate(created_at)}
        {enrolled_by && (
          <>
            {words.by} <Link to={`/staff/users/${enrolled_by.id}/view`}>{enrolled_by.name}</Link>
          </>
        )}
      </>,
    ],
    [words.lastSeen, seen_at ? formatDate(seen_at) : words.notNotedYet],
    [
      words.lastSale,
      last_sale ? (
        <>
          <Link to={`/staff/orders/${last_sale.order_id}/view`}>{last_sale.number}</Link>,{' '}
          {formatDate(last_sale.sold_at)}
        </>
      ) : (
        words.noneYet
      ),
    ],
    [words.lastReceived, last_seq > 0 ? formatCount(last_seq) : words.nothingYet],
    [words.device, device_id],
  ]
  return (
    <section className={styles.part} aria-labelledby="about">
      <h2 id="about">{words.aboutIt}</h2>
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
