import FileDown from 'lucide-react/icons/file-down'
import { useState } from 'react'
import { ChunkError, loadChunk } from '#pwa/lib/lazy-screen.ts'
import { say } from '#pwa/lib/notice.ts'
import type { ReceiptContent } from '#pwa/receipt/receipt-content.ts'
import { useShop } from '#pwa/shell/use-shop.ts'
import { Button } from '#pwa/ui/button.tsx'
import type { OwnOrder } from '#sync/protocol/order-view.ts'
import type { ShopInfo } from '#sync/protocol/shop.ts'
import { orderReceipt } from './order-receipt.ts'

interface Props<Shown extends OwnOrder> {
  order: Shown
  words?: string
  /** What the receipt says, where that is more than customers are told. */
  receiptOf?: (order: Shown, shop: ShopInfo) => ReceiptContent
}

/** Saves the receipt of a paid order as a PDF, which is written here; what writes it is fetched at the first one. */
export function ReceiptButton<Shown extends OwnOrder>({ order, words = 'Receipt as PDF', receiptOf = orderReceipt }: Props<Shown>) {
  const shop = useShop()
  const [busy, setBusy] = useState(false)
  if (!shop || order.status_code === 'UNPAID' || order.status_code === 'CANCELLED') return null
  const save = async () => {
    setBusy(true)
    try {
      const { saveReceipt } = await loadChunk(() => import('#pwa/receipt/receipt-file.ts'))
      await saveReceipt(receiptOf(order, shop))
    } catch (error) {
      if (!(error instanceof ChunkError)) throw error
      say({ kind: 'bad', words: 'The receipt could not be written: check the network and try again.' })
    } finally {
      setBusy(false)
    }
  }
  return <Button type="button" kind="secondary" busy={busy} icon={<FileDown size={20} aria-hidden />} onClick={() => void save()}>{words}</Button>
}
