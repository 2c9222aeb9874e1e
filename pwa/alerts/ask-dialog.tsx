import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSubmit, textOf } from '#pwa/forms/use-submit.ts'
import { api } from '#pwa/lib/api.ts'
import { messagesOf } from '#pwa/lib/api-error.ts'
import { say } from '#pwa/lib/notice.ts'
import { queries } from '#pwa/lib/queries.ts'
import { beSomebody } from '#pwa/session/sign-in.ts'
import { useSignedIn } from '#pwa/session/use-signed-in.ts'
import { Alert, ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { TextField } from '#pwa/ui/field.tsx'
import { LoadError } from '#pwa/ui/load-error.tsx'
import page from '#pwa/ui/page.module.css'
import { Loader } from '#pwa/ui/skeleton.tsx'
import type { AlertAsked, AlertSubject, OwnAlert } from '#sync/protocol/shop/alert.ts'
import * as words from './alert-words.ts'
import * as askWords from './ask-words.ts'
import { canPush, subscribe } from './subscribe.ts'

const KEY = ['GET /api/alerts', 'ask']
const readAlerts = async () => {
  await beSomebody()
  return api('GET /api/alerts')
}

/** Asks how somebody wants to be told, or shows that they will be. */
export function AskDialog({ open, onClose, ...wanted }: AlertSubject & { open: boolean; onClose: () => void }) {
  const { data, error, refetch } = useQuery({ queryKey: KEY, queryFn: readAlerts, enabled: open, staleTime: 0 })
  const known = data?.alerts.filter(({ kind, subject_id }) => kind === wanted.kind && subject_id === wanted.subject_id)
  return (
    <Dialog open={open} onClose={onClose} title={askWords.ask[wanted.kind]}>
      <div className={page.stack}>
        {data && known ? (
          known.length > 0 ? (
            known.map(alert => <Known key={alert.id} alert={alert} />)
          ) : (
            <Ways wanted={wanted} pushKey={data.push_key} onDone={onClose} />
          )
        ) : error ? (
          <LoadError what={words.yourAlerts} message={error.message} again={() => void refetch()} />
        ) : (
          <Loader rows={2} height={44} />
        )}
      </div>
    </Dialog>
  )
}

function Known({ alert }: { alert: OwnAlert }) {
  const { errors, busy, onSubmit } = useSubmit(async () => {
    const { message } = await api('DELETE /api/alerts/:id', { params: { id: alert.id } })
    await queries.invalidateQueries({ queryKey: KEY })
    return message
  })
  return (
    <form method="post" className={page.stack} onSubmit={onSubmit}>
      <ErrorList messages={errors} />
      <Alert kind="ok">
        <p>{alert.is_confirmed ? words.told[alert.by] : words.notConfirmed}</p>
      </Alert>
      <Button kind="secondary" busy={busy}>
        {words.turnOff}
      </Button>
    </form>
  )
}

function Ways({ wanted, pushKey, onDone }: { wanted: AlertSubject; pushKey: string; onDone: () => void }) {
  const user = useSignedIn()
  const send = async (how: Pick<AlertAsked, 'email' | 'push'>, key: string) => {
    const { message } = await api('POST /api/alerts', { body: { ...wanted, ...how }, key })
    void queries.invalidateQueries({ queryKey: KEY })
    onDone()
    say({ kind: 'ok', words: message })
    return null
  }
  const { errors, fields, busy, onSubmit } = useSubmit(async (form, key) =>
    send(user ? {} : { email: textOf(form, 'email') }, key),
  )
  const hasMail = wanted.kind !== 'READY'
  return (
    <>
      <p>{words.once[wanted.kind]}</p>
      {canPush() && <PushButton pushKey={pushKey} send={send} />}
      {hasMail && (
        <form method="post" noValidate className={page.stack} onSubmit={onSubmit}>
          <ErrorList messages={errors} />
          {!user && (
            <TextField
              label={words.email}
              name="email"
              type="email"
              autoComplete="email"
              required
              hint={words.youConfirm}
              errors={fields.email}
            />
          )}
          <Button kind={canPush() ? 'secondary' : 'primary'} busy={busy}>
            {words.emailMe}
          </Button>
        </form>
      )}
    </>
  )
}

interface Pushing {
  pushKey: string
  send: (how: Pick<AlertAsked, 'push'>, key: string) => Promise<null>
}

function PushButton({ pushKey, send }: Pushing) {
  const [fault, setFault] = useState<string | null>(Notification.permission === 'denied' ? words.blocked : null)
  const { busy, onSubmit } = useSubmit(async (_, key) => {
    setFault(null)
    const push = await subscribe(pushKey).catch(() => null)
    if (push === null || push === 'blocked') {
      setFault(push === null ? words.noPush : words.blocked)
      return null
    }
    return send({ push }, key).catch((error: unknown) => {
      setFault(messagesOf(error).join(' '))
      return null
    })
  })
  return (
    <form method="post" className={page.stack} onSubmit={onSubmit}>
      {fault && (
        <Alert kind="warn">
          <p>{fault}</p>
        </Alert>
      )}
      <Button busy={busy}>{words.notifyHere}</Button>
      <p>{words.onlyAsked}</p>
    </form>
  )
}
