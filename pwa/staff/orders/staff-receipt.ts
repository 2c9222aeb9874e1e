import { orderReceipt } from '#pwa/orders/order-receipt.ts'
import type { ReceiptContent } from '#pwa/receipt/receipt-content.ts'
import type { StaffOrder } from '#sync/protocol/shop/order-view.ts'
import { sumCedis } from '#sync/protocol/money.ts'
import { changeOfParts } from '#sync/protocol/tender/parts.ts'
import { changeDue } from '#sync/protocol/pricing.ts'
import type { Refund } from '#sync/protocol/shop/refund.ts'
import { WALK_IN } from '#sync/protocol/sale.ts'
import type { ShopInfo } from '#sync/protocol/shop/shop.ts'

/** The receipt of a paid order as the till prints it: with the account, the amount tendered and the change. */
export const staffReceipt =
  (nameOf: (account_code: string) => string) =>
  (order: StaffOrder, shop: ShopInfo, refunds: readonly Refund[]): ReceiptContent => {
    const { type_code, account_code, tendered, total, gift, tenders } = order
    const cash = changeOfParts(tenders ?? [])
    const receipt = orderReceipt(order, shop, refunds)
    return {
      ...receipt,
      tender: account_code === null || account_code === 'PAYSTACK' ? receipt.tender : nameOf(account_code),
      ...(tenders && {
        tender: tenders.map(part => nameOf(part.account_code)).join(' + '),
        parts: tenders.map(part => ({
          name: nameOf(part.account_code),
          amount: part.amount,
          reference: part.reference || null,
        })),
      }),
      tendered: cash?.tendered ?? tendered,
      change: cash?.change ?? (tendered === null ? null : changeDue(sumCedis([total, -gift]), tendered)),
      payer: receipt.payer || WALK_IN,
      note: type_code === 'STORE' && shop.receipt_note ? shop.receipt_note : receipt.note,
    }
  }
