import { useCallback } from 'react'
import { Alert, ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import type { OwnOrder } from '#sync/protocol/shop/order-view.ts'
import { refreshOrder, type Door } from '../orders/order-door.ts'
import styles from './payment-panel.module.css'
import * as words from './payment-words.ts'
import { ReservationClock } from './reservation-clock.tsx'
import type { usePayment } from './use-payment.ts'

interface Props {
  order: OwnOrder
  door: Door
  payment: ReturnType<typeof usePayment>
}

const isBusy = (stage: Props['payment']['stage']): stage is keyof typeof words.busy => stage in words.busy

/** The amount to pay, the time left, the result of the last try, and the button. */
export function PaymentPanel({ order, door, payment: { stage, errors, pay, check } }: Props) {
  const { id, token } = door
  const lookAgain = useCallback(() => void refreshOrder({ id, token }), [id, token])
  const busy = isBusy(stage)
  return (
    <div className={styles.panel}>
      {order.reserved_until && (
        <ReservationClock key={order.reserved_until} until={order.reserved_until} onEnd={lookAgain} />
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
        <Button type="button" wide busy={busy} busyLabel={busy ? words.busy[stage] : ''} onClick={() => void pay()}>
          {words.makePayment}
        </Button>
      )}
    </div>
  )
}
