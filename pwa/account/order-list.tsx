import ClipboardList from 'lucide-react/icons/clipboard-list'
import { formatDate } from '#pwa/lib/format.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { useFilters } from '#pwa/forms/use-filters.ts'
import { OrderStatusChip } from '#pwa/orders/order-status.tsx'
import { ButtonLink } from '#pwa/ui/button.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { Pager } from '#pwa/ui/pager.tsx'
import { Loader } from '#pwa/ui/skeleton.tsx'
import { LoadError } from '#pwa/ui/load-error.tsx'
import { formatCedis } from '#sync/protocol/money.ts'
import type { OrderSummary } from '#sync/protocol/shop/order-view.ts'
import * as words from './own-list-words.ts'
import styles from './own-list.module.css'

/** The customer's orders, the newest first. */
export function OrderList() {
  const { page, hrefOf } = useFilters()
  const { data, error, refetch } = useApi('GET /api/account/orders', { query: { page } }, { page: true })
  const orders = data?.orders
  return (
    <>
      <h1 className={styles.title}>{words.ordersTitle}</h1>
      {orders?.total === 0 ? (
        <EmptyState
          title={words.nothingOrdered}
          icon={<ClipboardList size={32} aria-hidden />}
          action={<ButtonLink to="/shop">{words.goToShop}</ButtonLink>}
        >
          {words.ordersListed}
        </EmptyState>
      ) : orders ? (
        <>
          <ul className={`bare ${styles.rows}`}>
            {orders.data.map(order => (
              <Row key={order.id} order={order} />
            ))}
          </ul>
          <Pager page={orders.current_page} lastPage={orders.last_page} hrefOf={hrefOf} />
        </>
      ) : error ? (
        <LoadError what={words.orders} message={error.message} again={() => void refetch()} />
      ) : (
        <Loader rows={6} height={72} />
      )}
    </>
  )
}

const Row = ({ order }: { order: OrderSummary }) => (
  <li className={styles.row}>
    <div className={styles.words}>
      <strong>{words.order(order.number)}</strong>
      <time dateTime={order.created_at}>{formatDate(order.created_at)}</time>
    </div>
    <OrderStatusChip status={order.status_code} />
    <span className={styles.amount}>{formatCedis(order.total)}</span>
    <ButtonLink
      to={`/account-area/orders/${order.id}/view`}
      kind="secondary"
      aria-label={words.viewOrder(order.number)}
    >
      {words.view}
    </ButtonLink>
  </li>
)
