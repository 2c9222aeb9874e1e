import { useState } from 'react'
import { textOf } from '#pwa/forms/use-submit.ts'
import { api } from '#pwa/lib/api.ts'
import { formatDate } from '#pwa/lib/format.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import { TextField } from '#pwa/ui/field.tsx'
import page from '#pwa/ui/page.module.css'
import { formatCedis } from '#sync/protocol/money.ts'
import type { CardHold } from '#sync/protocol/staff/gift-card.ts'
import { useStep } from '../kit/use-step.ts'
import styles from './gift-cards.module.css'
import * as words from './gift-card-words.ts'

/** What tills hold on a card, which staff may free. */
export function TillHolds({ id, holds }: { id: number; holds: readonly CardHold[] }) {
  const [open, show] = useState<CardHold | null>(null)
  const close = () => show(null)
  if (holds.length === 0) return null
  return (
    <section className={styles.panel}>
      <h2>{words.heldByTills}</h2>
      <p>{words.heldMeans}</p>
      <ul className={styles.holds}>
        {holds.map(hold => (
          <li key={hold.sale_id}>
            <dl className={styles.facts}>
              <dt>{words.amount}</dt>
              <dd>{formatCedis(hold.amount)}</dd>
              <dt>{words.cashier}</dt>
              <dd>{hold.cashier ?? '–'}</dd>
              <dt>{words.status}</dt>
              <dd>{hold.firm ? words.checkedOut : words.cartOpen}</dd>
              <dt>{words.since}</dt>
              <dd>{formatDate(hold.since)}</dd>
              <dt>{words.until}</dt>
              <dd>{formatDate(hold.ends_at)}</dd>
            </dl>
            <Button type="button" kind="secondary" onClick={() => show(hold)}>
              {words.freeThe(hold.amount)}
            </Button>
          </li>
        ))}
      </ul>
      <Dialog open={open !== null} onClose={close} title={open ? words.freeThe(open.amount) : ''}>
        {open && <FreeForm key={open.sale_id} id={id} hold={open} onClose={close} />}
      </Dialog>
    </section>
  )
}

function FreeForm({ id, hold: { sale_id, firm }, onClose }: { id: number; hold: CardHold; onClose: () => void }) {
  const { errors, fields, busy, onSubmit } = useStep(async (form, key) => {
    const body = { sale_id, note: textOf(form, 'note') }
    const reply = await api('POST /api/staff/gift-cards/:id/free', { params: { id }, body, key })
    onClose()
    return reply
  })
  return (
    <form className={page.stack} onSubmit={onSubmit}>
      <p>{firm ? words.freeFirmMeans : words.freeMeans}</p>
      <ErrorList messages={errors} />
      <TextField label={words.reason} name="note" required maxLength={255} autoComplete="off" errors={fields.note} />
      <DialogActions>
        <Button type="button" kind="secondary" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button busy={busy}>{words.free}</Button>
      </DialogActions>
    </form>
  )
}
