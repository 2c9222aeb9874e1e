import { useState } from 'react'
import { api } from '#pwa/lib/api.ts'
import { deviceName } from '#pwa/browser/device-words.ts'
import { formatDate } from '#pwa/lib/format.ts'
import { textOf, useSubmit } from '#pwa/forms/use-submit.ts'
import { makePasskey } from '#pwa/second-factor/use-passkey.ts'
import { Alert, ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { TextField } from '#pwa/ui/field.tsx'
import type { OwnFactors } from '#sync/protocol/staff/second-factor.ts'
import { PasswordField, passwordIn } from './password-field.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import styles from './security.module.css'
import { rereadFactors, type Section } from './use-factors.ts'

type Passkey = OwnFactors['passkeys'][number]

/** The passkeys somebody signs in with: a fingerprint, a face or a PIN on a device, or a security key. */
export function Passkeys({ factors, show }: Section) {
  const [leaving, remove] = useState<Passkey | null>(null)
  return (
    <section className={styles.section} aria-labelledby="passkeys">
      <h2 id="passkeys">Passkeys</h2>
      <p>Confirm with a fingerprint, your face or a PIN on this device, or with a security key.</p>
      {factors.passkeys.length > 0 && (
        <ul className={`bare ${styles.list}`}>
          {factors.passkeys.map(passkey => (
            <li key={passkey.id}>
              <span className={styles.item}>
                <span>{passkey.name}</span>
                <small>
                  Added {formatDate(passkey.created_at)}
                  {passkey.used_at && ` · last used ${formatDate(passkey.used_at)}`}
                </small>
              </span>
              <Button type="button" kind="quiet" aria-label={`Remove ${passkey.name}`} onClick={() => remove(passkey)}>
                Remove
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
    <form method="post" onSubmit={onSubmit} aria-label="Add a passkey">
      {message && <Alert kind="ok">{message}</Alert>}
      <ErrorList messages={errors} />
      <TextField
        label="Name of the passkey"
        name="name"
        required
        maxLength={60}
        defaultValue={deviceName()}
        autoComplete="off"
        errors={fields.name}
      />
      <PasswordField factors={factors} errors={fields.current_password} />
      <div>
        <Button busy={busy}>Add passkey</Button>
      </div>
    </form>
  )
}
