import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import { deviceName } from '#pwa/browser/device-words.ts'
import { lazyPart } from '#pwa/lib/lazy-screen.ts'
import { afterSignIn } from '#pwa/session/redirect.ts'
import { isCovered } from '#pwa/session/screen-lock.ts'
import { session, signedIn } from '#pwa/session/session.ts'
import { signIn } from '#pwa/session/sign-in.ts'
import { textOf, useSubmit } from '#pwa/forms/use-submit.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { TextField } from '#pwa/ui/field.tsx'
import { Link } from '#pwa/ui/link.tsx'
import page from '#pwa/ui/page.module.css'
import type { FactorAsked } from '#sync/protocol/staff/second-factor.ts'
import * as words from './sign-in-words.ts'

/** Only staff have it. */
const SecondStep = lazyPart(() => import('#pwa/second-factor/second-step.tsx'), 'SecondStep')
const SET_UP = '/staff/security'

export function Login() {
  const [search] = useSearchParams()
  const target = () => afterSignIn(search.get('redirect'), session.user())
  const navigate = useNavigate()
  const user = useAtomValue(signedIn)
  const [asked, ask] = useState<FactorAsked | null>(null)
  const { errors, fields, busy, onSubmit } = useSubmit(async form => {
    const due = await signIn({
      email: textOf(form, 'email'),
      password: String(form.get('password')),
      device_name: deviceName(),
    })
    if (due && due !== 'set up') ask(due)
    else void navigate(due ? SET_UP : target(), { replace: true })
    return null
  })
  const isLocked = useAtomValue(isCovered)
  if (user && !isLocked && !busy && session.token() !== null) return <Navigate to={target()} replace />
  if (asked) return <SecondStep asked={asked} onLeave={() => ask(null)} />
  return (
    <div className={page.narrow}>
      <h1>{words.login}</h1>
      <form method="post" onSubmit={onSubmit}>
        <ErrorList messages={errors} />
        <TextField
          label={words.email}
          name="email"
          type="email"
          autoComplete="username"
          required
          errors={fields.email}
        />
        <TextField
          label={words.password}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          errors={fields.password}
        />
        <Button busy={busy} wide>
          {words.login}
        </Button>
        <p>
          <Link to="/forgot-passwrd">{words.forgotIt}</Link>
        </p>
        <p>
          {words.newHere} <Link to={`/register?${search}`}>{words.makeAnAccount}</Link>
        </p>
      </form>
    </div>
  )
}
