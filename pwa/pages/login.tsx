import { useAtomValue } from 'jotai'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import { safeRedirect } from '#pwa/lib/redirect.ts'
import { session, signedIn } from '#pwa/lib/session.ts'
import { signIn } from '#pwa/lib/sign-in.ts'
import { textOf, useSubmit } from '#pwa/lib/use-submit.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { TextField } from '#pwa/ui/field.tsx'
import page from '#pwa/ui/page.module.css'

export function Login() {
  const [search] = useSearchParams()
  const target = safeRedirect(search.get('redirect'))
  const navigate = useNavigate()
  const user = useAtomValue(signedIn)
  const { errors, fields, busy, onSubmit } = useSubmit(async form => {
    await signIn({ email: textOf(form, 'email'), password: String(form.get('password')), device_name: 'web' })
    void navigate(target, { replace: true })
    return null
  })
  if (user && !busy && session.token() !== null) return <Navigate to={target} replace />
  return (
    <div className={page.narrow}>
      <h1>Login</h1>
      <form onSubmit={onSubmit}>
        <ErrorList messages={errors} />
        <TextField label="E-mail" name="email" type="email" autoComplete="username" required errors={fields.email} />
        <TextField label="Password" name="password" type="password" autoComplete="current-password" required errors={fields.password} />
        <Button busy={busy} wide>Login</Button>
        <p>New here? <Link to={`/register?${search}`}>Make an account</Link></p>
      </form>
    </div>
  )
}
