import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { isMissing, messagesOf } from '#pwa/lib/api-error.ts'
import { useMounted } from '#pwa/lib/use-mounted.ts'
import { useSubmit } from '#pwa/forms/use-submit.ts'
import { Alert, ErrorList } from '#pwa/ui/alert.tsx'
import { Button, ButtonLink } from '#pwa/ui/button.tsx'
import page from '#pwa/ui/page.module.css'
import * as words from './alert-words.ts'

/** What a link in a letter does. Turning off takes one tap, the one on the link; confirming takes a person. */
export interface LinkTexts {
  confirmTitle: string
  confirmWhy: string
  yes: string
  isConfirmed: string
  offTitle: string
  isOff: string
}
interface Props {
  texts: LinkTexts
  confirm: (token: string) => Promise<unknown>
  turnOff: (token: string) => Promise<unknown>
}

export function LetterLink({ texts, confirm, turnOff }: Props) {
  const [search] = useSearchParams()
  const [off, on] = [search.get('off'), search.get('confirm')]
  return (
    <div className={page.narrow}>
      <h1>{off ? texts.offTitle : texts.confirmTitle}</h1>
      <div className={page.stack}>
        {off ? (
          <TurnOff texts={texts} token={off} run={turnOff} />
        ) : on ? (
          <Confirm texts={texts} token={on} run={confirm} />
        ) : (
          <Alert kind="bad">
            <p>{words.linkNotWhole}</p>
          </Alert>
        )}
      </div>
    </div>
  )
}

const Done = ({ children }: { children: ReactNode }) => (
  <>
    <Alert kind="ok">
      <p>{children}</p>
    </Alert>
    <ButtonLink to="/shop">{words.toShop}</ButtonLink>
  </>
)
const Over = () => (
  <Alert kind="info">
    <p>{words.linkOver}</p>
  </Alert>
)

interface Running {
  texts: LinkTexts
  token: string
  run: (token: string) => Promise<unknown>
}

function TurnOff({ texts, token, run }: Running) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['turn off', token],
    queryFn: () => run(token).then(() => true),
    // Not while the server draws the page.
    enabled: useMounted(),
    staleTime: Infinity,
  })
  if (data) return <Done>{texts.isOff}</Done>
  if (isFetching || !error) return <p role="status">{words.turningOff}</p>
  if (isMissing(error)) return <Over />
  return (
    <>
      <ErrorList messages={messagesOf(error)} />
      <Button type="button" onClick={() => void refetch()}>
        {words.again}
      </Button>
    </>
  )
}

function Confirm({ texts, token, run }: Running) {
  const [state, set] = useState<'asked' | 'done' | 'over'>('asked')
  const { errors, busy, onSubmit } = useSubmit(async () => {
    await run(token).then(
      () => set('done'),
      (error: unknown) => {
        if (!isMissing(error)) throw error
        set('over')
      },
    )
    return null
  })
  if (state === 'done') return <Done>{texts.isConfirmed}</Done>
  if (state === 'over') return <Over />
  return (
    <form method="post" className={page.stack} onSubmit={onSubmit}>
      <ErrorList messages={errors} />
      <p>{texts.confirmWhy}</p>
      <Button busy={busy}>{texts.yes}</Button>
    </form>
  )
}
