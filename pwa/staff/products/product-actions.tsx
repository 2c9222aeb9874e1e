import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash'
import { useState, useTransition } from 'react'
import { useNavigate } from 'react-router-dom'
import { api } from '#pwa/lib/api.ts'
import { messagesOf } from '#pwa/lib/api-error.ts'
import { say } from '#pwa/lib/notice.ts'
import { IconButton } from '#pwa/ui/button.tsx'
import type { StaffProductSummary } from '#sync/protocol/shop/catalogue.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import styles from './products.module.css'
import { rereadProducts } from './reread-products.ts'
import * as productWords from './product-words.ts'

type Shown = Pick<StaffProductSummary, 'id' | 'name' | 'status_code' | 'updated_at'>

/** Activate or deactivate, edit and delete, in a product's row. */
export function ProductActions({ product }: { product: Shown }) {
  const navigate = useNavigate()
  const [asks, ask] = useState(false)
  const [busy, start] = useTransition()
  const isLive = product.status_code === 'LIVE'
  const turn = () =>
    start(async () => {
      try {
        await api('PATCH /api/staff/products/:id', {
          params: { id: product.id },
          body: { status_code: isLive ? 'INACTIVE' : 'LIVE', updated_at: product.updated_at },
        })
        say({
          words: isLive ? productWords.noLongerShown(product.name) : productWords.onSale(product.name),
          kind: 'ok',
        })
      } catch (error) {
        say({ words: messagesOf(error)[0]!, kind: 'bad' })
      }
      await rereadProducts()
    })
  return (
    <span className={styles.actions}>
      <IconButton
        label={productWords.turnOf(isLive, product.name)}
        icon={isLive ? <EyeOff size={20} /> : <Eye size={20} />}
        disabled={busy}
        onClick={turn}
      />
      <IconButton
        label={productWords.edit(product.name)}
        icon={<Pencil size={20} />}
        onClick={() => void navigate(`/staff/products/${product.id}/view`)}
      />
      <IconButton label={productWords.deleteOf(product.name)} icon={<Trash size={20} />} onClick={() => ask(true)} />
      <DeleteDialog product={asks ? product : null} onClose={() => ask(false)} />
    </span>
  )
}
