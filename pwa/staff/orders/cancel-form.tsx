import { api } from '#pwa/lib/api.ts'
import { textOf } from '#pwa/forms/use-submit.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { DialogActions } from '#pwa/ui/dialog.tsx'
import { TextAreaField } from '#pwa/ui/field.tsx'
import page from '#pwa/ui/page.module.css'
import type { StaffOrder } from '#sync/protocol/shop/order-view.ts'
import { refusedHere } from '../kit/refused-here.ts'
import { useStep } from '../kit/use-step.ts'
import * as words from './order-words.ts'

/** Cancels an unpaid order with a reason, which the customer is told. */
export function CancelForm({ order: { id, updated_at }, onClose }: { order: StaffOrder; onClose: () => void }) {
  const { errors, fields, busy, onSubmit } = useStep(async form => {
    const reason = textOf(form, 'reason')
    if (!reason) throw refusedHere('reason', words.enterAReason)
    const reply = await api('PATCH /api/staff/orders/:id', {
      params: { id },
      body: { status_code: 'CANCELLED', reason, updated_at },
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
