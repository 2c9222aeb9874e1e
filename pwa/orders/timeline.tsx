import { formatDate } from '#pwa/lib/format.ts'
import { ORDER_EVENTS, type OrderEvent } from '#sync/protocol/shop/checkout.ts'
import styles from './timeline.module.css'

/** The history of an order, the newest first. */
export function Timeline({ events }: { events: readonly OrderEvent[] }) {
  return (
    <ol className={`bare ${styles.timeline}`}>
      {events.toReversed().map((event, index) => (
        <li key={`${event.created_at} ${event.code} ${index}`}>
          <strong>{ORDER_EVENTS[event.code] ?? event.code}</strong>
          {event.detail && <span>{event.detail}</span>}
          <time dateTime={event.created_at}>{formatDate(event.created_at)}</time>
        </li>
      ))}
    </ol>
  )
}
