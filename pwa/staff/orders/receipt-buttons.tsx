import Printer from 'lucide-react/icons/printer'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useApi } from '#pwa/lib/use-api.ts'
import { ReceiptButton } from '#pwa/orders/receipt-button.tsx'
import { ReceiptPaper } from '#pwa/receipt/receipt-paper.tsx'
import { useShop } from '#pwa/shell/use-shop.ts'
import { Button } from '#pwa/ui/button.tsx'
import type { StaffOrder } from '#sync/protocol/shop/order-view.ts'
import { useAccountName } from '../kit/use-account-name.ts'
import styles from './order-view.module.css'
import { staffReceipt } from './staff-receipt.ts'
import * as words from './order-words.ts'

/** Prints the receipt of a paid order on the till's paper, or saves it as a PDF. */
export function ReceiptButtons({ order }: { order: StaffOrder }) {
  const shop = useShop()
  const refunds = useApi('GET /api/staff/refunds', { query: { order_id: order.id, per_page: 100 } }).data?.refunds.data
  const receiptOf = staffReceipt(useAccountName())
  const [isPrinting, setPrinting] = useState(false)
  if (!shop) return null
  const print = () => {
    window.addEventListener('afterprint', () => setPrinting(false), { once: true })
    // The print dialog shows what the page holds when it opens.
    flushSync(() => setPrinting(true))
    window.print()
  }
  return (
    <>
      <Button
        type="button"
        kind="secondary"
        icon={<Printer size={20} aria-hidden />}
        disabled={!refunds}
        onClick={print}
      >
        {words.printReceipt}
      </Button>
      <ReceiptButton order={order} refunds={refunds} words={words.downloadPdf} receiptOf={receiptOf} />
      {isPrinting && refunds && (
        <div className={styles.unseen}>
          <ReceiptPaper content={receiptOf(order, shop, refunds)} />
        </div>
      )}
    </>
  )
}
