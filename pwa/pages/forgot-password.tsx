import { api } from '#pwa/lib/api.ts'
import { textOf, useSubmit } from '#pwa/forms/use-submit.ts'
import { Alert, ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { TextField } from '#pwa/ui/field.tsx'
import { Link } from '#pwa/ui/link.tsx'
import page from '#pwa/ui/page.module.css'
import * as words from './sign-in-words.ts'

export function ForgotPassword() {
  const { message, errors, fields, busy, onSubmit } = useSubmit(async form => {
    const reply = await api('POST /api/forgot-password', { body: { email: textOf(form, 'email') } })
    return reply.message
  })
  return (
    <div className={page.narrow}>
      <h1>{words.forgotPassword}</h1>
      <form method="post" onSubmit={onSubmit}>
        {message && (
          <Alert kind="ok" title={words.lookIntoMail}>
            <p>
              {message} {words.nothingComes}
            </p>
          </Alert>
        )}
        <ErrorList messages={errors} />
        {!message && <p>{words.tellUs}</p>}
        <TextField
          label={words.email}
          name="email"
          type="email"
          autoComplete="username"
          required
          errors={fields.email}
        />
        <Button busy={busy} wide>
          {message ? words.sendAgain : words.sendLink}
        </Button>
        <p>
          <Link to="/login">{words.backToLogin}</Link>
        </p>
      </form>
    </div>
  )
}
