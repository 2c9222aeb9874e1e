import Undo from 'lucide-react/icons/undo-2'
import { formatDate } from '#pwa/lib/format.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { useFilters } from '#pwa/forms/use-filters.ts'
import { RefundStatusChip } from '#pwa/returns/refund-status.tsx'
import * as refundWords from '#pwa/returns/refund-words.ts'
import { ButtonLink } from '#pwa/ui/button.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { Pager } from '#pwa/ui/pager.tsx'
import { Loader } from '#pwa/ui/skeleton.tsx'
import { LoadError } from '#pwa/ui/load-error.tsx'
import { REFUND_ACTIONS, type Refund } from '#sync/protocol/shop/refund.ts'
import * as words from './own-list-words.ts'
import styles from './own-list.module.css'

/** The customer's refunds and exchanges, the newest first. */
export function RefundList() {
  const { page, hrefOf } = useFilters()
  const { data, error, refetch } = useApi('GET /api/account/refunds', { query: { page } }, { page: true })
  const refunds = data?.refunds
  return (
    <>
      <h1 className={styles.title}>{words.refundsTitle}</h1>
      {refunds?.total === 0 ? (
        <EmptyState
          title={refundWords.none}
          icon={<Undo size={32} aria-hidden />}
          action={
            <ButtonLink to="/account-area/orders" kind="secondary">
              {words.ordersTitle}
            </ButtonLink>
          }
        >
          {words.sentBackFromOrder} {refundWords.within}
        </EmptyState>
      ) : refunds ? (
        <>
          <ul className={`bare ${styles.rows}`}>
            {refunds.data.map(refund => (
              <Row key={refund.id} refund={refund} />
            ))}
          </ul>
          <Pager page={refunds.current_page} lastPage={refunds.last_page} hrefOf={hrefOf} />
        </>
      ) : error ? (
        <LoadError what={words.refunds} message={error.message} again={() => void refetch()} />
      ) : (
        <Loader rows={6} height={72} />
      )}
    </>
  )
}

const Row = ({ refund }: { refund: Refund }) => (
  <li className={styles.row}>
    <div className={styles.words}>
      <strong>{refundWords.refund(refund.id)}</strong>
      <time dateTime={refund.created_at}>{formatDate(refund.created_at)}</time>
    </div>
    <RefundStatusChip status={refund.status_code} />
    <span>{words.ofOrder(REFUND_ACTIONS[refund.action], refund.number)}</span>
    <ButtonLink
      to={`/account-area/refunds/${refund.id}/view`}
      kind="secondary"
      aria-label={words.viewRefund(refund.id)}
    >
      {words.view}
    </ButtonLink>
  </li>
)
