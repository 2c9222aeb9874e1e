import { useCallback, useMemo } from 'react'
import { Alert, ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { toPesewas } from '#sync/protocol/money.ts'
import type { Payment } from '#sync/protocol/shop/checkout.ts'
import type { OwnOrder } from '#sync/protocol/shop/order-view.ts'
import { refreshOrder, type Door } from '../orders/order-door.ts'
import { AnyWay } from './any-way.tsx'
import { PayLink } from './pay-link.tsx'
import styles from './payment-panel.module.css'
import * as words from './payment-words.ts'
import { ReservationClock } from './reservation-clock.tsx'
import type { usePayment } from './use-payment.ts'

interface Props {
  order: OwnOrder
  door: Door
  payment: ReturnType<typeof usePayment>
  /** The card payment that came with the order, once. */
  given?: () => Payment | null
}

const isBusy = (stage: Props['payment']['stage']): stage is keyof typeof words.busy => stage in words.busy

/** The time left, the ways to pay, and the result of the last try. */
export function PaymentPanel({ order, door, payment, given }: Props) {
  const { id, token } = door
  const refresh = useCallback(() => refreshOrder({ id, token }), [id, token])
  const body = useMemo(() => (token !== null ? { tracking_token: token } : { order_id: id }), [id, token])
  return (
    <div className={styles.panel}>
      {order.reserved_until && (
        <ReservationClock key={order.reserved_until} until={order.reserved_until} onEnd={refresh} />
      )}
      <AnyWay
        door={body}
        refresh={refresh}
        total={order.total}
        phone={order.customer_phone}
        isCardTried={payment.stage !== 'idle'}
        renderCard={now => <CardPayment payment={payment} given={given} now={now} />}
      />
      <PayLink door={body} />
    </div>
  )
}

function CardPayment({
  payment: { stage, errors, pay, check },
  given,
  now,
}: Pick<Props, 'payment' | 'given'> & { now: number }) {
  const ofThisAmount = () => {
    const ready = given?.()
    return ready?.amount === toPesewas(now) ? ready : undefined
  }
  const busy = isBusy(stage)
  return (
    <>
      {stage === 'closed' && (
        <Alert kind="info">
          <p>{words.closed}</p>
        </Alert>
      )}
      {stage === 'failed' && (
        <Alert kind="bad">
          <p>{words.notCompleted}</p>
        </Alert>
      )}
      {stage === 'unheard' && (
        <Alert kind="info" title={words.unheard}>
          <p>{words.unheardMore}</p>
        </Alert>
      )}
      <ErrorList messages={errors} />
      {stage === 'unheard' ? (
        <Button type="button" wide onClick={() => void check('paid')}>
          {words.checkAgain}
        </Button>
      ) : (
        <Button
          type="button"
          wide
          busy={busy}
          busyLabel={busy ? words.busy[stage] : ''}
          onClick={() => void pay(ofThisAmount())}
        >
          {words.makePayment}
        </Button>
      )}
    </>
  )
}
