import { useState } from 'react'
import { api } from '#pwa/lib/api.ts'
import { textOf } from '#pwa/forms/use-submit.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import { TextAreaField } from '#pwa/ui/field.tsx'
import page from '#pwa/ui/page.module.css'
import type { StaffRefund } from '#sync/protocol/shop/refund.ts'
import { useStep } from '../kit/use-step.ts'
import styles from './refund-view.module.css'
import { areGoodsAwaited, canCallOff, isPayable } from './left-to-do.ts'
import * as words from './refund-words.ts'

/** Other ends of an approved return: the customer keeps the goods, or it is called off. */
export function OtherEnds({ refund }: { refund: StaffRefund }) {
  const [open, setOpen] = useState<'keep' | 'call off' | null>(null)
  const close = () => setOpen(null)
  const canKeep = areGoodsAwaited(refund) && !isPayable(refund)
  if (!canKeep && !canCallOff(refund)) return null
  return (
    <div className={`${styles.step} ${styles.buttons}`}>
      {canKeep && (
        <Button type="button" kind="secondary" onClick={() => setOpen('keep')}>
          {words.nothingIsReturned}
        </Button>
      )}
      {canCallOff(refund) && (
        <Button type="button" kind="danger" onClick={() => setOpen('call off')}>
          {words.callItOff}
        </Button>
      )}
      <Dialog open={open === 'keep'} onClose={close} title={words.doTheyKeepIt}>
        <Keep refund={refund} onClose={close} />
      </Dialog>
      <Dialog open={open === 'call off'} onClose={close} title={words.reallyCallOff}>
        <CallOff refund={refund} onClose={close} />
      </Dialog>
    </div>
  )
}

interface Props {
  refund: StaffRefund
  onClose: () => void
}

function Keep({ refund: { id, updated_at }, onClose }: Props) {
  const { errors, busy, onSubmit } = useStep(async () => {
    const reply = await api('PATCH /api/staff/refunds/:id', {
      params: { id },
      body: { status_code: 'COMPLETED', updated_at },
    })
    onClose()
    return reply
  })
  return (
    <form className={page.stack} onSubmit={onSubmit}>
      <p>{words.keepingMeans}</p>
      <ErrorList messages={errors} />
      <DialogActions>
        <Button type="button" kind="secondary" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button busy={busy}>{words.theyKeepIt}</Button>
      </DialogActions>
    </form>
  )
}

function CallOff({ refund: { id }, onClose }: Props) {
  const { errors, fields, busy, onSubmit } = useStep(async (form, key) => {
    const reply = await api('POST /api/staff/refunds/:id/call-off', {
      params: { id },
      body: { note: textOf(form, 'note') },
      key,
    })
    onClose()
    return reply
  })
  return (
    <form className={page.stack} onSubmit={onSubmit}>
      <p>{words.callingOffMeans}</p>
      <ErrorList messages={errors} />
      <TextAreaField label={words.messageToTheCustomer} name="note" required maxLength={500} errors={fields.note} />
      <DialogActions>
        <Button type="button" kind="secondary" onClick={onClose}>
          {words.keepIt}
        </Button>
        <Button kind="danger" busy={busy}>
          {words.callItOff}
        </Button>
      </DialogActions>
    </form>
  )
}
