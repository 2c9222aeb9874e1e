import { useState, type FormEvent } from 'react'
import { say } from '#pwa/lib/notice.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { TextField } from '#pwa/ui/field.tsx'
import { LONGEST_SHIFT_NOTE } from '#sync/protocol/kinds/shift-close.ts'
import { closeShift } from '#sync/till/shifts/close-shift.ts'
import type { KeptReport } from '#sync/till/shifts/kept-shift.ts'
import type { Teller } from '#sync/till/till-db.ts'
import { cycle, till } from '../till.ts'
import { useReplica } from '../use-till.ts'
import { CashFields } from './cash-fields.tsx'
import { wordsFor } from './failed-words.ts'
import styles from './shift-screen.module.css'
import * as words from './shift-screen-words.ts'
import {
  cashProblems,
  cashTyped,
  keptCount,
  otherTenders,
  tenderProblems,
  tendersTyped,
  typedIn,
} from './typed-count.ts'

interface Props {
  shift_id: string
  teller: Pick<Teller, 'id' | 'name'>
  onCancel: () => void
  onClosed: (report: KeptReport) => void
}

const kept = keptCount('drawer')

/** The count of the drawer, by somebody who does not see what should be in it. */
export function CloseForm({ shift_id, teller, onCancel, onClosed }: Props) {
  useReplica()
  const [id] = useState(() => crypto.randomUUID())
  const [begun] = useState(kept.read)
  const [typed, setTyped] = useState(begun)
  const [problems, setProblems] = useState<string[]>([])
  const [busy, setBusy] = useState(false)

  const onInput = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const now = typedIn(currentTarget)
    kept.keep(now)
    setTyped(now)
  }

  async function close(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const now = typedIn(event.currentTarget)
    const wrong = [...cashProblems(now), ...tenderProblems(now)]
    setProblems(wrong)
    if (wrong.length > 0 || busy) return
    setBusy(true)
    const count = { id, shift_id, counted: cashTyped(now), tenders: tendersTyped(now), note: now['note'] ?? '' }
    try {
      const report = await closeShift(till, count, teller)
      kept.drop()
      say({ words: words.closedNow })
      onClosed(report)
      void cycle.wake()
    } catch (error) {
      setProblems([wordsFor(error)])
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className={styles.form} onInput={onInput} onSubmit={event => void close(event)} noValidate>
      <h2>{words.closeShift}</h2>
      <p>{words.aboutClosing}</p>
      <ErrorList messages={problems} />
      <CashFields legend={words.countedTotal} typed={begun} cash={cashTyped(typed)} />
      <div className={styles.others}>
        {otherTenders().map(({ code, name }) => (
          <TextField
            key={code}
            label={words.otherTender(name)}
            name={code}
            inputMode="decimal"
            autoComplete="off"
            hint={words.amountHint}
            defaultValue={begun[code] ?? ''}
          />
        ))}
        <TextField label={words.note} name="note" maxLength={LONGEST_SHIFT_NOTE} defaultValue={begun['note'] ?? ''} />
      </div>
      <div className={styles.actions}>
        <Button type="button" kind="secondary" size="till" onClick={onCancel}>
          {words.cancel}
        </Button>
        <Button size="till" busy={busy}>
          {words.closeShift}
        </Button>
      </div>
    </form>
  )
}
