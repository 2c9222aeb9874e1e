import { useState, type FormEvent } from 'react'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { DialogActions } from '#pwa/ui/dialog.tsx'
import page from '#pwa/ui/page.module.css'
import { isEasyPin, PIN_SHAPE } from '#sync/till/screen-lock.ts'
import { isQuotaExceeded } from '#sync/till/room.ts'
import * as words from './lock-words.ts'
import { PinField } from './pin-field.tsx'

interface Props {
  about: string
  /** Keeps the new PIN. */
  keep: (pin: string) => Promise<void>
  confirm: string
  /** The way out without one; null if there is none. */
  leave: { words: string; go: () => void } | null
}

interface Problems {
  pin?: string
  repeat?: string
  all?: string
}

/** Somebody chooses a PIN, twice the same. */
export function NewPinForm({ about, keep, confirm, leave }: Props) {
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const [pin, repeat] = ['pin', 'repeat'].map(name => String(new FormData(form).get(name) ?? '')) as [string, string]
    const wrong = problemsOf(pin, repeat)
    setProblems(wrong)
    const [field] = Object.keys(wrong)
    if (field) return form.querySelector<HTMLElement>(`[name=${field}]`)?.focus()
    setBusy(true)
    try {
      await keep(pin)
    } catch (error) {
      if (!isQuotaExceeded(error)) throw error
      setProblems({ all: words.noRoom })
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className={page.stack} onSubmit={event => void send(event)} noValidate>
      <p>{about}</p>
      <ErrorList messages={problems.all ? [problems.all] : []} />
      <PinField label={words.pin} name="pin" problem={problems.pin} />
      <PinField label={words.repeatPin} name="repeat" problem={problems.repeat} />
      <DialogActions>
        {leave && (
          <Button type="button" kind="secondary" onClick={leave.go}>
            {leave.words}
          </Button>
        )}
        <Button busy={busy}>{confirm}</Button>
      </DialogActions>
    </form>
  )
}

function problemsOf(pin: string, repeat: string): Problems {
  if (!PIN_SHAPE.test(pin)) return { pin: words.wrongShape }
  if (isEasyPin(pin)) return { pin: words.easy }
  return pin === repeat ? {} : { repeat: words.different }
}
