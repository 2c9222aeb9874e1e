import CircleCheck from 'lucide-react/icons/circle-check'
import Send from 'lucide-react/icons/send'
import { useTransition } from 'react'
import { formatDay, formatTime } from '#pwa/lib/format.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Chip } from '#pwa/ui/chip.tsx'
import { kindOf } from '#sync/till/kinds/known-kinds.ts'
import { sendAgain } from '#sync/till/outbox.ts'
import type { KeptEvent } from '#sync/till/shifts/kept-shift.ts'
import type { OutboxEntry } from '#sync/till/till-db.ts'
import { isOf, type Day } from './day-sales.ts'
import { refusalWords } from '../refusal-words.ts'
import styles from './sale-row.module.css'
import { StateChip } from './sale-state.tsx'
import { cycle, till } from '../till.ts'
import * as salesWords from './sales-words.ts'

/** What was done to the drawer and has been accepted. */
export function EventRow({ event: { kind, payload } }: { event: KeptEvent }) {
  const { label, shown } = kindOf(kind)
  return (
    <li className={styles.row}>
      <p className={styles.number}>
        <strong>{named(label.one)}</strong> <span>{formatTime(payload.occurred_at)}</span>
      </p>
      <p className={styles.who}>{shown(payload)}</p>
      <p className={styles.total} />
      <p>
        <Chip kind="ok" icon={<CircleCheck size={16} aria-hidden />}>
          {salesWords.accepted}
        </Chip>
      </p>
    </li>
  )
}

const named = (label: string) => label.charAt(0).toUpperCase() + label.slice(1)

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
        <strong>{named(label.one)}</strong>{' '}
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
