import { useEffect, useRef, useState } from 'react'
import { api } from '#pwa/lib/api.ts'
import { formatDate } from '#pwa/lib/format.ts'
import { textOf, useSubmit } from '#pwa/forms/use-submit.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { TextField } from '#pwa/ui/field.tsx'
import type { ReplyOf } from '#sync/protocol/endpoints.ts'
import { PasswordField, passwordIn } from './password-field.tsx'
import { QrCode } from './qr-code.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import styles from './security.module.css'
import { rereadFactors, type Section } from './use-factors.ts'

type Begun = ReplyOf<'POST /api/account/authenticator/begin'>

/** An app that shows a new code every 30 seconds. */
export function Authenticator({ factors, show }: Section) {
  const [begun, begin] = useState<Begun | null>(null)
  const [isAsked, ask] = useState(false)
  const app = factors.authenticator
  return (
    <section className={styles.section} aria-labelledby="authenticator">
      <h2 id="authenticator">Authenticator app</h2>
      <p>An app on your phone shows a 6-digit code, also without a network.</p>
      {app ? (
        <ul className={`bare ${styles.list}`}>
          <li>
            <span className={styles.item}>
              <span>Set up</span>
              <small>
                Added {formatDate(app.created_at)}
                {app.used_at && ` · last used ${formatDate(app.used_at)}`}
              </small>
            </span>
            <Button type="button" kind="quiet" aria-label="Remove the authenticator app" onClick={() => ask(true)}>
              Remove
            </Button>
          </li>
        </ul>
      ) : begun ? (
        <Finish begun={begun} show={show} onEnd={() => begin(null)} />
      ) : (
        <Begin factors={factors} begin={begin} />
      )}
      <RemoveDialog
        factors={factors}
        what={isAsked ? 'the authenticator app' : null}
        onClose={() => ask(false)}
        remove={async body => {
          await api('DELETE /api/account/authenticator', { body })
          await rereadFactors()
        }}
      />
    </section>
  )
}

function Begin({ factors, begin }: Pick<Section, 'factors'> & { begin: (begun: Begun) => void }) {
  const { errors, fields, busy, onSubmit } = useSubmit(async typed => {
    begin(await api('POST /api/account/authenticator/begin', { body: passwordIn(typed) }))
    return null
  })
  return (
    <form method="post" onSubmit={onSubmit} aria-label="Set up an authenticator app">
      <ErrorList messages={errors} />
      <PasswordField factors={factors} errors={fields.current_password} />
      <div>
        <Button busy={busy}>Set up an app</Button>
      </div>
    </form>
  )
}

function Finish({
  begun: { uri, secret, challenge },
  show,
  onEnd,
}: Pick<Section, 'show'> & { begun: Begun; onEnd: () => void }) {
  const { errors, fields, busy, onSubmit } = useSubmit(async typed => {
    const { recovery_codes } = await api('POST /api/account/authenticator', {
      body: { challenge, code: textOf(typed, 'code') },
    })
    if (recovery_codes) show(recovery_codes)
    await rereadFactors()
    onEnd()
    return null
  })
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  return (
    <form ref={form} method="post" onSubmit={onSubmit} aria-label="Finish setting up the app">
      <p>
        1. Scan this with the app, <a href={uri}>open it on this device</a>, or type the key.
      </p>
      <QrCode text={uri} label="QR code for the authenticator app" />
      <p>
        Key: <span className={styles.secret}>{secret.match(/.{1,4}/g)?.join(' ')}</span>
      </p>
      <ErrorList messages={errors} />
      <TextField
        label="2. Code that the app shows"
        name="code"
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        errors={fields.code}
      />
      <div className={styles.buttons}>
        <Button busy={busy}>Confirm the app</Button>
        <Button type="button" kind="secondary" onClick={onEnd}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
