import { useState } from 'react'
import { api } from '#pwa/lib/api.ts'
import { deviceName } from '#pwa/browser/device-words.ts'
import { textOf, useSubmit } from '#pwa/forms/use-submit.ts'
import { makePasskey } from '#pwa/second-factor/passkeys.ts'
import { Alert, ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { TextField } from '#pwa/ui/field.tsx'
import type { OwnFactors } from '#sync/protocol/staff/second-factor.ts'
import { PasswordField, passwordIn } from './password-field.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import styles from './security.module.css'
import { rereadFactors, type Section } from './own-factors.ts'
import * as securityWords from './security-words.tsx'

type Passkey = OwnFactors['passkeys'][number]

/** A user's passkeys: a fingerprint, a face or a PIN on a device, or a security key. */
export function Passkeys({ factors, show }: Section) {
  const [leaving, remove] = useState<Passkey | null>(null)
  return (
    <section className={styles.section} aria-labelledby="passkeys">
      <h2 id="passkeys">{securityWords.passkeys}</h2>
      <p>{securityWords.aboutPasskeys}</p>
      {factors.passkeys.length > 0 && (
        <ul className={`bare ${styles.list}`}>
          {factors.passkeys.map(passkey => (
            <li key={passkey.id}>
              <span className={styles.item}>
                <span>{passkey.name}</span>
                <small>{securityWords.added(passkey)}</small>
              </span>
              <Button
                type="button"
                kind="quiet"
                aria-label={securityWords.removeOf(passkey.name)}
                onClick={() => remove(passkey)}
              >
                {securityWords.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <AddPasskey factors={factors} show={show} />
      <RemoveDialog
        factors={factors}
        what={leaving?.name ?? null}
        onClose={() => remove(null)}
        remove={async body => {
          await api('DELETE /api/account/passkeys/:id', { params: { id: leaving!.id }, body })
          await rereadFactors()
        }}
      />
    </section>
  )
}

function AddPasskey({ factors, show }: Section) {
  const { message, errors, fields, busy, onSubmit } = useSubmit(async typed => {
    const { options } = await api('POST /api/account/passkeys/begin', { body: passwordIn(typed) })
    const answer = await makePasskey(options)
    const reply = await api('POST /api/account/passkeys', {
      body: { challenge: options.challenge, name: textOf(typed, 'name'), answer },
    })
    if (reply.recovery_codes) show(reply.recovery_codes)
    await rereadFactors()
    return reply.message
  })
  return (
    <form method="post" onSubmit={onSubmit} aria-label={securityWords.addPasskey}>
      {message && <Alert kind="ok">{message}</Alert>}
      <ErrorList messages={errors} />
      <TextField
        label={securityWords.passkeyName}
        name="name"
        required
        maxLength={60}
        defaultValue={deviceName()}
        autoComplete="off"
        errors={fields.name}
      />
      <PasswordField factors={factors} errors={fields.current_password} />
      <div>
        <Button busy={busy}>{securityWords.addThePasskey}</Button>
      </div>
    </form>
  )
}
