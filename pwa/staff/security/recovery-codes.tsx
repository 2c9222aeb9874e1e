import Download from 'lucide-react/icons/download'
import { useEffect, useRef } from 'react'
import { api } from '#pwa/lib/api.ts'
import { saveFile } from '#pwa/browser/save-file.ts'
import { useSubmit } from '#pwa/forms/use-submit.ts'
import { Alert, ErrorList } from '#pwa/ui/alert.tsx'
import { Button, ButtonLink } from '#pwa/ui/button.tsx'
import { RECOVERY_CODES } from '#sync/protocol/staff/second-factor.ts'
import { PasswordField, passwordIn } from './password-field.tsx'
import styles from './security.module.css'
import { rereadFactors, type Section } from './own-factors.ts'
import * as words from './security-words.tsx'

type Props = Section & { codes: string[] | null }

/** Codes to sign in without passkey and app. */
export function RecoveryCodes({ factors, codes, show }: Props) {
  if (factors.passkeys.length === 0 && !factors.authenticator) return null
  return (
    <section className={styles.section} aria-labelledby="recovery">
      <h2 id="recovery">{words.recoveryCodes}</h2>
      {codes ? <NewCodes codes={codes} onEnd={() => show(null)} /> : <Left factors={factors} show={show} />}
    </section>
  )
}

function NewCodes({ codes, onEnd }: { codes: string[]; onEnd: () => void }) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => list.current?.focus(), [])
  return (
    <>
      <Alert kind="warn" title={words.saveNow}>
        {words.whatTheyAreFor}
      </Alert>
      <ul ref={list} tabIndex={-1} className={`bare ${styles.codes}`} aria-label={words.yourCodes}>
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button
          type="button"
          icon={<Download size={20} aria-hidden />}
          onClick={() => saveFile(new File([`${codes.join('\n')}\n`], 'recovery-codes.txt', { type: 'text/plain' }))}
        >
          {words.download}
        </Button>
        <Button type="button" kind="secondary" onClick={onEnd}>
          {words.saved}
        </Button>
        <ButtonLink kind="secondary" to="/staff">
          {words.openBackOffice}
        </ButtonLink>
      </div>
    </>
  )
}

function Left({ factors, show }: Section) {
  const { errors, fields, busy, onSubmit } = useSubmit(async typed => {
    show((await api('POST /api/account/recovery-codes', { body: passwordIn(typed) })).recovery_codes)
    await rereadFactors()
    return null
  })
  return (
    <form method="post" onSubmit={onSubmit} aria-label={words.newCodes}>
      <p>{words.codesLeft(factors.recovery_codes_left, RECOVERY_CODES)}</p>
      <ErrorList messages={errors} />
      <PasswordField factors={factors} errors={fields.current_password} />
      <div>
        <Button kind="secondary" busy={busy}>
          {words.makeNewCodes}
        </Button>
      </div>
    </form>
  )
}
