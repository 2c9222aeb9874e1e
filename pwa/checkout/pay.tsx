import { useCallback, useEffect, useMemo, useRef } from 'react'
import { Navigate, useMatch, useSearchParams } from 'react-router-dom'
import { CancelledNote } from '#pwa/orders/cancelled-note.tsx'
import { doorTo, payLinkTo } from '#pwa/orders/open-order.ts'
import { useOrder, type Door } from '#pwa/orders/order-door.ts'
import { OrderLines } from '#pwa/orders/order-lines.tsx'
import { OrderingSteps } from '#pwa/orders/ordering-steps.tsx'
import * as orderingWords from '#pwa/orders/ordering-words.ts'
import { PaymentPanel } from '#pwa/paying/payment-panel.tsx'
import { TotalsList } from '#pwa/orders/totals-list.tsx'
import { usePayment } from '#pwa/paying/use-payment.ts'
import { Alert } from '#pwa/ui/alert.tsx'
import { Button, ButtonLink } from '#pwa/ui/button.tsx'
import page from '#pwa/ui/page.module.css'
import { Loader } from '#pwa/ui/skeleton.tsx'
import * as uiWords from '#pwa/ui/ui-words.ts'
import type { Payment } from '#sync/protocol/shop/checkout.ts'
import type { OwnOrder } from '#sync/protocol/shop/order-view.ts'
import { destinationOf } from '#sync/protocol/shipping.ts'
import { takeOver } from './fresh-payment.ts'
import { OrderDone } from './order-done.tsx'
import * as words from './pay-words.ts'
import styles from './pay.module.css'

/** How often an open page checks for a payment made elsewhere. */
const LOOK_AGAIN_MS = 8000

/** The last step: the order waits for payment. The provider's own page also returns here. */
export function Pay() {
  const id = Number(useSearchParams()[0].get('order'))
  const link = useMatch('/checkout/return') ? payLinkTo(id) : null
  if (!Number.isInteger(id) || id < 1) return <Navigate to="/checkout" replace />
  if (link) return <Navigate to={`/pay/${link}`} replace />
  return (
    <div className={page.page}>
      <Waiting key={id} id={id} />
    </div>
  )
}

function Waiting({ id }: { id: number }) {
  const door = useMemo(() => doorTo(id), [id])
  const isReturn = useMatch('/checkout/return') !== null
  const {
    data: order,
    error,
    refetch,
  } = useOrder(door, { again: ({ status_code }) => status_code === 'UNPAID' && LOOK_AGAIN_MS })
  const payment = usePayment(door)
  useReturn(isReturn, payment)
  const given = useCallback(() => takeOver(id), [id])
  if (!order)
    return error ? (
      <Alert kind="bad" title={words.unread}>
        <p>{words.unreadMore}</p>
        <Button kind="secondary" onClick={() => void refetch()}>
          {uiWords.tryAgain}
        </Button>
      </Alert>
    ) : (
      <Loader rows={6} height={44} />
    )
  if (order.status_code === 'CANCELLED')
    return <CancelledNote order={order} action={<ButtonLink to="/cart">{words.goToBag}</ButtonLink>} />
  return order.status_code === 'UNPAID' ? (
    <ToPay {...{ order, door, payment, given }} />
  ) : (
    <OrderDone order={order} token={door.token} />
  )
}

/** After the provider's own page, asks for its result. */
function useReturn(isReturn: boolean, { check }: ReturnType<typeof usePayment>) {
  const hasAsked = useRef(false)
  useEffect(() => {
    if (!isReturn || hasAsked.current) return
    hasAsked.current = true
    void check('returned')
  }, [isReturn, check])
}

interface ToPayProps {
  order: OwnOrder
  door: Door
  payment: ReturnType<typeof usePayment>
  given: () => Payment | null
}

const ToPay = ({ order, door, payment, given }: ToPayProps) => (
  <>
    <header className={styles.head}>
      <h1>{words.payForOrder}</h1>
      <OrderingSteps at={3} />
    </header>
    <div className={styles.columns}>
      <section className={styles.card} aria-label={words.payment}>
        <p className={styles.number}>
          {orderingWords.orderNumber} <strong>{order.number}</strong>
        </p>
        <PaymentPanel {...{ order, door, payment, given }} />
        <div className={styles.ways}>
          {door.id !== null && (
            <ButtonLink to="/checkout/review" kind="quiet">
              {words.changeOrder}
            </ButtonLink>
          )}
          <ButtonLink to="/cart" kind="quiet">
            {orderingWords.returnToCart}
          </ButtonLink>
        </div>
      </section>
      <section className={styles.card}>
        <h2>{orderingWords.yourOrder}</h2>
        <OrderLines items={order.items} />
        <TotalsList totals={order} destination={destinationOf(order)} code={order.coupon_code} gift={order.gift} />
      </section>
    </div>
  </>
)
