import { api } from '#pwa/lib/api.ts'
import { queries } from '#pwa/lib/queries.ts'
import { textOf, useSubmit } from '#pwa/lib/use-submit.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import { TextAreaField } from '#pwa/ui/field.tsx'
import page from '#pwa/ui/page.module.css'
import type { ShopException } from '#sync/protocol/endpoints.ts'

interface Props {
  exception: ShopException | null
  words: string
  onClose: () => void
  /** With the server's words. */
  onResolved: (message: string) => void
}

/** Says what came of an exception, and closes it. */
export const ResolveDialog = ({ exception, words, onClose, onResolved }: Props) => (
  <Dialog open={exception !== null} onClose={onClose} title={words}>
    {exception && <ResolveForm exception={exception} onClose={onClose} onResolved={onResolved} />}
  </Dialog>
)

function ResolveForm({ exception, onClose, onResolved }: Omit<Props, 'words'> & { exception: ShopException }) {
  const { errors, fields, busy, onSubmit } = useSubmit(async form => {
    const { message } = await api('PATCH /api/staff/exceptions/:id', { params: { id: exception.id }, body: { status_code: 'RESOLVED', note: textOf(form, 'note') } })
    await queries.invalidateQueries({ queryKey: ['GET /api/staff/exceptions'] })
    onResolved(message)
    onClose()
    return null
  })
  return (
    <form className={page.stack} onSubmit={onSubmit}>
      <p>{exception.detail}</p>
      <ErrorList messages={errors} />
      <TextAreaField label="What came of it" name="note" required maxLength={500} errors={fields.note} />
      <DialogActions>
        <Button type="button" kind="secondary" onClick={onClose}>Cancel</Button>
        <Button busy={busy}>Resolve</Button>
      </DialogActions>
    </form>
  )
}
