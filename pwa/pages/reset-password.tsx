import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { api } from '#pwa/lib/api.ts'
import { say } from '#pwa/lib/notice.ts'
import { forget, isGuest } from '#pwa/lib/session.ts'
import { useSubmit } from '#pwa/lib/use-submit.ts'
import { Alert, ErrorList } from '#pwa/ui/alert.tsx'
import { Button, ButtonLink } from '#pwa/ui/button.tsx'
import { TextField } from '#pwa/ui/field.tsx'
import { Link } from '#pwa/ui/link.tsx'
import page from '#pwa/ui/page.module.css'

/** Where the letter's link leads. */
export function ResetPassword() {
  const [search] = useSearchParams()
  const [link] = useState({ token: search.get('token') ?? '', email: search.get('email') ?? '' })
  const navigate = useNavigate()
  const { errors, fields, busy, onSubmit } = useSubmit(async form => {
    const reply = await api('POST /api/reset-password', { body: { ...link, password: String(form.get('password')), password_confirmation: String(form.get('password_confirmation')) } })
    if (!isGuest()) forget() // whoever was signed in here no longer is
    say({ kind: 'ok', words: reply.message })
    void navigate('/login', { replace: true })
    return null
  })
  if (!link.token || !link.email) return <Broken title="This link is not whole.">Open it from the letter once more, or ask for a new one.</Broken>
  if (fields.token) return <Broken title="This link does not work any more.">{fields.token.join(' ')}</Broken>
  return (
    <div className={page.narrow}>
      <h1>New password</h1>
      <form onSubmit={onSubmit}>
        <ErrorList messages={errors} />
        <TextField label="E-mail" name="email" type="email" autoComplete="username" readOnly required value={link.email} errors={fields.email} />
        <TextField label="New password" name="password" type="password" autoComplete="new-password" required hint="8 characters or more" errors={fields.password} />
        <TextField label="The same again" name="password_confirmation" type="password" autoComplete="new-password" required errors={fields.password_confirmation} />
        <p className={page.lead}>Every device will be signed out.</p>
        <Button busy={busy} wide>Set the new password</Button>
      </form>
    </div>
  )
}

const Broken = ({ title, children }: { title: string; children: string }) => (
  <div className={page.narrow}>
    <h1>New password</h1>
    <div className={page.stack}>
      <Alert kind="bad" title={title}><p>{children}</p></Alert>
      <ButtonLink to="/forgot-passwrd">Ask for a new link</ButtonLink>
      <p><Link to="/login">Back to the login</Link></p>
    </div>
  </div>
)
