import KeyRound from 'lucide-react/icons/key-round'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { textOf, useSubmit } from '#pwa/forms/use-submit.ts'
import { Alert, ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { TextField } from '#pwa/ui/field.tsx'
import type { FactorAnswer, FactorAsked, FactorMethod } from '#sync/protocol/staff/second-factor.ts'
import styles from './factor-form.module.css'
import * as words from './second-factor-words.ts'
import { canUsePasskeys, signByPasskey } from './passkeys.ts'

interface Props {
  asked: FactorAsked
  send: (answer: FactorAnswer) => Promise<unknown>
  /** Goes back. */
  onLeave: () => void
  leave: string
}

/** Asks for a second factor, one method at a time; the first is the easiest that works on this device. */
export function FactorForm({ asked, send, onLeave, leave }: Props) {
  const ways = asked.methods.filter(method => method !== 'passkey' || canUsePasskeys(asked))
  const [chosen, choose] = useState(ways[0])
  const { errors, fields, busy, onSubmit } = useSubmit(async typed => {
    await send({
      challenge: asked.challenge,
      method: chosen!,
      answer: chosen === 'passkey' ? await signByPasskey(asked) : textOf(typed, 'answer'),
    })
    return null
  })
  if (!chosen)
    return (
      <div className={styles.form}>
        <Alert kind="warn">{words.noWay}</Alert>
        <Button type="button" kind="secondary" onClick={onLeave}>
          {leave}
        </Button>
      </div>
    )
  return (
    <form method="post" className={styles.form} onSubmit={onSubmit}>
      <ErrorList messages={errors} />
      <Focused key={chosen}>
        <Way method={chosen} errors={fields.answer} />
        <Button busy={busy} wide icon={chosen === 'passkey' ? <KeyRound size={20} aria-hidden /> : undefined}>
          {chosen === 'passkey' ? words.byPasskey : words.confirm}
        </Button>
      </Focused>
      <div className={styles.others} role="group" aria-label={words.otherWays}>
        {ways
          .filter(method => method !== chosen)
          .map(method => (
            <Button key={method} type="button" kind="secondary" onClick={() => choose(method)}>
              {words.instead[method]}
            </Button>
          ))}
        <Button type="button" kind="quiet" onClick={onLeave}>
          {leave}
        </Button>
      </div>
    </form>
  )
}

/** Focuses the first of its fields, or its button. */
function Focused({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector<HTMLElement>('input, button')?.focus(), [])
  return (
    <div ref={box} className={styles.form}>
      {children}
    </div>
  )
}

function Way({ method, errors }: { method: FactorMethod; errors: readonly string[] | undefined }) {
  if (method === 'totp')
    return (
      <TextField
        label={words.appCode}
        name="answer"
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        hint={words.appCodeForm}
        errors={errors}
      />
    )
  if (method === 'recovery')
    return (
      <TextField
        label={words.recoveryCode}
        name="answer"
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={30}
        hint={words.recoveryCodeForm}
        errors={errors}
      />
    )
  return null
}
