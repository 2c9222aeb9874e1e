import { useState, useTransition } from 'react'
import { api } from '#pwa/lib/api.ts'
import { messagesOf } from '#pwa/lib/api-error.ts'
import { queries } from '#pwa/lib/queries.ts'
import { Alert, ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import page from '#pwa/ui/page.module.css'
import type { StockCount, StockCountStatus } from '#sync/protocol/staff/stock-count.ts'
import styles from './count.module.css'
import * as words from './count-words.ts'

type Step = (status_code: StockCountStatus, uncounted_are_gone?: boolean) => void

/** The next steps of a count, and the result of the latest. */
export function CountSteps({ count, onStep }: { count: StockCount; onStep: () => void }) {
  const [said, say] = useState<{ message: string | null; errors: string[] }>({ message: null, errors: [] })
  const [isClosing, close] = useState(false)
  const [isCancelling, cancel] = useState(false)
  const [busy, start] = useTransition()
  const step: Step = (status_code, uncounted_are_gone) =>
    start(async () => {
      close(false)
      cancel(false)
      try {
        const { message } = await api('PATCH /api/staff/stock/counts/:id', {
          params: { id: count.id },
          body: { status_code, ...(uncounted_are_gone && { uncounted_are_gone }) },
        })
        say({ message, errors: [] })
        onStep()
        await queries.invalidateQueries()
      } catch (error) {
        say({ message: null, errors: messagesOf(error) })
      }
    })
  const { status_code } = count
  return (
    <>
      {said.message && <Alert kind={count.again > 0 ? 'warn' : 'ok'}>{said.message}</Alert>}
      <ErrorList messages={said.errors} />
      <div className={styles.steps}>
        {status_code === 'OPEN' && (
          <Button busy={busy} onClick={() => step('CHECKED')}>
            {words.checkTheCount}
          </Button>
        )}
        {status_code === 'CHECKED' && (
          <Button busy={busy} onClick={() => close(true)}>
            {words.closeTheCount}
          </Button>
        )}
        {status_code === 'CHECKED' && (
          <Button kind="secondary" busy={busy} onClick={() => step('OPEN')}>
            {words.countOn}
          </Button>
        )}
        {(status_code === 'OPEN' || status_code === 'CHECKED') && (
          <Button kind="quiet" busy={busy} onClick={() => cancel(true)}>
            {words.cancelTheCount}
          </Button>
        )}
      </div>
      <Dialog open={isClosing} onClose={() => close(false)} title={words.closeTheCount}>
        <Closing count={count} onStep={step} />
      </Dialog>
      <Dialog open={isCancelling} onClose={() => cancel(false)} title={words.reallyCancel}>
        <p>{words.cancelledForGood(count.pieces)}</p>
        <DialogActions>
          <Button type="button" kind="secondary" onClick={() => cancel(false)}>
            {words.keepIt}
          </Button>
          <Button type="button" kind="danger" busy={busy} onClick={() => step('CANCELLED')}>
            {words.cancelTheCount}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}

function Closing({ count: { lines, counted_lines }, onStep }: { count: StockCount; onStep: Step }) {
  const left = lines - counted_lines
  return (
    <div className={page.stack}>
      <p>{words.differencesAreBooked}</p>
      {left > 0 && <p>{words.leftUncounted(left, lines)}</p>}
      <DialogActions>
        {left > 0 && (
          <Button type="button" kind="danger" onClick={() => onStep('CLOSED', true)}>
            {words.writeOffUncountedItems}
          </Button>
        )}
        <Button type="button" onClick={() => onStep('CLOSED')}>
          {words.closeTheCount}
        </Button>
      </DialogActions>
    </div>
  )
}
