import { useState, type FormEvent } from 'react'
import { say } from '#pwa/lib/notice.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { DialogActions } from '#pwa/ui/dialog.tsx'
import { SelectField, TextField } from '#pwa/ui/field.tsx'
import { LONGEST_MOVE_NOTE, MOST_MOVED, MOVE_REASONS, type MoveDirection } from '#sync/protocol/kinds/cash-move.ts'
import { LONGEST_OPENING_NOTE, OPENING_REASONS } from '#sync/protocol/kinds/drawer-open.ts'
import * as moveWords from '#sync/protocol/shifts/move-words.ts'
import { moveCash, openDrawer } from '#sync/till/shifts/in-shift.ts'
import type { Teller } from '#sync/till/till-db.ts'
import { cashOf } from '../payment/typed-cash.ts'
import { kickDrawer } from '../printer/print-jobs.ts'
import { cycle, till } from '../till.ts'
import { wordsFor } from './failed-words.ts'
import styles from './shift-screen.module.css'
import * as words from './shift-screen-words.ts'
import { typedIn } from './typed-count.ts'

/** What is done to the drawer besides selling. */
export type DrawerDeed = MoveDirection | 'NO_SALE'

interface Props {
  deed: DrawerDeed
  shift_id: string
  teller: Pick<Teller, 'id' | 'name'>
  onDone: () => void
}

/** Pays cash in or out, or opens the drawer without a sale; with or without a network. */
export function DrawerForm({ deed, shift_id, teller, onDone }: Props) {
  const [id] = useState(() => crypto.randomUUID())
  const [problems, setProblems] = useState<string[]>([])
  const [busy, setBusy] = useState(false)

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { reason = '', note = '', amount = '' } = typedIn(event.currentTarget)
    const cedis = deed === 'NO_SALE' ? null : cashOf(amount)
    const wrong = [
      ...(reason === '' ? [words.reasonMissing] : []),
      ...(deed !== 'NO_SALE' && !isMovable(cedis) ? [words.wrongMove] : []),
    ]
    setProblems(wrong)
    if (wrong.length > 0 || busy) return
    setBusy(true)
    try {
      await (deed === 'NO_SALE'
        ? openDrawer(till, { id, shift_id, reason, note }, teller)
        : moveCash(till, { id, shift_id, direction: deed, reason, note, amount: cedis! }, teller))
      void kickDrawer()
      say({ words: words.drawerSaved[deed] })
      onDone()
      void cycle.wake()
    } catch (error) {
      setProblems([wordsFor(error)])
      setBusy(false)
    }
  }

  return (
    <form className={styles.drawer} onSubmit={event => void save(event)} noValidate>
      <p>{words.aboutDrawer[deed]}</p>
      <ErrorList messages={problems} />
      {deed !== 'NO_SALE' && (
        <TextField
          label={words.moveAmount}
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          hint={words.moveHint}
          required
        />
      )}
      <SelectField label={words.reason} name="reason" defaultValue="">
        <option value="">{words.chooseReason}</option>
        {reasonsOf(deed).map(([reason, label]) => (
          <option key={reason} value={reason}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextField
        label={words.note}
        name="note"
        maxLength={deed === 'NO_SALE' ? LONGEST_OPENING_NOTE : LONGEST_MOVE_NOTE}
      />
      <DialogActions>
        <Button type="button" kind="secondary" size="till" onClick={onDone}>
          {words.cancel}
        </Button>
        <Button size="till" busy={busy}>
          {words.drawerDeeds[deed]}
        </Button>
      </DialogActions>
    </form>
  )
}

const isMovable = (cedis: number | null): boolean => cedis !== null && cedis > 0 && cedis <= MOST_MOVED

function reasonsOf(deed: DrawerDeed): [reason: string, label: string][] {
  if (deed === 'NO_SALE') return OPENING_REASONS.map(reason => [reason, moveWords.openingReasons[reason]])
  const labels: Record<string, string> = moveWords.moveReasons[deed]
  return Object.keys(MOVE_REASONS[deed]).map(reason => [reason, labels[reason] ?? reason])
}
