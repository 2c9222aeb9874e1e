import type { ReactNode } from 'react'
import { formatDate } from '#pwa/lib/format.ts'
import { useHeadingFocus } from '#pwa/lib/use-heading-focus.ts'
import * as walletWords from '../paying/wallet-words.ts'
import { Alert } from '#pwa/ui/alert.tsx'
import { ButtonLink } from '#pwa/ui/button.tsx'
import { formatCedis } from '#sync/protocol/money.ts'
import type { OwnOrder } from '#sync/protocol/shop/order-view.ts'
import type { Refund } from '#sync/protocol/shop/refund.ts'
import { destinationOf } from '#sync/protocol/shipping.ts'
import { CancelledNote } from './cancelled-note.tsx'
import { DeliveryFacts } from './delivery-facts.tsx'
import { NextSteps } from './next-steps.tsx'
import type { Door } from './order-door.ts'
import { OrderLines } from './order-lines.tsx'
import { OrderStatusChip } from './order-status.tsx'
import * as words from './order-words.ts'
import styles from './own-order.module.css'
import { PaymentPanel } from '../paying/payment-panel.tsx'
import { ReceiptButton } from './receipt-button.tsx'
import { Timeline } from './timeline.tsx'
import { TotalsList } from './totals-list.tsx'
import { OrderReviews } from '../reviews/order-reviews.tsx'
import { usePayment } from '../paying/use-payment.ts'

interface Props {
  order: OwnOrder
  door: Door
  /** The requested returns; undefined until they load. */
  refunds: readonly Refund[] | undefined
  /** Further actions. */
  actions?: ReactNode
  /** What happened after the order, such as returns. */
  children?: ReactNode
}

/** An order as its owner sees it: its state, the next actions, its lines and its history. */
export function OwnOrderView({ order, door, refunds, actions, children }: Props) {
  const { status_code } = order
  const heading = useHeadingFocus(status_code)
  return (
    <div className={styles.order}>
      <header className={styles.head}>
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {words.order(order.number)}
          </h1>
          <OrderStatusChip status={status_code} />
        </div>
        <p>{words.placed(formatDate(order.created_at))}</p>
      </header>
      {order.due > 0 && <Alert kind="info">{walletWords.youPay(formatCedis(order.due))}</Alert>}
      {status_code === 'UNPAID' && <ToPay order={order} door={door} />}
      {status_code === 'CANCELLED' && (
        <CancelledNote
          order={order}
          action={
            <ButtonLink to="/shop" kind="secondary">
              {words.goToShop}
            </ButtonLink>
          }
        />
      )}
      <div className={styles.actions}>
        <ReceiptButton order={order} refunds={refunds} />
        {actions}
      </div>
      {children}
      {status_code === 'COMPLETED' && <OrderReviews order={order} door={door} />}
      <div className={styles.columns}>
        <section className={styles.card}>
          <h2>{words.items}</h2>
          <OrderLines items={order.items} />
          <TotalsList totals={order} destination={destinationOf(order)} code={order.coupon_code} gift={order.gift} />
        </section>
        <div className={styles.side}>
          {(status_code === 'PROCESSING' || status_code === 'READY_TO_SHIP') && order.type_code === 'WEBSITE' && (
            <section className={styles.card}>
              <h2>{words.whatHappensNext}</h2>
              <NextSteps order={order} />
            </section>
          )}
          <section className={styles.card}>
            <h2>{words.details}</h2>
            <DeliveryFacts order={order} />
          </section>
          {order.events.length > 0 && (
            <section className={styles.card}>
              <h2>{words.whatHappened}</h2>
              <Timeline events={order.events} />
            </section>
          )}
        </div>
      </div>
    </div>
  )
}

const ToPay = ({ order, door }: { order: OwnOrder; door: Door }) => (
  <section className={styles.card} aria-label={words.payment}>
    <h2>{words.waitingForPayment}</h2>
    <PaymentPanel order={order} door={door} payment={usePayment(door)} />
  </section>
)
