import { useLiveQuery } from 'dexie-react-hooks'
import { useAtomValue } from 'jotai'
import CircleCheck from 'lucide-react/icons/circle-check'
import type { KeyboardEvent } from 'react'
import { ReceiptPaper } from '#pwa/receipt/receipt-paper.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { formatCedis } from '#sync/protocol/money.ts'
import type { LocalSale } from '#sync/till/till-db.ts'
import { startNewSale } from '../cart/checkout.ts'
import { waitingScans } from '../counter.ts'
import { WaitingNotice } from '../printer/waiting-notice.tsx'
import { ReceiptActions } from './receipt-actions.tsx'
import { receiptContent } from './sale-receipt.ts'
import { SaleState } from './sale-state.tsx'
import { settings } from '../settings.ts'
import { till } from '../till.ts'
import { useCopies } from './use-copies.ts'
import { useReplica } from '../use-till.ts'
import styles from './sale-done.module.css'
import * as words from './sales-words.ts'

/** A finished sale: the receipt as it prints, the change to hand over, and New Sale. */
export function SaleDone({ sale }: { sale: LocalSale }) {
  useReplica()
  const scans = useAtomValue(waitingScans)
  const verdict = useLiveQuery(() => till.sales.get(sale.id), [sale.id])?.verdict
  // The verdict deletes the customer's name from the device; this receipt still has it.
  const { copy, onPrint } = useCopies(sale)
  const content = receiptContent(verdict ? { ...sale, verdict } : sale, settings, copy)
  return (
    <section className={styles.done} aria-label={words.saleDone}>
      <div className={styles.paper}>
        <ReceiptPaper content={content} />
      </div>
      <div className={styles.side}>
        <p className={styles.title} role="status">
          <CircleCheck size={26} aria-hidden /> {words.done(content.number)}
        </p>
        <dl className={styles.change}>
          {content.change === null ? (
            <>
              <dt>{words.paidBy(content.tender)}</dt>
              <dd>{formatCedis(content.total)}</dd>
            </>
          ) : (
            <>
              <dt>{words.changeDue}</dt>
              <dd>{formatCedis(content.change)}</dd>
            </>
          )}
        </dl>
        <SaleState sale={verdict ? { ...sale, verdict } : sale} />
        <ReceiptActions sale={sale} content={content} onPrint={onPrint} />
        <WaitingNotice />
        {scans.length > 0 && <p role="status">{words.scansWait(scans.length)}</p>}
        <Button
          type="button"
          size="till"
          wide
          className={styles.next ?? ''}
          ref={focus}
          onKeyDown={ignoreHeld}
          onClick={startNewSale}
        >
          {words.newSale}
        </Button>
      </div>
    </section>
  )
}

const focus = (button: HTMLButtonElement | null) => button?.focus()

/** The Enter that pressed Checkout may still be down: held, it must not close the receipt. */
const ignoreHeld = (event: KeyboardEvent) => {
  if (event.repeat) event.preventDefault()
}
