import { useRef } from 'react'
import { api } from '#pwa/lib/api.ts'
import { textOf } from '#pwa/forms/use-submit.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { TextAreaField, TextField } from '#pwa/ui/field.tsx'
import { LeaveDialog } from '#pwa/ui/leave-dialog.tsx'
import type { StaffRefund } from '#sync/protocol/shop/refund.ts'
import { useStep } from '../kit/use-step.ts'
import { useUnsaved } from '../kit/use-unsaved.ts'
import styles from './refund-view.module.css'
import * as words from './refund-words.ts'

/** Approves a request, in full or for less, or refuses it, with a note for the customer. */
export function DecideForm({ refund }: { refund: StaffRefund }) {
  const answer = useRef<'APPROVED' | 'REFUSED'>('APPROVED')
  const element = useRef<HTMLFormElement>(null)
  const { answers, errors, fields, busy, onSubmit } = useStep(form => {
    const typed = textOf(form, 'amount')
    const amount =
      answer.current === 'APPROVED' && typed !== '' && Number(typed) !== refund.reckoned
        ? { amount: Number(typed) }
        : {}
    return api('PATCH /api/staff/refunds/:id', {
      params: { id: refund.id },
      body: {
        status_code: answer.current,
        note: textOf(form, 'note') || null,
        updated_at: refund.updated_at,
        ...amount,
      },
    })
  })
  const { isUnsaved, listeners } = useUnsaved(element, { busy, isSaved: answers > 0 && errors.length === 0 })
  return (
    <form ref={element} className={styles.step} onSubmit={onSubmit} {...listeners}>
      <h3>{words.decide}</h3>
      <ErrorList messages={errors} />
      {refund.reckoned > 0 && (
        <TextField
          label={words.refundAmount}
          name="amount"
          type="number"
          inputMode="decimal"
          step="0.01"
          min="0"
          required
          defaultValue={refund.reckoned}
          errors={fields.amount}
          hint={words.amountHint(refund.reckoned)}
        />
      )}
      {refund.reckoned < 0 && <p>{words.exchangeCostsMore(-refund.reckoned)}</p>}
      <TextAreaField label={words.messageToTheCustomer} name="note" maxLength={500} errors={fields.note} />
      <div className={styles.buttons}>
        <Button
          busy={busy}
          onClick={() => {
            answer.current = 'APPROVED'
          }}
        >
          {words.approve}
        </Button>
        <Button
          kind="danger"
          busy={busy}
          onClick={() => {
            answer.current = 'REFUSED'
          }}
        >
          {words.refuse}
        </Button>
      </div>
      <LeaveDialog isUnsaved={isUnsaved} />
    </form>
  )
}
