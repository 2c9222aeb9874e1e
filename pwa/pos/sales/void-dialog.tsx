import { useState, type FormEvent } from 'react'
import { say } from '#pwa/lib/notice.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import { RadioGroup } from '#pwa/ui/radio-group.tsx'
import { VOID_REASONS, type VoidReason } from '#sync/protocol/kinds/sale-void.ts'
import { formatCedis } from '#sync/protocol/money.ts'
import { NotEnrolled } from '#sync/till/enqueue.ts'
import { StorageFull } from '#sync/till/room.ts'
import { ScreenLocked } from '#sync/till/screen-lock.ts'
import type { LocalSale, Teller } from '#sync/till/till-db.ts'
import { backOf, NotVoidable, voidSale } from '#sync/till/void-sale.ts'
import { tenderName } from '../payment/tender.ts'
import { openDrawerFor } from '../printer/print-jobs.ts'
import { coverIfLocked, cycle, till } from '../till.ts'
import styles from './void-dialog.module.css'
import * as words from './void-words.ts'

interface Props {
  /** Null while no sale is to be voided. */
  sale: LocalSale | null
  teller: Pick<Teller, 'id' | 'name'>
  onClose: () => void
}

/** Asks why the last sale is voided, and says what goes back to the customer. Works without a network. */
export const VoidDialog = ({ sale, ...rest }: Props) => (
  <Dialog open={sale !== null} onClose={rest.onClose} title={sale ? words.voidOf(sale.number) : ''}>
    {sale && <VoidForm sale={sale} {...rest} />}
  </Dialog>
)

const REASONS = Object.entries(VOID_REASONS).map(([code, shown]) => ({ code: code as VoidReason, words: shown }))

function VoidForm({ sale, teller, onClose }: Props & { sale: LocalSale }) {
  const [id] = useState(() => crypto.randomUUID())
  const [reason, choose] = useState<VoidReason | null>(null)
  const [problems, setProblems] = useState<string[]>([])
  const [busy, setBusy] = useState(false)
  const pieces = sale.lines.reduce((sum, { quantity }) => sum + quantity, 0)

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    if (!reason) return setProblems([words.chooseReason])
    setBusy(true)
    try {
      await voidSale(till, { id, sale, reason }, teller)
    } catch (error) {
      setProblems([wordsFor(error)])
      return setBusy(false)
    }
    void openDrawerFor(backOf(sale).map(({ account_code }) => account_code))
    say({ words: words.voided(sale.number) })
    onClose()
    void cycle.wake()
  }

  return (
    <form className={styles.form} onSubmit={event => void send(event)} noValidate>
      <ErrorList messages={problems} />
      <section aria-label={words.givesBack}>
        <h3>{words.givesBack}</h3>
        <dl className={styles.back}>
          {backOf(sale).map(({ account_code, amount }) => (
            <div key={account_code}>
              <dt>{tenderName(account_code)}</dt>
              <dd>{formatCedis(amount)}</dd>
            </div>
          ))}
          {sale.total === 0 && <p>{words.noMoney}</p>}
        </dl>
        <p>{words.backOnTheShelf(pieces)}</p>
      </section>
      <RadioGroup
        legend={words.reason}
        className={styles.reasons}
        name="reason"
        options={REASONS}
        value={reason}
        onChoose={choose}
      />
      <DialogActions>
        <Button type="button" kind="secondary" size="till" onClick={onClose}>
          {words.keepSale}
        </Button>
        <Button size="till" busy={busy}>
          {words.voidSale}
        </Button>
      </DialogActions>
    </form>
  )
}

/** Why nothing was written. The teller always sees words. */
function wordsFor(error: unknown): string {
  if (error instanceof ScreenLocked) void coverIfLocked()
  if (
    error instanceof NotVoidable ||
    error instanceof StorageFull ||
    error instanceof NotEnrolled ||
    error instanceof ScreenLocked
  )
    return error.message
  reportError(error)
  return words.unsaved
}
