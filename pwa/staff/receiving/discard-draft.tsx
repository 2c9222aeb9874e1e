import { useState, useTransition } from 'react'
import { api } from '#pwa/lib/api.ts'
import { messagesOf } from '#pwa/lib/api-error.ts'
import { say } from '#pwa/lib/notice.ts'
import { queries } from '#pwa/lib/queries.ts'
import { useVisit } from '#pwa/lib/routed.tsx'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import * as words from './receiving-words.ts'

/** Asks before a draft goods receipt is discarded. */
export function DiscardDraft({ id, onDiscarded }: { id: number; onDiscarded: () => void }) {
  const visit = useVisit()
  const [asks, ask] = useState(false)
  const [errors, fail] = useState<string[]>([])
  const [busy, start] = useTransition()
  const close = () => {
    ask(false)
    fail([])
  }
  const discard = () =>
    start(async () => {
      try {
        const { message } = await api('DELETE /api/staff/stock/receipts/:id', { params: { id } })
        say({ words: message })
        onDiscarded()
        await queries.invalidateQueries({ queryKey: ['GET /api/staff/stock/receipts'] })
        await visit('/staff/stock/receipts', { replace: true })
      } catch (error) {
        fail(messagesOf(error))
      }
    })
  return (
    <>
      <Button type="button" kind="danger" onClick={() => ask(true)}>
        {words.throwDraftAway}
      </Button>
      <Dialog open={asks} onClose={close} title={words.reallyThrowAway}>
        <p>{words.allIsDeleted}</p>
        <ErrorList messages={errors} />
        <DialogActions>
          <Button type="button" kind="secondary" onClick={close}>
            {words.keepIt}
          </Button>
          <Button type="button" kind="danger" busy={busy} onClick={discard}>
            {words.throwAway}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}
