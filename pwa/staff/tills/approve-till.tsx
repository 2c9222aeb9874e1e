import { useAtomValue } from 'jotai'
import { useState, useTransition } from 'react'
import { messagesOf } from '#pwa/lib/api-error.ts'
import { api } from '#pwa/lib/api.ts'
import { queries } from '#pwa/lib/queries.ts'
import { signedIn } from '#pwa/session/session.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { clearanceOf, MANAGEMENT } from '#sync/protocol/roles.ts'
import { keyWords } from './key-words.ts'
import styles from './tills.module.css'
import * as words from './till-words.tsx'

interface Props {
  till_id: number
  /** The key that waits. */
  key_id: string
  /** Called with the server's message. */
  onApproved: (message: string) => void
}

/** Approves a till's key with one tap; tells those who may not whom to ask. */
export function ApproveTill({ till_id, key_id, onApproved }: Props) {
  const user = useAtomValue(signedIn)
  const [problems, setProblems] = useState<string[]>([])
  const [busy, start] = useTransition()

  const approve = () =>
    start(async () => {
      try {
        const { message } = await api('PATCH /api/staff/tills/:id', {
          params: { id: till_id },
          body: { approved_key_id: key_id },
        })
        await queries.invalidateQueries()
        onApproved(message)
      } catch (error) {
        setProblems(messagesOf(error))
      }
    })

  return (
    <>
      <ErrorList messages={problems} />
      {user !== null && clearanceOf(user.role_code) >= MANAGEMENT ? (
        <Button type="button" kind="secondary" busy={busy} onClick={approve}>
          {words.approve}
        </Button>
      ) : (
        <p className={styles.soft}>{keyWords.askForApproval}</p>
      )}
    </>
  )
}
