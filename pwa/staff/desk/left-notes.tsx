import { useState, useTransition } from 'react'
import { messagesOf } from '#pwa/lib/api-error.ts'
import { api } from '#pwa/lib/api.ts'
import { formatDate } from '#pwa/lib/format.ts'
import { queries } from '#pwa/lib/queries.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import type { LeftNote } from '#sync/protocol/endpoints/notes.ts'
import { Unread } from '../kit/unread.tsx'
import styles from './left-notes.module.css'
import * as words from './desk-words.ts'

const AT_ONCE = 5

/** Unread notes of cashiers. Hidden while there are none. */
export function LeftNotes() {
  const read = useApi('GET /api/staff/notes', { query: { unread: true, per_page: AT_ONCE } })
  const notes = read.data?.notes
  if (!notes) return <Unread of={read} />
  if (notes.total === 0) return null
  return (
    <section aria-labelledby="left-notes">
      <h2 id="left-notes" className={styles.heading}>
        {words.notesFromTheTill}
      </h2>
      <ul className={styles.notes}>
        {notes.data.map(note => (
          <Note key={note.id} note={note} />
        ))}
      </ul>
      {notes.total > AT_ONCE && <p className={styles.soft}>{words.more(notes.total - AT_ONCE)}</p>}
    </section>
  )
}

function Note({ note: { id, text, teller, till_code, occurred_at } }: { note: LeftNote }) {
  const [problems, setProblems] = useState<string[]>([])
  const [busy, start] = useTransition()

  const markRead = () =>
    start(async () => {
      try {
        await api('PATCH /api/staff/notes/:id', { params: { id }, body: { read: true } })
        await queries.invalidateQueries({ queryKey: ['GET /api/staff/notes'] })
      } catch (error) {
        setProblems(messagesOf(error))
      }
    })

  return (
    <li>
      <p>{text}</p>
      <p className={styles.soft}>
        {teller.name}
        {till_code && words.atTill(till_code)}, {formatDate(occurred_at)}
      </p>
      <ErrorList messages={problems} />
      <Button type="button" kind="secondary" busy={busy} onClick={markRead}>
        {words.markAsRead}
      </Button>
    </li>
  )
}
