import FileDown from 'lucide-react/icons/file-down'
import { useState } from 'react'
import { ChunkError, loadChunk } from '#pwa/lib/lazy-screen.ts'
import { say } from '#pwa/lib/notice.ts'
import type { ReceiptContent } from '#pwa/receipt/receipt-content.ts'
import { useShop } from '#pwa/shell/use-shop.ts'
import { Button } from '#pwa/ui/button.tsx'
import type { OwnOrder } from '#sync/protocol/shop/order-view.ts'
import type { Refund } from '#sync/protocol/shop/refund.ts'
import type { ShopInfo } from '#sync/protocol/shop/shop.ts'
import { orderReceipt } from './order-receipt.ts'
import * as orderWords from './order-words.ts'
import { mayHaveReturns } from '../returns/returning.ts'

interface Props<Shown extends OwnOrder> {
  order: Shown
  /** The requested returns; the button waits for them. */
  refunds: readonly Refund[] | undefined
  words?: string
  /** The content of the receipt, if staff see more than customers. */
  receiptOf?: (order: Shown, shop: ShopInfo, refunds: readonly Refund[]) => ReceiptContent
}

/** Saves the receipt of a paid order as a PDF made in this browser; the PDF writer loads on first use. */
export function ReceiptButton<Shown extends OwnOrder>({
  order,
  refunds,
  words = orderWords.receiptAsPdf,
  receiptOf = orderReceipt,
}: Props<Shown>) {
  const shop = useShop()
  const [busy, setBusy] = useState(false)
  if (!shop || order.due > 0 || order.status_code === 'UNPAID' || order.status_code === 'CANCELLED') return null
  const known = mayHaveReturns(order) ? refunds : []
  const save = async () => {
    if (!known) return
    setBusy(true)
    try {
      const { saveReceipt } = await loadChunk(() => import('#pwa/receipt/receipt-file.ts'))
      await saveReceipt(receiptOf(order, shop, known))
    } catch (error) {
      if (!(error instanceof ChunkError)) throw error
      say({ kind: 'bad', words: orderWords.receiptUnwritten })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      type="button"
      kind="secondary"
      busy={busy}
      disabled={!known}
      icon={<FileDown size={20} aria-hidden />}
      onClick={() => void save()}
    >
      {words}
    </Button>
  )
}
