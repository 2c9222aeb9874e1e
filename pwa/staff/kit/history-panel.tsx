import { useState } from 'react'
import { formatDate } from '#pwa/lib/format.ts'
import { useApiPages } from '#pwa/lib/use-api.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Loader } from '#pwa/ui/skeleton.tsx'
import { deedOf } from './change-words.ts'
import { ChangedFields } from './changed-fields.tsx'
import styles from './history-panel.module.css'
import { Unread } from './unread.tsx'
import * as words from './kit-words.ts'

/**
 * The changes of one row: who, when and where, with the values before and after. Loads when it is unfolded. `subject`
 * is singular, such as 'product'.
 */
export function HistoryPanel({ subject, id }: { subject: string; id: number }) {
  const [isOpen, open] = useState(false)
  return (
    <details className={styles.panel} onToggle={event => open(event.currentTarget.open)}>
      <summary>
        <h2>{words.history}</h2>
      </summary>
      {isOpen && <History subject={subject} id={id} />}
    </details>
  )
}

function History({ subject, id }: { subject: string; id: number }) {
  const read = useApiPages(
    'GET /api/staff/changes',
    { subject, subject_id: id, per_page: 12 },
    ({ changes }) => changes,
  )
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = read
  if (!data) return error ? <Unread of={read} /> : <Loader rows={3} height={44} />
  const changes = data.pages.flatMap(page => page.changes.data)
  return (
    <>
      {!isFetchNextPageError && <Unread of={read} />}
      {changes.length === 0 && <p className={styles.none}>{words.noChangesYet}</p>}
      <ol className={`bare ${styles.changes}`}>
        {changes.map(change => (
          <li key={change.id}>
            <p>
              <strong>{change.user?.name ?? words.theShop}</strong> · {deedOf(change.action)}
            </p>
            <p className={styles.when}>
              {formatDate(change.created_at)}
              {change.ip && words.fromAddress(change.ip)}
            </p>
            <ChangedFields change={change} />
          </li>
        ))}
      </ol>
      {isFetchNextPageError ? (
        <Unread of={{ data: undefined, error, refetch: fetchNextPage }} />
      ) : (
        hasNextPage && (
          <Button type="button" kind="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {words.showOlder}
          </Button>
        )
      )}
    </>
  )
}
