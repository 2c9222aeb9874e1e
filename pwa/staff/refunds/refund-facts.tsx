import { Fragment, type ReactNode } from 'react'
import { formatDate } from '#pwa/lib/format.ts'
import { Link } from '#pwa/ui/link.tsx'
import { formatCedis } from '#sync/protocol/money.ts'
import { REFUND_ACTIONS, REFUND_EVENTS, REFUND_REASONS, type StaffRefund } from '#sync/protocol/shop/refund.ts'
import { useAccountName } from '../kit/use-account-name.ts'
import styles from './refund-view.module.css'
import * as words from './refund-words.ts'

/** The request, its order, and the notes about it. */
export function RefundFacts({ refund }: { refund: StaffRefund }) {
  const { order } = refund
  const nameOf = useAccountName()
  const facts: [string, ReactNode][] = [
    [words.what, REFUND_ACTIONS[refund.action]],
    [words.reason, REFUND_REASONS[refund.reason]],
    [words.note, refund.note],
    [
      words.orderHead,
      <Link key="order" to={`/staff/orders/${order.id}/view`}>
        {order.number}
      </Link>,
    ],
    [words.customer, order.customer ?? words.guest],
    [words.handedOver, order.completed_at && formatDate(order.completed_at)],
    [words.paid, formatCedis(order.total)],
    [words.differencesPaid, order.collected > 0 && formatCedis(order.collected)],
    [
      words.paidInto,
      (order.tenders ?? [order]).flatMap(part => (part.account_code ? nameOf(part.account_code) : [])).join(', '),
    ],
    [words.refundedOrPromised, order.refunded > 0 && formatCedis(order.refunded)],
    [words.account, refund.account_code && nameOf(refund.account_code)],
    [words.ourAnswer, refund.decision_note],
  ]
  return (
    <section className={styles.card}>
      <h2>{words.details}</h2>
      <dl className={styles.facts}>
        {facts
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
          ))}
      </dl>
    </section>
  )
}

/** The history of a refund, the newest first. */
export function RefundTimeline({ events }: Pick<StaffRefund, 'events'>) {
  const nameOf = useAccountName()
  return (
    <section className={styles.card}>
      <h2>{words.whatHappened}</h2>
      <ol className={`bare ${styles.timeline}`}>
        {events.toReversed().map((event, index) => (
          <li key={`${event.created_at} ${index}`}>
            <strong>{REFUND_EVENTS[event.code]}</strong>
            {event.detail && <span>{nameOf(event.detail)}</span>}
            <time dateTime={event.created_at}>
              {[formatDate(event.created_at), event.by].filter(Boolean).join(', ')}
            </time>
          </li>
        ))}
      </ol>
    </section>
  )
}

export const RefundPhotos = ({ photos }: Pick<StaffRefund, 'photos'>) =>
  photos.length > 0 && (
    <section className={styles.card}>
      <h2>{words.photos}</h2>
      <ul className={`bare ${styles.photos}`}>
        {photos.map(({ id, storage_link }, index) => (
          <li key={id}>
            <a href={storage_link} target="_blank" rel="noreferrer">
              <img
                src={storage_link}
                alt={words.photoAlt(index + 1, photos.length)}
                width={144}
                height={144}
                loading="lazy"
              />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
