import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { useRef, useState } from 'react'
import { api, newIntent } from '#pwa/lib/api.ts'
import { isUnanswered, messagesOf } from '#pwa/lib/api-error.ts'
import { formatCount } from '#pwa/lib/format.ts'
import { queries } from '#pwa/lib/queries.ts'
import { useUnsavedState } from '#pwa/forms/use-unsaved-state.ts'
import { play } from '#pwa/scan/sounds.ts'
import { Alert, ErrorList } from '#pwa/ui/alert.tsx'
import { BareField } from '#pwa/ui/bare-field.tsx'
import { Button } from '#pwa/ui/button.tsx'
import type { StockCount, StockCountLine } from '#sync/protocol/staff/stock-count.ts'
import { LeaveDialog } from '#pwa/ui/leave-dialog.tsx'
import { CodeField } from '../stock/code-field.tsx'
import styles from './count.module.css'
import { useScannedGoods } from '../stock/use-scanned-goods.ts'
import * as words from './count-words.ts'

/** One scan with its key: it counts once, however often it is sent. */
interface Scan {
  variation_id: number
  quantity: number
  key: string
}

/** Adds scans to a count, and shows the latest item large enough to read from the shelf. */
export function CountScanner({ count }: { count: StockCount }) {
  const [line, show] = useState<StockCountLine | null>(null)
  const [errors, tell] = useState<string[]>([])
  const [unsure, wait] = useState<readonly Scan[]>([])
  const latest = useRef(Promise.resolve())
  const [onTheirWay, tally] = useState(0)
  const { isUnsaved } = useUnsavedState(unsure.length + onTheirWay > 0)
  const send = async ({ key, ...body }: Scan) => {
    try {
      const reply = await api('POST /api/staff/stock/counts/:id/scans', { params: { id: count.id }, body, key })
      show(reply.line)
      tell([])
      wait(now => now.filter(scan => scan.key !== key))
      void queries.invalidateQueries({ queryKey: ['GET /api/staff/stock/counts/:id'] })
    } catch (error) {
      play('not_found')
      tell(messagesOf(error))
      wait(now => [...now.filter(scan => scan.key !== key), ...(isUnanswered(error) ? [{ key, ...body }] : [])])
    }
  }
  const queue = (scan: Scan) => {
    tally(now => now + 1)
    latest.current = latest.current.then(() => send(scan)).finally(() => tally(now => now - 1))
  }
  const add = (variation_id: number, quantity: number) => queue({ variation_id, quantity, key: newIntent() })
  const { scanned, read, take } = useScannedGoods(row => add(row.id, 1))
  return (
    <section className={styles.scanner} aria-label={words.scan}>
      <CodeField scanned={scanned} onRead={read} onChoose={take}>
        <ErrorList messages={errors} />
        {line && (
          <p className={styles.sum}>
            {line.item}: <strong>{formatCount(line.counted ?? 0)}</strong>
          </p>
        )}
      </CodeField>
      <ErrorList messages={errors} />
      {unsure.length > 0 && (
        <Alert kind="warn" title={unsure.length === 1 ? words.oneUnconfirmed : words.unconfirmed(unsure.length)}>
          <p>{words.doNotScanAgain(unsure.length)}</p>
          <Button type="button" kind="secondary" onClick={() => unsure.forEach(queue)}>
            {words.sendAgain}
          </Button>
        </Alert>
      )}
      <LeaveDialog isUnsaved={isUnsaved} />
      {line && (
        <div className={styles.latest}>
          <p role="status">
            <span className={styles.item}>{line.item}</span>
            <span className={styles.number}>{formatCount(line.counted ?? 0)}</span>
          </p>
          <div className={styles.keys}>
            <Button
              size="till"
              kind="secondary"
              icon={<Minus size={24} aria-hidden />}
              onClick={() => add(line.product_variation_id, -1)}
            >
              {words.oneLess}
            </Button>
            <Button
              size="till"
              kind="secondary"
              icon={<Plus size={24} aria-hidden />}
              onClick={() => add(line.product_variation_id, 1)}
            >
              {words.oneMore}
            </Button>
            <Many onAdd={pieces => add(line.product_variation_id, pieces)} />
          </div>
        </div>
      )}
    </section>
  )
}

/** Adds a whole pile at once. */
function Many({ onAdd }: { onAdd: (pieces: number) => void }) {
  const take = (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const pieces = Math.trunc(Number(new FormData(event.currentTarget).get('pieces')))
    if (pieces !== 0) onAdd(pieces)
    event.currentTarget.reset()
  }
  return (
    <form onSubmit={take} className={styles.many} aria-label={words.aPile}>
      <BareField
        name="pieces"
        type="number"
        inputMode="numeric"
        min={-100_000}
        max={100_000}
        step={1}
        required
        aria-label={words.piecesToAdd}
        placeholder={words.pieces}
      />
      <Button size="till" kind="secondary">
        {words.add}
      </Button>
    </form>
  )
}
