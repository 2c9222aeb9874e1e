import { useAtomValue } from 'jotai'
import CirclePause from 'lucide-react/icons/circle-pause'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { formatShortDate, formatTime } from '#pwa/lib/format.ts'
import { say } from '#pwa/lib/notice.ts'
import { Alert, ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import { TextField } from '#pwa/ui/field.tsx'
import { isQuotaExceeded } from '#sync/till/room.ts'
import * as words from './cart-words.ts'
import { countOf, isEmpty, totalOf, type Cart } from './open-cart.ts'
import {
  dropParked,
  LONGEST_NAME,
  parkCart,
  parkedCarts,
  readParked,
  takeParked,
  type ParkedCart,
} from './parked-carts.ts'
import styles from './parking.module.css'

/** Puts the open cart aside, and lists what was put aside on this device. */
export function Parking({ cart, busy }: { cart: Cart; busy: boolean }) {
  const parked = useAtomValue(parkedCarts)
  const [shown, setShown] = useState<'name' | 'list' | null>(null)
  const close = () => setShown(null)
  useEffect(() => {
    const read = () => void readParked()
    read()
    addEventListener('focus', read)
    return () => removeEventListener('focus', read)
  }, [])
  return (
    <>
      {cart.lines.length > 0 && (
        <Button
          type="button"
          kind="quiet"
          icon={<CirclePause size={20} aria-hidden />}
          disabled={busy}
          onClick={() => setShown('name')}
        >
          {words.park}
        </Button>
      )}
      {parked.length > 0 && (
        <Button type="button" kind="quiet" disabled={busy} onClick={() => setShown('list')}>
          {words.parkedButton(parked.length)}
        </Button>
      )}
      <Dialog open={shown === 'name'} onClose={close} title={words.parkTitle}>
        <NameForm onDone={close} />
      </Dialog>
      <Dialog open={shown === 'list'} onClose={close} title={words.parkedTitle}>
        <List parked={parked} isOpen={!isEmpty(cart)} onDone={close} />
      </Dialog>
    </>
  )
}

function NameForm({ onDone }: { onDone: () => void }) {
  const [problems, setProblems] = useState<string[]>([])
  async function park(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    try {
      await parkCart(String(new FormData(event.currentTarget).get('name') ?? ''))
    } catch (error) {
      if (!isQuotaExceeded(error)) throw error
      return setProblems([words.parkedFull])
    }
    onDone()
    say({ words: words.isParkedNow })
  }
  return (
    <form onSubmit={event => void park(event)}>
      <ErrorList messages={problems} />
      <TextField label={words.parkName} name="name" hint={words.parkHint} maxLength={LONGEST_NAME} autoComplete="off" />
      <DialogActions>
        <Button type="button" kind="secondary" size="till" onClick={onDone}>
          {words.cancel}
        </Button>
        <Button size="till">{words.park}</Button>
      </DialogActions>
    </form>
  )
}

interface ListProps {
  parked: readonly ParkedCart[]
  isOpen: boolean
  onDone: () => void
}

function List({ parked, isOpen, onDone }: ListProps) {
  const [problem, setProblem] = useState('')
  const [leaving, setLeaving] = useState<string | null>(null)
  const list = useRef<HTMLUListElement>(null)
  async function remove(id: string) {
    await dropParked(id)
    list.current?.focus()
  }
  async function resume(id: string) {
    if (await takeParked(id)) return onDone()
    setProblem(words.parkedGone)
  }
  return (
    <>
      {problem && <Alert kind="warn">{problem}</Alert>}
      {parked.length === 0 ? <p>{words.parkedNone}</p> : isOpen && <p>{words.openIsParked}</p>}
      <ul ref={list} tabIndex={-1} className={`bare ${styles.list}`} aria-label={words.parkedTitle}>
        {parked.map(cart => (
          <li key={cart.id} className={styles.row}>
            <p className={styles.about}>
              <strong>{nameOf(cart)}</strong>
              <span>{words.parkedItems(countOf(cart), totalOf(cart))}</span>
              {cart.parked.name && <span>{words.parkedAt(whenOf(cart))}</span>}
            </p>
            {leaving === cart.id ? (
              <Sure name={nameOf(cart)} onKeep={() => setLeaving(null)} onDelete={() => void remove(cart.id)} />
            ) : (
              <div className={styles.buttons}>
                <Button
                  type="button"
                  kind="quiet"
                  aria-label={words.deleteOf(nameOf(cart))}
                  onClick={() => setLeaving(cart.id)}
                >
                  {words.deleteParked}
                </Button>
                <Button
                  type="button"
                  kind="secondary"
                  aria-label={words.resumeOf(nameOf(cart))}
                  onClick={() => void resume(cart.id)}
                >
                  {words.resume}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

const nameOf = (cart: ParkedCart) => cart.parked.name || words.parkedAt(whenOf(cart))

/** The time of today, else with its day. */
function whenOf({ parked: { at } }: ParkedCart): string {
  return new Date(at).toDateString() === new Date().toDateString() ? formatTime(at) : formatShortDate(at)
}

function Sure({ name, onKeep, onDelete }: { name: string; onKeep: () => void; onDelete: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('button')?.focus(), [])
  return (
    <div ref={box} className={styles.buttons} role="group" aria-label={words.deleteOf(name)}>
      <span role="status">{words.deleteSure(name)}</span>
      <Button type="button" kind="secondary" onClick={onKeep}>
        {words.keepIt}
      </Button>
      <Button type="button" kind="danger" onClick={onDelete}>
        {words.deleteParked}
      </Button>
    </div>
  )
}
