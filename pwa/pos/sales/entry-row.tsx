import Send from 'lucide-react/icons/send'
import { useTransition } from 'react'
import { formatDay, formatTime } from '#pwa/lib/format.ts'
import { Button } from '#pwa/ui/button.tsx'
import { kindOf } from '#sync/till/kinds/known-kinds.ts'
import { sendAgain } from '#sync/till/outbox.ts'
import type { OutboxEntry } from '#sync/till/till-db.ts'
import { isOf, type Day } from './day-sales.ts'
import { refusalWords } from '../refusal-words.ts'
import styles from './sale-row.module.css'
import { StateChip } from './sale-state.tsx'
import { cycle, till } from '../till.ts'
import * as salesWords from './sales-words.ts'

/** A waiting entry that is not a sale, such as a note: its kind, its line and its state. */
export function EntryRow({ entry, today }: { entry: OutboxEntry; today: Day }) {
  const [busy, start] = useTransition()
  const { kind, payload, occurred_at } = entry.mutation
  const { label, shown } = kindOf(kind)
  const at = Date.parse(occurred_at)

  const again = () =>
    start(async () => {
      await sendAgain(till, entry.id)
      await cycle.resume()
    })

  return (
    <li className={styles.row}>
      <p className={styles.number}>
        <strong>{label.one.charAt(0).toUpperCase() + label.one.slice(1)}</strong>{' '}
        <span>{isOf(today, { occurred_at }) ? formatTime(at) : `${formatDay(at)}, ${formatTime(at)}`}</span>
      </p>
      <p className={styles.who}>{shown(payload)}</p>
      <p className={styles.total} />
      <p>
        <StateChip sale={undefined} entry={entry} />
      </p>
      {entry.rejection && (
        <div className={styles.rejected}>
          <p>
            {refusalWords(entry.rejection)} <span>{salesWords.entrySafe}</span>
          </p>
          <Button type="button" kind="secondary" busy={busy} icon={<Send size={20} aria-hidden />} onClick={again}>
            {salesWords.sendAgain}
          </Button>
        </div>
      )}
    </li>
  )
}
