import { LetterLink } from '#pwa/alerts/letter-link.tsx'
import { api } from '#pwa/lib/api.ts'
import { formatDate } from '#pwa/lib/format.ts'
import { queries } from '#pwa/lib/queries.ts'
import { useSubmit } from '#pwa/forms/use-submit.ts'
import { Alert, ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import * as words from './details-words.ts'

/** Asks a customer to confirm their address, and sends the link again. */
export function ConfirmNotice({ email, until }: { email: string; until: string }) {
  const { message, errors, busy, onSubmit } = useSubmit(
    async () => (await api('POST /api/account/confirm-email')).message,
  )
  return (
    <Alert kind="info" title={words.confirmYourEmail}>
      <p>{words.confirmBy(email, formatDate(until))}</p>
      <ErrorList messages={errors} />
      <form method="post" onSubmit={onSubmit}>
        {message ? (
          <p>{message}</p>
        ) : (
          <Button kind="secondary" busy={busy}>
            {words.sendLinkAgain}
          </Button>
        )}
      </form>
    </Alert>
  )
}

/** The page behind that link. */
export const ConfirmEmail = () => (
  <LetterLink
    texts={words.confirmEmail}
    confirm={async token => {
      await api('POST /api/confirm-email/:token', { params: { token } })
      await queries.invalidateQueries()
    }}
  />
)
