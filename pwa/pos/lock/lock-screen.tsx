import { useEffect, useId, useRef, useState, type FormEvent, type RefObject } from 'react'
import { ApiError } from '#pwa/lib/api-error.ts'
import { api } from '#pwa/lib/api.ts'
import { say } from '#pwa/lib/notice.ts'
import { uncover } from '#pwa/session/screen-lock.ts'
import { forget, type SignedIn } from '#pwa/session/session.ts'
import { Button } from '#pwa/ui/button.tsx'
import { keepTeller } from '#sync/till/teller.ts'
import { lockStateOf, unlock } from '#sync/till/screen-lock.ts'
import styles from './lock-screen.module.css'
import { withTill } from './lock-till.ts'
import * as words from './lock-words.ts'
import { PinField } from './pin-field.tsx'

/** Covers the page until the PIN is entered: the browser's modal dialog, which only the PIN or signing out closes. */
export function LockScreen({ user }: { user: SignedIn }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  const isGone = useLockState(user)
  useCover(dialog)
  return (
    <dialog ref={dialog} className={styles.cover} aria-labelledby={heading} closedby="none">
      <div className={styles.card}>
        <h1 id={heading}>{words.locked}</h1>
        {isGone ? <p>{words.pinGone}</p> : <PinForm user={user} />}
        <WayOut />
      </div>
    </dialog>
  )
}

function PinForm({ user }: { user: SignedIn }) {
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function open(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    setBusy(true)
    const outcome = await withTill(db => unlock(db, String(new FormData(form).get('pin') ?? ''))).finally(() =>
      setBusy(false),
    )
    if (outcome.opened) {
      uncover()
      if (outcome.wrong > 0) say({ kind: 'info', words: words.triedWrong(outcome.wrong) })
      return
    }
    const wait = outcome.wait_ms > 0 ? words.duration(outcome.wait_ms) : null
    setProblem(outcome.tried ? words.wrongPin(wait) : words.waitMore(wait ?? ''))
    form.reset()
    form.querySelector('input')?.focus()
  }

  return (
    <form onSubmit={event => void open(event)} noValidate>
      <p>{words.goOn(user.name)}</p>
      <PinField label={words.pin} name="pin" problem={problem} />
      <Button size="till" wide busy={busy}>
        {words.unlock}
      </Button>
    </form>
  )
}

/** Only with a network: without one nobody could sign in again. */
function WayOut() {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  async function leave() {
    setBusy(true)
    try {
      await api('POST /api/logout').catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) throw error
      })
      await withTill(db => keepTeller(db, null))
      forget()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(words.cutOff)
    } finally {
      setBusy(false)
    }
  }

  return (
    <div>
      <Button type="button" kind="quiet" wide busy={busy} onClick={() => void leave()}>
        {words.signOut}
      </Button>
      <p role="alert">{problem}</p>
    </div>
  )
}

/** Whether the PIN is gone. A screen unlocked in another tab is uncovered here too. */
function useLockState({ id }: SignedIn): boolean {
  const [isGone, setGone] = useState(false)
  useEffect(() => {
    const look = async () => {
      const state = await withTill(db => lockStateOf(db, id))
      if (state === 'open') uncover()
      setGone(state === 'none')
    }
    void look()
  }, [id])
  return isGone
}

/** Nothing behind it receives keys, and Escape does not close it. */
function useCover(dialog: RefObject<HTMLDialogElement | null>) {
  useEffect(() => {
    const { current } = dialog
    if (!current) return
    const show = () => {
      if (!current.isConnected || current.open) return
      current.showModal()
      current.querySelector('input')?.focus()
    }
    const stay = (event: Event) => event.preventDefault()
    const keep = (event: KeyboardEvent) => event.stopPropagation()
    const guard = (event: KeyboardEvent) => {
      if (!current.contains(event.target as Node)) event.stopImmediatePropagation()
    }
    show()
    current.addEventListener('close', show)
    current.addEventListener('cancel', stay)
    current.addEventListener('keydown', keep)
    addEventListener('keydown', guard, { capture: true })
    return () => {
      current.removeEventListener('close', show)
      current.removeEventListener('cancel', stay)
      current.removeEventListener('keydown', keep)
      removeEventListener('keydown', guard, { capture: true })
      current.close()
    }
  }, [dialog])
}
