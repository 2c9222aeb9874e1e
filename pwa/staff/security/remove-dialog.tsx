import { useSubmit } from '#pwa/forms/use-submit.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import page from '#pwa/ui/page.module.css'
import type { OwnFactors } from '#sync/protocol/staff/second-factor.ts'
import { PasswordField, passwordIn } from './password-field.tsx'
import * as words from './security-words.tsx'

interface Props {
  factors: OwnFactors
  /** What is removed; null while the dialog is closed. */
  what: string | null
  remove: (password: { current_password?: string }) => Promise<unknown>
  onClose: () => void
}

/** Asks before a second factor is removed. */
export const RemoveDialog = ({ what, onClose, ...rest }: Props) => (
  <Dialog open={what !== null} onClose={onClose} title={words.askRemove(what ?? '')}>
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
        {words.noLongerSignsIn} {factors.passkeys.length + (factors.authenticator ? 1 : 0) === 1 && words.codesGoToo}
      </p>
      <PasswordField factors={factors} errors={fields.current_password} />
      <DialogActions>
        <Button type="button" kind="secondary" onClick={onClose}>
          {words.keepIt}
        </Button>
        <Button kind="danger" busy={busy}>
          {words.remove}
        </Button>
      </DialogActions>
    </form>
  )
}
