import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { api } from '#pwa/lib/api.ts'
import { say } from '#pwa/lib/notice.ts'
import { forget, isGuest } from '#pwa/session/session.ts'
import { useSubmit } from '#pwa/forms/use-submit.ts'
import { Alert, ErrorList } from '#pwa/ui/alert.tsx'
import { Button, ButtonLink } from '#pwa/ui/button.tsx'
import { TextField } from '#pwa/ui/field.tsx'
import { Link } from '#pwa/ui/link.tsx'
import page from '#pwa/ui/page.module.css'
import * as words from './sign-in-words.ts'

/** The page behind the link in the email. */
export function ResetPassword() {
  const [search] = useSearchParams()
  const [link] = useState({ token: search.get('token') ?? '', email: search.get('email') ?? '' })
  const navigate = useNavigate()
  const { errors, fields, busy, onSubmit } = useSubmit(async form => {
    const reply = await api('POST /api/reset-password', {
      body: {
        ...link,
        password: String(form.get('password')),
        password_confirmation: String(form.get('password_confirmation')),
      },
    })
    if (!isGuest()) forget() // the previous user is no longer signed in here
    say({ kind: 'ok', words: reply.message })
    void navigate('/login', { replace: true })
    return null
  })
  if (!link.token || !link.email) return <Broken title={words.linkNotWhole}>{words.openAgain}</Broken>
  if (fields.token) return <Broken title={words.linkOver}>{fields.token.join(' ')}</Broken>
  return (
    <div className={page.narrow}>
      <h1>{words.newPassword}</h1>
      {/* The browser would show one error at a time; the shop shows all. */}
      <form method="post" noValidate onSubmit={onSubmit}>
        <ErrorList messages={errors} />
        <TextField
          label={words.email}
          name="email"
          type="email"
          autoComplete="username"
          readOnly
          required
          value={link.email}
          errors={fields.email}
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
        <p className={page.lead}>{words.signedOut}</p>
        <Button busy={busy} wide>
          {words.setPassword}
        </Button>
      </form>
    </div>
  )
}

const Broken = ({ title, children }: { title: string; children: string }) => (
  <div className={page.narrow}>
    <h1>{words.newPassword}</h1>
    <div className={page.stack}>
      <Alert kind="bad" title={title}>
        <p>{children}</p>
      </Alert>
      <ButtonLink to="/forgot-passwrd">{words.askForLink}</ButtonLink>
      <p>
        <Link to="/login">{words.backToLogin}</Link>
      </p>
    </div>
  </div>
)
