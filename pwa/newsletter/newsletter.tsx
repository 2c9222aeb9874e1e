import { useSearchParams } from 'react-router-dom'
import { LetterLink } from '#pwa/alerts/letter-link.tsx'
import { textOf, useSubmit } from '#pwa/forms/use-submit.ts'
import { api } from '#pwa/lib/api.ts'
import { Alert, ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { TextField } from '#pwa/ui/field.tsx'
import { Link } from '#pwa/ui/link.tsx'
import page from '#pwa/ui/page.module.css'
import * as frameWords from '#pwa/shell/frame-words.ts'
import * as words from './newsletter-words.ts'

/** Signing up for the newsletter, and the page behind the links in its letters. */
export function Newsletter() {
  const [search] = useSearchParams()
  if (!search.has('confirm') && !search.has('off')) return <SignUp />
  return (
    <LetterLink
      texts={words}
      confirm={token => api('POST /api/newsletter/confirm/:token', { params: { token } })}
      off={{ ...words, turnOff: token => api('POST /api/newsletter/off/:token', { params: { token } }) }}
    />
  )
}

function SignUp() {
  const { message, errors, fields, busy, onSubmit } = useSubmit(async (form, key) => {
    const reply = await api('POST /api/newsletter', { body: { email: textOf(form, 'email') }, key })
    return reply.message
  })
  return (
    <div className={page.narrow}>
      <h1>{words.newsletter}</h1>
      {message ? (
        <Alert kind="ok">
          <p>{message}</p>
        </Alert>
      ) : (
        <form method="post" noValidate onSubmit={onSubmit}>
          <p>{words.what}</p>
          {Object.keys(fields).length === 0 && <ErrorList messages={errors} />}
          <TextField
            label={words.email}
            name="email"
            type="email"
            autoComplete="email"
            required
            hint={words.youConfirm}
            errors={fields.email}
          />
          <Button busy={busy}>{words.signUp}</Button>
          <p>
            <Link to="/policy/privacy">{frameWords.privacyPolicy}</Link>
          </p>
        </form>
      )}
    </div>
  )
}
