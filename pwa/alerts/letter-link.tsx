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
  /** Said of a link that the shop does not know. */
  linkOver: string
}
interface OffTexts {
  offTitle: string
  isOff: string
}
interface Props {
  texts: LinkTexts
  confirm: (token: string) => Promise<unknown>
  /** For letters that have a link to turn them off. */
  off?: OffTexts & { turnOff: (token: string) => Promise<unknown> }
}

export function LetterLink({ texts, confirm, off }: Props) {
  const [search] = useSearchParams()
  const ended = off && search.get('off')
  const on = search.get('confirm')
  return (
    <div className={page.narrow}>
      <h1>{ended ? off.offTitle : texts.confirmTitle}</h1>
      <div className={page.stack}>
        {ended ? (
          <TurnOff isOff={off.isOff} linkOver={texts.linkOver} token={ended} run={off.turnOff} />
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
const Over = ({ children }: { children: string }) => (
  <Alert kind="info">
    <p>{children}</p>
  </Alert>
)

interface Running {
  token: string
  run: (token: string) => Promise<unknown>
}

function TurnOff({ isOff, linkOver, token, run }: Running & { isOff: string; linkOver: string }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['turn off', token],
    queryFn: () => run(token).then(() => true),
    // Not while the server draws the page.
    enabled: useMounted(),
    staleTime: Infinity,
  })
  if (data) return <Done>{isOff}</Done>
  if (isFetching || !error) return <p role="status">{words.turningOff}</p>
  if (isMissing(error)) return <Over>{linkOver}</Over>
  return (
    <>
      <ErrorList messages={messagesOf(error)} />
      <Button type="button" onClick={() => void refetch()}>
        {words.again}
      </Button>
    </>
  )
}

function Confirm({ texts, token, run }: Running & { texts: LinkTexts }) {
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
  if (state === 'over') return <Over>{texts.linkOver}</Over>
  return (
    <form method="post" className={page.stack} onSubmit={onSubmit}>
      <ErrorList messages={errors} />
      <p>{texts.confirmWhy}</p>
      <Button busy={busy}>{texts.yes}</Button>
    </form>
  )
}
