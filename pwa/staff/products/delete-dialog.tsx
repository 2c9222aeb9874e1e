import { useState, useTransition } from 'react'
import { api } from '#pwa/lib/api.ts'
import { messagesOf } from '#pwa/lib/api-error.ts'
import { say } from '#pwa/lib/notice.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import { rereadProducts } from './reread-products.ts'
import * as productWords from './product-words.ts'

interface Props {
  /** Null: the dialog is closed. */
  product: { id: number; name: string } | null
  onClose: () => void
  onDeleted?: () => void
}

export function DeleteDialog({ product, onClose, onDeleted }: Props) {
  const [errors, fail] = useState<string[]>([])
  const [busy, start] = useTransition()
  const remove = ({ id, name }: { id: number; name: string }) =>
    start(async () => {
      try {
        await api('DELETE /api/staff/products/:id', { params: { id } })
      } catch (error) {
        fail(messagesOf(error))
        return
      }
      say({ words: productWords.deleted(name), kind: 'ok' })
      onClose()
      onDeleted?.()
      await rereadProducts(id)
    })
  return (
    <Dialog open={product !== null} onClose={onClose} title={productWords.askDelete(product?.name ?? '')}>
      <p>{productWords.whatGoes}</p>
      <ErrorList messages={errors} />
      <DialogActions>
        <Button type="button" kind="secondary" onClick={onClose}>
          {productWords.keepIt}
        </Button>
        <Button type="button" kind="danger" busy={busy} onClick={() => product && remove(product)}>
          {productWords.deleteIt}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
