import { useRef } from 'react'
import { api } from '#pwa/lib/api.ts'
import { textOf } from '#pwa/forms/use-submit.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { TextField } from '#pwa/ui/field.tsx'
import { LeaveDialog } from '#pwa/ui/leave-dialog.tsx'
import type { StaffOrder } from '#sync/protocol/shop/order-view.ts'
import { formatPhone } from '#sync/protocol/phone.ts'
import { destinationOf, isAgreedWithRider } from '#sync/protocol/shipping.ts'
import { useStep } from '../kit/use-step.ts'
import { useUnsaved } from '../kit/use-unsaved.ts'
import styles from './order-view.module.css'
import * as words from './order-words.ts'

/** The rider of an order, whose details the customer sees; in Greater Accra with the fee for the rider. */
export function RiderForm({ order }: { order: StaffOrder }) {
  const { id, rider, updated_at, status_code, delivery_method_code } = order
  const element = useRef<HTMLFormElement>(null)
  const { answers, errors, fields, busy, onSubmit } = useStep(form => {
    const [name, fee] = [textOf(form, 'name'), textOf(form, 'fee')]
    const agreed = name ? { name, phone: textOf(form, 'phone'), ...(fee && { fee: Number(fee) }) } : null
    return api('PATCH /api/staff/orders/:id/delivery', { params: { id }, body: { rider: agreed, updated_at } })
  })
  const { isUnsaved, listeners } = useUnsaved(element, { busy, isSaved: answers > 0 && errors.length === 0 })
  if (delivery_method_code !== 'delivery') return null
  const isOpen = status_code === 'PROCESSING' || status_code === 'READY_TO_SHIP'
  if (!isOpen)
    return (
      rider && (
        <section className={styles.card}>
          <h2>{words.rider}</h2>
          <p>
            {rider.name}, {formatPhone(rider.phone)}
            {rider.fee !== null && words.feePaid(rider.fee)}
          </p>
        </section>
      )
    )
  return (
    <section className={styles.card}>
      <h2>{words.rider}</h2>
      <form key={JSON.stringify(rider)} ref={element} className={styles.small} onSubmit={onSubmit} {...listeners}>
        <ErrorList messages={errors} />
        <TextField
          label={words.name}
          name="name"
          defaultValue={rider?.name}
          maxLength={60}
          required={!rider}
          autoComplete="off"
          hint={rider && words.riderHint}
          errors={fields['rider.name']}
        />
        <TextField
          label={words.phone}
          name="phone"
          type="tel"
          defaultValue={rider ? formatPhone(rider.phone) : ''}
          maxLength={40}
          required={!rider}
          autoComplete="off"
          errors={fields['rider.phone']}
        />
        {isAgreedWithRider(destinationOf(order)) && (
          <TextField
            label={words.agreedFee}
            name="fee"
            inputMode="decimal"
            pattern="\d+(\.\d{1,2})?"
            defaultValue={rider?.fee ?? ''}
            hint={words.feeHint}
            errors={fields['rider.fee']}
          />
        )}
        <div>
          <Button kind="secondary" busy={busy}>
            {words.saveRider}
          </Button>
        </div>
      </form>
      <LeaveDialog isUnsaved={isUnsaved} />
    </section>
  )
}
