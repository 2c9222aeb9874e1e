import { useState } from 'react'
import { presentIn } from '#pwa/lib/api-error.ts'
import { api } from '#pwa/lib/api.ts'
import { useUnsavedState } from '#pwa/forms/use-unsaved-state.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { TextAreaField } from '#pwa/ui/field.tsx'
import { LeaveDialog } from '#pwa/ui/leave-dialog.tsx'
import type { StaffOrder } from '#sync/protocol/shop/order-view.ts'
import { useStep } from '../kit/use-step.ts'
import styles from './order-view.module.css'
import * as words from './order-words.ts'

/**
 * Notes of staff to each other on an order. Another user's change appears above before it is overwritten, and no input
 * is lost.
 */
export function NoteForm({ order }: { order: StaffOrder }) {
  const { typed, type, save, isTouched } = useNote(order)
  const { isUnsaved } = useUnsavedState(isTouched)
  const { errors, fields, busy, onSubmit, present } = useStep(save)
  return (
    <section className={styles.card}>
      <h2>{words.note}</h2>
      <form className={styles.small} onSubmit={onSubmit}>
        <ErrorList messages={errors} />
        {present && <p className={styles.soft}>{words.noteNow(present.staff_note)}</p>}
        <TextAreaField
          label={words.forStaffOnly}
          name="staff_note"
          value={typed}
          onChange={({ target }) => type(target.value)}
          maxLength={1000}
          errors={fields.staff_note}
        />
        <div>
          <Button kind="secondary" busy={busy}>
            {words.saveNote}
          </Button>
        </div>
      </form>
      <LeaveDialog isUnsaved={isUnsaved} />
    </section>
  )
}

type Read = Pick<StaffOrder, 'staff_note' | 'updated_at'>

/**
 * The input over the note that was `read`. A newer note replaces it if nothing was typed; otherwise the input stays and
 * cannot overwrite the newer note before the user has seen it. Other changes of the order do not matter.
 */
function useNote(order: StaffOrder) {
  const [read, open] = useState<Read>(order)
  const [typed, type] = useState(order.staff_note ?? '')
  const isTouched = typed.trim() !== (read.staff_note ?? '')
  if (order.updated_at > read.updated_at && (!isTouched || order.staff_note === read.staff_note)) {
    open(order)
    if (!isTouched) type(order.staff_note ?? '')
  }
  const save = async () => {
    const { updated_at } = read
    try {
      const reply = await api('PATCH /api/staff/orders/:id/note', {
        params: { id: order.id },
        body: { staff_note: typed.trim() || null, updated_at },
      })
      open(reply.order)
      return reply
    } catch (error) {
      const present = presentIn(error)
      if (present) open(present as unknown as StaffOrder)
      throw error
    }
  }
  return { typed, type, save, isTouched }
}
