import { useState, useTransition } from 'react'
import { api } from '#pwa/lib/api.ts'
import { messagesOf } from '#pwa/lib/api-error.ts'
import { formatCount } from '#pwa/lib/format.ts'
import { queries } from '#pwa/lib/queries.ts'
import { Alert, ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import page from '#pwa/ui/page.module.css'
import type { StockCount, StockCountStatus } from '#sync/protocol/staff/stock-count.ts'
import styles from './count.module.css'

type Step = (status_code: StockCountStatus, uncounted_are_gone?: boolean) => void

/** What can be done with a count next, and what came of the latest. */
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
            Check the Count
          </Button>
        )}
        {status_code === 'CHECKED' && (
          <Button busy={busy} onClick={() => close(true)}>
            Close the Count
          </Button>
        )}
        {status_code === 'CHECKED' && (
          <Button kind="secondary" busy={busy} onClick={() => step('OPEN')}>
            Count On
          </Button>
        )}
        {(status_code === 'OPEN' || status_code === 'CHECKED') && (
          <Button kind="quiet" busy={busy} onClick={() => cancel(true)}>
            Cancel the Count
          </Button>
        )}
      </div>
      <Dialog open={isClosing} onClose={() => close(false)} title="Close the Count">
        <Closing count={count} onStep={step} />
      </Dialog>
      <Dialog open={isCancelling} onClose={() => cancel(false)} title="Cancel this count?">
        <p>
          {count.pieces > 0
            ? count.pieces === 1
              ? 'The one counted item is discarded.'
              : `${formatCount(count.pieces)} counted pieces, whoever counted them, are given up.`
            : 'Nothing is counted yet.'}{' '}
          You cannot open a cancelled count again. It changes nothing in stock.
        </p>
        <DialogActions>
          <Button type="button" kind="secondary" onClick={() => cancel(false)}>
            Keep it
          </Button>
          <Button type="button" kind="danger" busy={busy} onClick={() => step('CANCELLED')}>
            Cancel the Count
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
      <p>The differences are booked to stock. Sales made since stay booked.</p>
      {left > 0 && (
        <p>
          {left} of {lines} {lines === 1 ? 'product' : 'products'} not counted. Their stock stays as it is, unless you
          write them off.
        </p>
      )}
      <DialogActions>
        {left > 0 && (
          <Button type="button" kind="danger" onClick={() => onStep('CLOSED', true)}>
            Write Off Uncounted Items
          </Button>
        )}
        <Button type="button" onClick={() => onStep('CLOSED')}>
          Close the Count
        </Button>
      </DialogActions>
    </div>
  )
}
