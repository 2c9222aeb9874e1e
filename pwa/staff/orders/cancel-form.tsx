import { api } from '#pwa/lib/api.ts'
import { textOf } from '#pwa/forms/use-submit.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { DialogActions } from '#pwa/ui/dialog.tsx'
import { CheckField } from '#pwa/ui/check-field.tsx'
import { TextAreaField } from '#pwa/ui/field.tsx'
import page from '#pwa/ui/page.module.css'
import type { StaffOrder } from '#sync/protocol/shop/order-view.ts'
import { refusedHere } from '../kit/refused-here.ts'
import { useStep } from '../kit/use-step.ts'
import * as words from './order-words.ts'

/** Cancels an unpaid order with a reason, which the customer is told. */
export function CancelForm({ order, onClose }: { order: StaffOrder; onClose: () => void }) {
  const { id, status_code, deposit, updated_at } = order
  const mayKeep = deposit > 0 && status_code === 'READY_TO_SHIP'
  const { errors, fields, busy, onSubmit } = useStep(async form => {
    const reason = textOf(form, 'reason')
    if (!reason) throw refusedHere('reason', words.enterAReason)
    const reply = await api('PATCH /api/staff/orders/:id', {
      params: { id },
      body: { status_code: 'CANCELLED', reason, updated_at, ...(form.has('keep_deposit') && { keep_deposit: true }) },
    })
    onClose()
    return reply
  })
  return (
    <form className={page.stack} onSubmit={onSubmit}>
      <p>{words.cancellingMeans}</p>
      <ErrorList messages={errors} />
      <TextAreaField
        label={words.reasonTheCustomerSees}
        name="reason"
        required
        maxLength={255}
        errors={fields.reason}
      />
      {deposit > 0 && !mayKeep && <p>{words.depositGoesBack(deposit)}</p>}
      {mayKeep && <CheckField name="keep_deposit" label={words.keepDeposit(deposit)} />}
      <DialogActions>
        <Button type="button" kind="secondary" onClick={onClose}>
          {words.keepIt}
        </Button>
        <Button kind="danger" busy={busy}>
          {words.cancelOrder}
        </Button>
      </DialogActions>
    </form>
  )
}
