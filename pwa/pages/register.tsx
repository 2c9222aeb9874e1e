import { Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import { deviceName } from '#pwa/browser/device-words.ts'
import { safeRedirect } from '#pwa/session/redirect.ts'
import { register } from '#pwa/session/sign-in.ts'
import { useSignedIn } from '#pwa/session/use-signed-in.ts'
import { textOf, useSubmit } from '#pwa/forms/use-submit.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { TextField } from '#pwa/ui/field.tsx'
import { Link } from '#pwa/ui/link.tsx'
import page from '#pwa/ui/page.module.css'
import * as words from './sign-in-words.ts'

export function Register() {
  const [search] = useSearchParams()
  const target = () => safeRedirect(search.get('redirect'))
  const navigate = useNavigate()
  const user = useSignedIn()
  const { errors, fields, busy, onSubmit } = useSubmit(async form => {
    await register({
      name: textOf(form, 'name'),
      email: textOf(form, 'email'),
      phone: textOf(form, 'phone'),
      device_name: deviceName(),
      password: String(form.get('password')),
      password_confirmation: String(form.get('password_confirmation')),
    })
    void navigate(target(), { replace: true })
    return null
  })
  if (user && !busy) return <Navigate to={target()} replace />
  return (
    <div className={page.narrow}>
      <h1>{words.makeAnAccount}</h1>
      {/* The browser would show one error at a time; the shop shows all. */}
      <form method="post" noValidate onSubmit={onSubmit}>
        <ErrorList messages={errors} />
        <TextField label={words.name} name="name" autoComplete="name" required errors={fields.name} />
        <TextField
          label={words.email}
          name="email"
          type="email"
          autoComplete="username"
          required
          errors={fields.email}
        />
        <TextField
          label={words.phone}
          name="phone"
          type="tel"
          autoComplete="tel"
          required
          hint={words.phoneForms}
          errors={fields.phone}
        />
        <TextField
          label={words.password}
          name="password"
          type="password"
          autoComplete="new-password"
          required
          minLength={8}
          maxLength={128}
          hint={words.passwordLength}
          errors={fields.password}
        />
        <TextField
          label={words.passwordAgain}
          name="password_confirmation"
          type="password"
          autoComplete="new-password"
          required
          errors={fields.password_confirmation}
        />
        <Button busy={busy} wide>
          {words.register}
        </Button>
        <p>
          {words.alreadyHaveOne} <Link to={`/login?${search}`}>{words.login}</Link>
        </p>
      </form>
    </div>
  )
}
