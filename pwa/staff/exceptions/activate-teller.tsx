import { useState, useTransition } from 'react'
import { messagesOf } from '#pwa/lib/api-error.ts'
import { api } from '#pwa/lib/api.ts'
import { queries } from '#pwa/lib/queries.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import page from '#pwa/ui/page.module.css'
import * as words from './exception-words.ts'

interface Props {
  /** The exception about the cashier. */
  id: number
  /** Called with the server's message. */
  onActivated: (message: string) => void
}

/** Lets a cashier whom a restore had lost sign in again, and sends them a link to choose a password. */
export function ActivateTeller({ id, onActivated }: Props) {
  const [problems, setProblems] = useState<string[]>([])
  const [busy, start] = useTransition()

  const activate = () =>
    start(async () => {
      try {
        const { message } = await api('POST /api/staff/exceptions/:id/activate', { params: { id } })
        await queries.invalidateQueries()
        onActivated(message)
      } catch (error) {
        setProblems(messagesOf(error))
      }
    })

  return (
    <div className={page.stack}>
      <p>{words.lostByRestore}</p>
      <ErrorList messages={problems} />
      <Button type="button" kind="secondary" busy={busy} onClick={activate}>
        {words.activateAndInvite}
      </Button>
    </div>
  )
}
