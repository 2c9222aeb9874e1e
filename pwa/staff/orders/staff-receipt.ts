import { orderReceipt } from '#pwa/orders/order-receipt.ts'
import { tenderName } from '#pwa/pos/cart/tender.ts'
import type { ReceiptContent } from '#pwa/receipt/receipt-content.ts'
import type { StaffOrder } from '#sync/protocol/shop/order-view.ts'
import { changeDue } from '#sync/protocol/pricing.ts'
import type { Refund } from '#sync/protocol/shop/refund.ts'
import { WALK_IN } from '#sync/protocol/sale.ts'
import type { ShopInfo } from '#sync/protocol/shop/shop.ts'

/** The receipt of a paid order as the till prints it: with the account, the amount tendered and the change. */
export function staffReceipt(order: StaffOrder, shop: ShopInfo, refunds: readonly Refund[]): ReceiptContent {
  const { type_code, account_code, tendered, total } = order
  const receipt = orderReceipt(order, shop, refunds)
  return {
    ...receipt,
    tender: account_code === null || account_code === 'PAYSTACK' ? receipt.tender : tenderName(account_code),
    tendered,
    change: tendered === null ? null : changeDue(total, tendered),
    payer: receipt.payer || WALK_IN,
    note: type_code === 'STORE' && shop.receipt_note ? shop.receipt_note : receipt.note,
  }
}
