import { useSubmit } from '#pwa/forms/use-submit.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import page from '#pwa/ui/page.module.css'
import type { OwnFactors } from '#sync/protocol/staff/second-factor.ts'
import { PasswordField, passwordIn } from './password-field.tsx'

interface Props {
  factors: OwnFactors
  /** What goes; null while nothing is asked. */
  what: string | null
  remove: (password: { current_password?: string }) => Promise<unknown>
  onClose: () => void
}

/** Asks before a way to sign in is taken away. */
export const RemoveDialog = ({ what, onClose, ...rest }: Props) => (
  <Dialog open={what !== null} onClose={onClose} title={`Remove ${what ?? ''}?`}>
    <Ask {...rest} onClose={onClose} />
  </Dialog>
)

function Ask({ factors, remove, onClose }: Omit<Props, 'what'>) {
  const { errors, fields, busy, onSubmit } = useSubmit(async typed => {
    await remove(passwordIn(typed))
    onClose()
    return null
  })
  return (
    <form className={page.stack} onSubmit={onSubmit}>
      <ErrorList messages={errors} />
      <p>
        You can no longer sign in with it.{' '}
        {factors.passkeys.length + (factors.authenticator ? 1 : 0) === 1 && 'Your recovery codes go with it.'}
      </p>
      <PasswordField factors={factors} errors={fields.current_password} />
      <DialogActions>
        <Button type="button" kind="secondary" onClick={onClose}>
          Keep it
        </Button>
        <Button kind="danger" busy={busy}>
          Remove
        </Button>
      </DialogActions>
    </form>
  )
}
