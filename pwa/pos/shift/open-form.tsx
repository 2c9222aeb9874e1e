import { useState, type FormEvent } from 'react'
import { say } from '#pwa/lib/notice.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { openShift } from '#sync/till/shifts/open-shift.ts'
import type { Teller } from '#sync/till/till-db.ts'
import { cycle, till } from '../till.ts'
import { CashFields } from './cash-fields.tsx'
import { wordsFor } from './failed-words.ts'
import styles from './shift-screen.module.css'
import * as words from './shift-screen-words.ts'
import { cashProblems, cashTyped, keptCount, typedIn } from './typed-count.ts'

const kept = keptCount('float')

/** Opens a shift with the float that a teller counts. */
export function OpenForm({ teller }: { teller: Pick<Teller, 'id' | 'name'> }) {
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

  async function open(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const now = typedIn(event.currentTarget)
    const wrong = cashProblems(now)
    setProblems(wrong)
    if (wrong.length > 0 || busy) return
    setBusy(true)
    try {
      await openShift(till, { id, float: cashTyped(now) }, teller)
      kept.drop()
      say({ words: words.opened })
      void cycle.wake()
    } catch (error) {
      setProblems([wordsFor(error)])
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className={styles.form} onInput={onInput} onSubmit={event => void open(event)} noValidate>
      <h2>{words.openShift}</h2>
      <p>{words.aboutOpening}</p>
      <ErrorList messages={problems} />
      <CashFields legend={words.floatTotal} typed={begun} cash={cashTyped(typed)} />
      <Button size="till" busy={busy}>
        {words.openShift}
      </Button>
    </form>
  )
}
