import { useState, type ReactNode } from 'react'
import { messagesOf } from '#pwa/lib/api-error.ts'
import { say } from '#pwa/lib/notice.ts'
import { Alert } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import * as words from './news-words.ts'

interface Props {
  count: number
  away: boolean
  read: () => Promise<unknown>
  children: ReactNode
}

/** Says how many things changed since last time, and which, until the user has read it. */
export function News({ count, away, read, children }: Props) {
  const [busy, setBusy] = useState(false)
  if (count === 0) return null
  const take = async () => {
    setBusy(true)
    await read().catch(error => say({ kind: 'bad', words: messagesOf(error).join(' ') }))
    setBusy(false)
  }
  return (
    <Alert kind="warn" title={words.changed(count)}>
      {children}
      <Button kind="secondary" disabled={away} busy={busy} onClick={() => void take()}>
        {words.gotIt}
      </Button>
    </Alert>
  )
}
