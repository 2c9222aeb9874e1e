import { getDefaultStore } from 'jotai'
import { useEffect, useId, useRef, useState, type FormEvent, type RefObject } from 'react'
import { ApiError } from '#pwa/lib/api-error.ts'
import { api } from '#pwa/lib/api.ts'
import { say } from '#pwa/lib/notice.ts'
import { uncover } from '#pwa/session/screen-lock.ts'
import { forget, isResting, standIn, type SignedIn } from '#pwa/session/session.ts'
import { Button, ButtonLink } from '#pwa/ui/button.tsx'
import { keepTeller } from '#sync/till/teller.ts'
import { unlock } from '#sync/till/screen-lock.ts'
import styles from './lock-screen.module.css'
import { leaveTill, withTill } from './lock-till.ts'
import * as words from './lock-words.ts'
import { PinField } from './pin-field.tsx'
import { usePinHolders } from './use-pin-holders.ts'

/** Covers the page until a PIN is entered: the browser's modal dialog, which only a PIN or signing out closes. */
export function LockScreen({ user }: { user: SignedIn }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useCover(dialog)
  return (
    <dialog ref={dialog} className={styles.cover} aria-labelledby={heading} closedby="none">
      <div className={styles.card}>
        <h1 id={heading}>{words.locked}</h1>
        <Openers key={user.id} user={user} />
        <WayOut user={user} />
      </div>
    </dialog>
  )
}

/** Everybody with a PIN here opens the till; without others, the person who locked it. */
function Openers({ user }: { user: SignedIn }) {
  const found = usePinHolders(user)
  const [chosen, choose] = useState<number>(user.id)
  const holders = found?.holders.filter(({ is_out }) => !is_out) ?? []
  const person = holders.find(({ id }) => id === chosen)
  const isGone = found !== null && found.state !== 'out' && !holders.some(({ id }) => id === user.id)
  return (
    <>
      {found?.state === 'out' && <p role="alert">{words.out(user.name)}</p>}
      {isGone && <p>{words.pinGone}</p>}
      {holders.some(({ id }) => id !== user.id) && (
        <div role="group" aria-label={words.whoIsHere} className={styles.people}>
          {holders.map(({ id, name }) => (
            <Button
              key={id}
              type="button"
              size="till"
              kind={id === chosen ? 'primary' : 'secondary'}
              aria-pressed={id === chosen}
              onClick={() => choose(id)}
            >
              {name}
            </Button>
          ))}
        </div>
      )}
      {(person || !found) && <PinForm key={chosen} user={user} person={person ?? user} />}
    </>
  )
}

/** `person`: whose PIN it is, who may be somebody else than `user`, for whom the till is locked. */
function PinForm({ user, person }: { user: SignedIn; person: SignedIn }) {
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  async function open(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    setBusy(true)
    const pin = String(new FormData(form).get('pin') ?? '')
    const outcome = await withTill(db => unlock(db, { teller_id: person.id, pin })).finally(() => setBusy(false))
    if (outcome.opened) {
      if (person.id === user.id) uncover()
      else standIn(person)
      if (outcome.wrong > 0) say({ kind: 'info', words: words.triedWrong(outcome.wrong) })
      return
    }
    if (outcome.is_out) return setProblem(words.out(person.name))
    if (outcome.is_over) return setProblem(words.pinOver)
    const wait = outcome.wait_ms > 0 ? words.duration(outcome.wait_ms) : null
    setProblem(outcome.tried ? words.wrongPin(wait) : words.waitMore(wait ?? ''))
    form.reset()
    form.querySelector('input')?.focus()
  }

  return (
    <form ref={form} onSubmit={event => void open(event)} noValidate>
      <p>{person.id === user.id ? words.goOn(person.name) : words.takeOver(person.name)}</p>
      <PinField label={words.pin} name="pin" problem={problem} />
      <Button size="till" wide busy={busy}>
        {words.unlock}
      </Button>
    </form>
  )
}

const TO_THE_TILL = '/login?redirect=/staff/orders/add'

/**
 * Signs out whoever stood here. Who stood here by PIN leaves the till locked for the others; else only with a network,
 * because without one nobody could sign in again.
 */
function WayOut({ user }: { user: SignedIn }) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  async function leave() {
    setBusy(true)
    try {
      if (getDefaultStore().get(isResting) && (await leaveTill(user))) return
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
      <ButtonLink to={TO_THE_TILL} kind="quiet" wide>
        {words.somebodyElse}
      </ButtonLink>
      <Button type="button" kind="quiet" wide busy={busy} onClick={() => void leave()}>
        {words.signOut}
      </Button>
      <p role="alert">{problem}</p>
    </div>
  )
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
