import { useEffect, useRef, useState } from 'react'
import { api } from '#pwa/lib/api.ts'
import { textOf, useSubmit } from '#pwa/forms/use-submit.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { TextField } from '#pwa/ui/field.tsx'
import type { ReplyOf } from '#sync/protocol/endpoints.ts'
import { PasswordField, passwordIn } from './password-field.tsx'
import { QrCode } from './qr-code.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import styles from './security.module.css'
import { rereadFactors, type Section } from './own-factors.ts'
import * as words from './security-words.tsx'

type Begun = ReplyOf<'POST /api/account/authenticator/begin'>

/** An app that shows a new code every 30 seconds. */
export function Authenticator({ factors, show }: Section) {
  const [begun, begin] = useState<Begun | null>(null)
  const [isAsked, ask] = useState(false)
  const app = factors.authenticator
  return (
    <section className={styles.section} aria-labelledby="authenticator">
      <h2 id="authenticator">{words.app}</h2>
      <p>{words.aboutApp}</p>
      {app ? (
        <ul className={`bare ${styles.list}`}>
          <li>
            <span className={styles.item}>
              <span>{words.isSetUp}</span>
              <small>{words.added(app)}</small>
            </span>
            <Button type="button" kind="quiet" aria-label={words.removeApp} onClick={() => ask(true)}>
              {words.remove}
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
        what={isAsked ? words.theApp : null}
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
    <form method="post" onSubmit={onSubmit} aria-label={words.setUpApp}>
      <ErrorList messages={errors} />
      <PasswordField factors={factors} errors={fields.current_password} />
      <div>
        <Button busy={busy}>{words.setUpAnApp}</Button>
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
    <form ref={form} method="post" onSubmit={onSubmit} aria-label={words.finishApp}>
      <p>
        <words.Scan uri={uri} />
      </p>
      <QrCode text={uri} label={words.qrCode} />
      <p>
        {words.key} <span className={styles.secret}>{secret.match(/.{1,4}/g)?.join(' ')}</span>
      </p>
      <ErrorList messages={errors} />
      <TextField
        label={words.codeShown}
        name="code"
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        errors={fields.code}
      />
      <div className={styles.buttons}>
        <Button busy={busy}>{words.confirmApp}</Button>
        <Button type="button" kind="secondary" onClick={onEnd}>
          {words.cancel}
        </Button>
      </div>
    </form>
  )
}
