import { useState } from 'react'
import { api } from '#pwa/lib/api.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button, ButtonLink } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { ORDER_STEPS, type OrderStatus } from '#sync/protocol/shop/order.ts'
import type { StaffOrder } from '#sync/protocol/shop/order-view.ts'
import { useStep } from '../kit/use-step.ts'
import { CancelForm } from './cancel-form.tsx'
import { CollectForm } from './collect-form.tsx'
import { ConfirmForm } from './confirm-form.tsx'
import styles from './order-view.module.css'
import { ReceiptButtons } from './receipt-buttons.tsx'
import * as words from './order-words.ts'

const STEP_WORDS: Partial<Record<OrderStatus, string>> = {
  PROCESSING: words.manuallyConfirmPayment,
  READY_TO_SHIP: words.markAsReady,
  COMPLETED: words.markAsCompleted,
  CANCELLED: words.cancelOrder,
}

/** Until the money of an order that is paid on delivery is collected. */
const WHILE_DUE: Record<OrderStatus, readonly OrderStatus[]> = {
  ...ORDER_STEPS,
  PROCESSING: ['READY_TO_SHIP', 'CANCELLED'],
  READY_TO_SHIP: ['CANCELLED'],
}

/** The next step of an order, and its printouts. */
export function OrderSteps({ order }: { order: StaffOrder }) {
  const { id, type_code, status_code, due } = order
  const isSent = status_code !== 'UNPAID' && status_code !== 'CANCELLED'
  const isPaid = isSent && !(due > 0)
  const steps = due > 0 ? WHILE_DUE[status_code] : ORDER_STEPS[status_code]
  if (!isSent && steps.length === 0) return null
  return (
    <section className={styles.card}>
      <h2>{words.nextStep}</h2>
      <div className={styles.buttons}>
        {due > 0 && <Collect order={order} />}
        {steps.map(step => (
          <Step key={step} order={order} step={step} />
        ))}
        {isPaid && <ReceiptButtons order={order} />}
        {isSent && type_code === 'WEBSITE' && (
          <ButtonLink kind="secondary" to={`/staff/orders/${id}/packing-slip`}>
            {words.packingSlip}
          </ButtonLink>
        )}
        {isPaid && (
          <ButtonLink kind="secondary" to={`/staff/refunds/add?order=${id}`}>
            {words.newRefund}
          </ButtonLink>
        )}
      </div>
    </section>
  )
}

function Collect({ order }: { order: StaffOrder }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button type="button" onClick={() => setOpen(true)}>
        {words.collect(order.due)}
      </Button>
      <Dialog open={open} onClose={close} title={words.reallyCollect(order.number)}>
        <CollectForm order={order} onClose={close} />
      </Dialog>
    </>
  )
}

function Step({ order, step }: { order: StaffOrder; step: OrderStatus }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  if (step === 'READY_TO_SHIP' || step === 'COMPLETED') return <PlainStep order={order} step={step} />
  const Form = step === 'CANCELLED' ? CancelForm : ConfirmForm
  return (
    <>
      <Button type="button" kind={step === 'CANCELLED' ? 'danger' : 'primary'} onClick={() => setOpen(true)}>
        {STEP_WORDS[step]}
      </Button>
      <Dialog
        open={open}
        onClose={close}
        title={step === 'CANCELLED' ? words.reallyCancel(order.number) : words.wasItPaid(order.number)}
      >
        <Form order={order} onClose={close} />
      </Dialog>
    </>
  )
}

function PlainStep({ order: { id, updated_at }, step }: { order: StaffOrder; step: OrderStatus }) {
  const { errors, busy, onSubmit } = useStep(() =>
    api('PATCH /api/staff/orders/:id', { params: { id }, body: { status_code: step, updated_at } }),
  )
  return (
    <form className={styles.plainStep} onSubmit={onSubmit}>
      <ErrorList messages={errors} />
      <Button busy={busy}>{STEP_WORDS[step]}</Button>
    </form>
  )
}
