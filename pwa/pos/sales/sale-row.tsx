import ReceiptText from 'lucide-react/icons/receipt-text'
import Send from 'lucide-react/icons/send'
import Undo2 from 'lucide-react/icons/undo-2'
import { useTransition } from 'react'
import { formatDay, formatTime } from '#pwa/lib/format.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Chip } from '#pwa/ui/chip.tsx'
import { formatCedis } from '#sync/protocol/money.ts'
import { WALK_IN } from '#sync/protocol/sale.ts'
import { sendAgain } from '#sync/till/outbox.ts'
import type { LocalSale, OutboxEntry } from '#sync/till/till-db.ts'
import { isOf, type Day } from './day-sales.ts'
import { refusalWords } from '../refusal-words.ts'
import styles from './sale-row.module.css'
import { StateChip } from './sale-state.tsx'
import { tenderName } from '../payment/tender.ts'
import { cycle, till } from '../till.ts'
import * as salesWords from './sales-words.ts'
import * as voidWords from './void-words.ts'

interface Props {
  sale: LocalSale
  entry: OutboxEntry | undefined
  today: Day
  onOpen: () => void
  /** Offers to void it; null if it may not be voided. */
  onVoid: (() => void) | null
}

/**
 * One sale: number, time, total, tender and state; a rejected one with the server's words and a button to send it
 * again; a voided one struck through, with who voided it and why.
 */
export function SaleRow({ sale, entry, today, onOpen, onVoid }: Props) {
  const { voided } = sale
  const [busy, start] = useTransition()
  const occurred = Date.parse(sale.occurred_at)
  const pieces = sale.lines.reduce((sum, { quantity }) => sum + quantity, 0)

  const again = () =>
    start(async () => {
      await sendAgain(till, sale.id)
      await cycle.resume()
    })

  return (
    <li className={styles.row}>
      <p className={styles.number}>
        {voided ? <s>{sale.number}</s> : <strong>{sale.number}</strong>}{' '}
        <span>{isOf(today, sale) ? formatTime(occurred) : `${formatDay(occurred)}, ${formatTime(occurred)}`}</span>
      </p>
      <p className={styles.who}>
        {salesWords.items(pieces)} ·{' '}
        {(sale.tenders ?? [sale]).map(({ account_code }) => tenderName(account_code)).join(' + ')} ·{' '}
        {sale.customer_name || WALK_IN}
      </p>
      <p className={styles.total}>{voided ? <s>{formatCedis(sale.total)}</s> : formatCedis(sale.total)}</p>
      <p className={styles.states}>
        {voided && (
          <Chip kind="warn" icon={<Undo2 size={16} aria-hidden />}>
            {voidWords.voidedChip}
          </Chip>
        )}
        <StateChip sale={sale} entry={entry} />
      </p>
      <Button
        type="button"
        kind="secondary"
        size="till"
        icon={<ReceiptText size={20} aria-hidden />}
        aria-label={salesWords.receiptOf(sale.number)}
        onClick={onOpen}
      >
        {salesWords.receipt}
      </Button>
      {voided && <p className={styles.voided}>{voidWords.voidedBy(voided)}</p>}
      {onVoid && (
        <div className={styles.offer}>
          <Button
            type="button"
            kind="secondary"
            size="till"
            icon={<Undo2 size={20} aria-hidden />}
            aria-label={voidWords.voidOf(sale.number)}
            onClick={onVoid}
          >
            {voidWords.voidThis}
          </Button>
        </div>
      )}
      {entry?.rejection && (
        <div className={styles.rejected}>
          <p>
            {refusalWords(entry.rejection)} <span>{salesWords.safe}</span>
          </p>
          <Button type="button" kind="secondary" busy={busy} icon={<Send size={20} aria-hidden />} onClick={again}>
            {salesWords.sendAgain}
          </Button>
        </div>
      )}
    </li>
  )
}
