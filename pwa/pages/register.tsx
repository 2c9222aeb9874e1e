import { useAtomValue } from 'jotai'
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import { deviceName } from '#pwa/lib/device-name.ts'
import { safeRedirect } from '#pwa/lib/redirect.ts'
import { signedIn } from '#pwa/lib/session.ts'
import { register } from '#pwa/lib/sign-in.ts'
import { textOf, useSubmit } from '#pwa/lib/use-submit.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { TextField } from '#pwa/ui/field.tsx'
import { Link } from '#pwa/ui/link.tsx'
import page from '#pwa/ui/page.module.css'

export function Register() {
  const [search] = useSearchParams()
  const target = safeRedirect(search.get('redirect'))
  const navigate = useNavigate()
  const user = useAtomValue(signedIn)
  const { errors, fields, busy, onSubmit } = useSubmit(async form => {
    await register({
      name: textOf(form, 'name'), email: textOf(form, 'email'), phone: textOf(form, 'phone'), device_name: deviceName(),
      password: String(form.get('password')), password_confirmation: String(form.get('password_confirmation')),
    })
    void navigate(target, { replace: true })
    return null
  })
  if (user && !busy) return <Navigate to={target} replace />
  return (
    <div className={page.narrow}>
      <h1>Make an account</h1>
      <form onSubmit={onSubmit}>
        <ErrorList messages={errors} />
        <TextField label="Name" name="name" autoComplete="name" required errors={fields.name} />
        <TextField label="E-mail" name="email" type="email" autoComplete="username" required errors={fields.email} />
        <TextField label="Phone" name="phone" type="tel" autoComplete="tel" required hint="With or without +233" errors={fields.phone} />
        <TextField label="Password" name="password" type="password" autoComplete="new-password" required minLength={8} maxLength={128} hint="8 characters or more" errors={fields.password} />
        <TextField label="Password again" name="password_confirmation" type="password" autoComplete="new-password" required errors={fields.password_confirmation} />
        <Button busy={busy} wide>Register</Button>
        <p>Already have one? <Link to={`/login?${search}`}>Login</Link></p>
      </form>
    </div>
  )
}
