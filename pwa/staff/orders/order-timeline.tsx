import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import Boxes from 'lucide-react/icons/boxes'
import ClipboardList from 'lucide-react/icons/clipboard-list'
import CreditCard from 'lucide-react/icons/credit-card'
import Mail from 'lucide-react/icons/mail'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import UserRound from 'lucide-react/icons/user-round'
import { formatDate } from '#pwa/lib/format.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { Loader } from '#pwa/ui/skeleton.tsx'
import type { TimelineEntry } from '#sync/protocol/shop/order-view.ts'
import { Unread } from '../kit/unread.tsx'
import styles from './order-view.module.css'
import * as words from './order-words.ts'

const KINDS: Record<TimelineEntry['kind'], { words: string; Icon: typeof Mail }> = {
  ORDER: { words: words.order, Icon: ClipboardList },
  PAYMENT: { words: words.payment, Icon: CreditCard },
  MONEY: { words: words.account, Icon: ArrowLeftRight },
  MAIL: { words: words.letter, Icon: Mail },
  STOCK: { words: words.stock, Icon: Boxes },
  STAFF: { words: words.staff, Icon: UserRound },
  EXCEPTION: { words: words.exception, Icon: TriangleAlert },
}

/** The whole history of an order: its steps, payments, emails, stock and staff. The newest first. */
export function OrderTimeline({ id }: { id: number }) {
  const read = useApi('GET /api/staff/orders/:id/timeline', { params: { id } })
  return (
    <section className={styles.card}>
      <h2>{words.timeline}</h2>
      <Unread of={read} />
      {!read.data ? (
        !read.error && <Loader rows={4} height={36} />
      ) : (
        <ol className={`bare ${styles.timeline}`}>
          {read.data.timeline.toReversed().map((entry, index) => (
            <Entry key={`${entry.at} ${entry.kind} ${entry.what} ${index}`} entry={entry} />
          ))}
        </ol>
      )}
    </section>
  )
}

function Entry({ entry: { at, kind, what, detail, by } }: { entry: TimelineEntry }) {
  const { words: said, Icon } = KINDS[kind]
  return (
    <li>
      <Icon size={16} aria-label={said} role="img" />
      <div>
        <strong>{what}</strong>
        {by && words.by(by)}
        {detail && <span>{detail}</span>}
        <time dateTime={at}>{formatDate(at)}</time>
      </div>
    </li>
  )
}
