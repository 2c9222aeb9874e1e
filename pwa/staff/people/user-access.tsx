import { useState, useTransition } from 'react'
import { api } from '#pwa/lib/api.ts'
import { messagesOf } from '#pwa/lib/api-error.ts'
import { queries } from '#pwa/lib/queries.ts'
import { Alert, ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import type { StaffUser } from '#sync/protocol/staff/person.ts'
import { isStaff } from '#sync/protocol/roles.ts'
import styles from './people.module.css'
import * as words from './people-words.tsx'

/** A user's access: actions beside changing their details. */
export function UserAccess({ user }: { user: StaffUser }) {
  const { id, name, status_code } = user
  const [answer, say] = useState<string | null>(null)
  const [errors, fail] = useState<string[]>([])
  const [isAsked, ask] = useState(false)
  const [isReset, reset] = useState(false)
  const [busy, start] = useTransition()
  const run = (call: () => Promise<{ message: string }>) =>
    start(async () => {
      try {
        say((await call()).message)
        fail([])
        await queries.invalidateQueries({ queryKey: ['GET /api/staff/changes'] })
      } catch (error) {
        say(null)
        fail(messagesOf(error))
      }
      ask(false)
      reset(false)
    })
  return (
    <section className={styles.access} aria-label={words.access}>
      <h2>{words.access}</h2>
      {answer && <Alert kind="ok">{answer}</Alert>}
      <ErrorList messages={errors} />
      <div>
        <Button
          type="button"
          kind="secondary"
          busy={busy}
          disabled={status_code !== 'ACTIVE'}
          onClick={() => run(() => api('POST /api/staff/users/:id/invite', { params: { id } }))}
        >
          {words.inviteByMail}
        </Button>
        <Button type="button" kind="secondary" busy={busy} onClick={() => ask(true)}>
          {words.endSessions}
        </Button>
        <Button type="button" kind="secondary" busy={busy} disabled={!isStaff(user)} onClick={() => reset(true)}>
          {words.resetSecondStep}
        </Button>
      </div>
      <Dialog open={isAsked} onClose={() => ask(false)} title={words.endSessions}>
        <p>{words.signedOut(name)}</p>
        <DialogActions>
          <Button type="button" kind="secondary" onClick={() => ask(false)}>
            {words.cancel}
          </Button>
          <Button
            type="button"
            kind="danger"
            busy={busy}
            onClick={() => run(() => api('POST /api/staff/users/:id/end-sessions', { params: { id } }))}
          >
            {words.endSessions}
          </Button>
        </DialogActions>
      </Dialog>
      <Dialog open={isReset} onClose={() => reset(false)} title={words.resetSecondStep}>
        <p>{words.stopsWorking(name)}</p>
        <DialogActions>
          <Button type="button" kind="secondary" onClick={() => reset(false)}>
            {words.cancel}
          </Button>
          <Button
            type="button"
            kind="danger"
            busy={busy}
            onClick={() => run(() => api('POST /api/staff/users/:id/reset-second-factor', { params: { id } }))}
          >
            {words.reset}
          </Button>
        </DialogActions>
      </Dialog>
    </section>
  )
}
