import { useState, type FormEvent } from 'react'
import type { SignedIn } from '#pwa/session/session.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import { isEasyPin, PIN_SHAPE } from '#sync/till/screen-lock.ts'
import { isQuotaExceeded } from '#sync/till/room.ts'
import { lockByPin } from './lock-till.ts'
import * as words from './lock-words.ts'
import { PinField } from './pin-field.tsx'

interface Props {
  user: SignedIn
  open: boolean
  onClose: () => void
}

/** A cashier's first lock on this device: they choose its PIN. */
export const LockDialog = ({ user, open, onClose }: Props) => (
  <Dialog open={open} onClose={onClose} title={words.lockTill}>
    <PinForm user={user} onDone={onClose} />
  </Dialog>
)

interface Problems {
  pin?: string
  repeat?: string
  all?: string
}

function PinForm({ user, onDone }: { user: SignedIn; onDone: () => void }) {
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)

  async function lock(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const [pin, repeat] = ['pin', 'repeat'].map(name => String(new FormData(form).get(name) ?? '')) as [string, string]
    const wrong = problemsOf(pin, repeat)
    setProblems(wrong)
    const [field] = Object.keys(wrong)
    if (field) return form.querySelector<HTMLElement>(`[name=${field}]`)?.focus()
    setBusy(true)
    try {
      await lockByPin(user, pin)
      onDone()
    } catch (error) {
      if (!isQuotaExceeded(error)) throw error
      setProblems({ all: words.noRoom })
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={event => void lock(event)} noValidate>
      <p>{words.choosePin}</p>
      <ErrorList messages={problems.all ? [problems.all] : []} />
      <PinField label={words.pin} name="pin" problem={problems.pin} />
      <PinField label={words.repeatPin} name="repeat" problem={problems.repeat} />
      <DialogActions>
        <Button type="button" kind="secondary" onClick={onDone}>
          {words.cancel}
        </Button>
        <Button busy={busy}>{words.lockTill}</Button>
      </DialogActions>
    </form>
  )
}

function problemsOf(pin: string, repeat: string): Problems {
  if (!PIN_SHAPE.test(pin)) return { pin: words.wrongShape }
  if (isEasyPin(pin)) return { pin: words.easy }
  return pin === repeat ? {} : { repeat: words.different }
}
