import { useState } from 'react'
import { api } from '#pwa/lib/api.ts'
import { queries } from '#pwa/lib/queries.ts'
import { useSubmit } from '#pwa/forms/use-submit.ts'
import { Alert, ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { TextField } from '#pwa/ui/field.tsx'
import styles from './account.module.css'
import * as words from './details-words.ts'

export function PasswordForm({ email }: { email: string }) {
  const [changes, setChanges] = useState(0)
  const { message, errors, fields, busy, onSubmit } = useSubmit(async form => {
    const [current_password, password, password_confirmation] = [
      'current_password',
      'password',
      'password_confirmation',
    ].map(name => String(form.get(name)))
    const reply = await api('PATCH /api/account', {
      body: { current_password: current_password!, password: password!, password_confirmation: password_confirmation! },
    })
    await Promise.all(
      [['GET /api/account'], ['GET /api/account/sessions']].map(queryKey => queries.invalidateQueries({ queryKey })),
    )
    setChanges(changes + 1)
    return reply.message
  })
  return (
    <section className={styles.section} aria-labelledby="password">
      <h2 id="password">{words.password}</h2>
      <form key={changes} onSubmit={onSubmit}>
        {message && <Alert kind="ok">{message}</Alert>}
        <ErrorList messages={errors} />
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <TextField
          label={words.presentPassword}
          name="current_password"
          type="password"
          autoComplete="current-password"
          required
          errors={fields.current_password}
        />
        <TextField
          label={words.newPassword}
          name="password"
          type="password"
          autoComplete="new-password"
          required
          hint={words.passwordLength}
          errors={fields.password}
        />
        <TextField
          label={words.sameAgain}
          name="password_confirmation"
          type="password"
          autoComplete="new-password"
          required
          errors={fields.password_confirmation}
        />
        <div>
          <Button busy={busy}>{words.changePassword}</Button>
        </div>
      </form>
    </section>
  )
}
