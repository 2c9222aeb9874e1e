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

/** Cancels an order that is not paid, with the reason, which its customer is told. */
export function CancelForm({ order: { id, updated_at }, onClose }: { order: StaffOrder; onClose: () => void }) {
  const { errors, fields, busy, onSubmit } = useStep(async form => {
    const reason = textOf(form, 'reason')
    if (!reason) throw refusedHere('reason', 'Enter a reason.')
    const reply = await api('PATCH /api/staff/orders/:id', {
      params: { id },
      body: { status_code: 'CANCELLED', reason, updated_at },
    })
    onClose()
    return reply
  })
  return (
    <form className={page.stack} onSubmit={onSubmit}>
      <p>
        Its items are for sale again at once. We ask the payment provider first. If it has been paid, it is not
        cancelled.
      </p>
      <ErrorList messages={errors} />
      <TextAreaField
        label="Reason (the customer sees it)"
        name="reason"
        required
        maxLength={255}
        errors={fields.reason}
      />
      <DialogActions>
        <Button type="button" kind="secondary" onClick={onClose}>
          Keep it
        </Button>
        <Button kind="danger" busy={busy}>
          Cancel Order
        </Button>
      </DialogActions>
    </form>
  )
}
