import { useAtomValue } from 'jotai'
import { Alert } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { printing, printWaiting, waitingPrints } from './print-jobs.ts'
import * as words from './printer-words.ts'

/** How much waits for the printer, and what it needs; nothing while it prints as it should. */
export function WaitingNotice() {
  const waiting = useAtomValue(waitingPrints)
  const { busy, fault } = useAtomValue(printing)
  if (waiting.length === 0 || (fault === null && busy)) return null
  return (
    <Alert kind="warn" title={words.wait(waiting.length)}>
      <p>
        {fault && words.faults[fault]} {words.printsLater}
      </p>
      <Button type="button" kind="secondary" disabled={busy} onClick={() => void printWaiting()}>
        {words.printNow}
      </Button>
    </Alert>
  )
}
