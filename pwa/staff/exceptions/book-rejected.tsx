import { useState, useTransition } from 'react'
import { messagesOf } from '#pwa/lib/api-error.ts'
import { api } from '#pwa/lib/api.ts'
import { queries } from '#pwa/lib/queries.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import page from '#pwa/ui/page.module.css'
import * as words from './exception-words.ts'

interface Props {
  /** The exception about the sale. */
  id: number
  /** Why it is booked, as typed so far: required if no signature proves that the till made it. */
  note: string
  /** Called with the server's message. */
  onBooked: (message: string) => void
}

/** Books a rejected sale once its cause is fixed; if something still prevents it, says what. */
export function BookRejected({ id, note, onBooked }: Props) {
  const [problems, setProblems] = useState<string[]>([])
  const [busy, start] = useTransition()

  const book = () =>
    start(async () => {
      try {
        const { message } = await api('POST /api/staff/exceptions/:id/apply', {
          params: { id },
          body: note.trim() === '' ? {} : { note: note.trim() },
        })
        await queries.invalidateQueries()
        onBooked(message)
      } catch (error) {
        setProblems(messagesOf(error))
      }
    })

  return (
    <div className={page.stack}>
      <p>{words.saleIsSafe}</p>
      <ErrorList messages={problems} />
      <Button type="button" kind="secondary" busy={busy} onClick={book}>
        {words.bookItNow}
      </Button>
    </div>
  )
}
