import { useCallback } from 'react'
import { Alert, ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import type { OwnOrder } from '#sync/protocol/order-view.ts'
import { refreshOrder, type Door } from './order-door.ts'
import { NOT_COMPLETED, PAYMENT_WORDS } from './order-words.ts'
import styles from './payment-panel.module.css'
import { ReservationClock } from './reservation-clock.tsx'
import type { usePayment } from './use-payment.ts'

interface Props { order: OwnOrder; door: Door; payment: ReturnType<typeof usePayment> }

const BUSY = { starting: PAYMENT_WORDS.making, open: PAYMENT_WORDS.making, asking: PAYMENT_WORDS.asking, leaving: PAYMENT_WORDS.leaving } as const
const isBusy = (stage: Props['payment']['stage']): stage is keyof typeof BUSY => stage in BUSY

/** What is to be paid, for how long, how the last try went, and the button. */
export function PaymentPanel({ order, door, payment: { stage, errors, pay, check } }: Props) {
  const { id, token } = door
  const lookAgain = useCallback(() => void refreshOrder({ id, token }), [id, token])
  const busy = isBusy(stage)
  return (
    <div className={styles.panel}>
      {order.reserved_until && <ReservationClock key={order.reserved_until} until={order.reserved_until} onEnd={lookAgain} />}
      {stage === 'failed' && <Alert kind="bad"><p>{NOT_COMPLETED}</p></Alert>}
      {stage === 'unheard' && <Alert kind="info" title={PAYMENT_WORDS.unheard}><p>{PAYMENT_WORDS.unheard_more}</p></Alert>}
      <ErrorList messages={errors} />
      {stage === 'unheard'
        ? <Button type="button" wide onClick={() => void check('paid')}>Check again</Button>
        : <Button type="button" wide busy={busy} busyLabel={busy ? BUSY[stage] : ''} onClick={() => void pay()}>{PAYMENT_WORDS.make}</Button>}
    </div>
  )
}
