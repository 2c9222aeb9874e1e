import { api } from '#pwa/lib/api.ts'
import { textOf, useSubmit } from '#pwa/lib/use-submit.ts'
import { Alert, ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { TextField } from '#pwa/ui/field.tsx'
import { Link } from '#pwa/ui/link.tsx'
import page from '#pwa/ui/page.module.css'

export function ForgotPassword() {
  const { message, errors, fields, busy, onSubmit } = useSubmit(async form => {
    const reply = await api('POST /api/forgot-password', { body: { email: textOf(form, 'email') } })
    return reply.message
  })
  return (
    <div className={page.narrow}>
      <h1>Forgot password</h1>
      <form onSubmit={onSubmit}>
        {message && <Alert kind="ok" title="Look into your mail"><p>{message} If nothing comes, look among the unwanted mail, and whether it is the e-mail you registered with.</p></Alert>}
        <ErrorList messages={errors} />
        {!message && <p>Tell us your e-mail, and we send you a link to choose a new password.</p>}
        <TextField label="E-mail" name="email" type="email" autoComplete="username" required errors={fields.email} />
        <Button busy={busy} wide>{message ? 'Send it again' : 'Send the link'}</Button>
        <p><Link to="/login">Back to the login</Link></p>
      </form>
    </div>
  )
}
