import { formatDate } from '#pwa/lib/format.ts'
import { contactLines, type ReceiptContent } from '#pwa/receipt/receipt-content.ts'
import type { OwnOrder } from '#sync/protocol/order-view.ts'
import { formatPhone } from '#sync/protocol/phone.ts'
import type { ShopInfo } from '#sync/protocol/shop.ts'
import { lineTotal } from '#sync/protocol/pricing.ts'
import { destinationOf } from '#sync/protocol/shipping.ts'
import { feeWords } from './order-words.ts'

/** The receipt of an order that is paid, with who sells in the words of the register. */
export function orderReceipt(order: OwnOrder, shop: ShopInfo): ReceiptContent {
  const { shipping_address: to } = order
  const phone = to?.phone ?? order.customer_phone
  return {
    shop: { name: shop.name, contact: contactLines(shop) },
    number: order.number, order_id: order.id, date: formatDate(order.paid_at ?? order.occurred_at ?? order.created_at),
    lines: order.items.map(({ quantity, price, product_variation: { product, size, colour } }) => ({
      name: product.name, detail: [size.name, colour?.name].filter(Boolean).join(' · '), quantity, price, total: lineTotal({ quantity, price }),
    })),
    subtotal: order.subtotal, discount: order.discount, total: order.total,
    delivery: order.type_code === 'WEBSITE' ? feeWords(destinationOf(order), order.shipping_fee) : null,
    tender: order.type_code === 'STORE' ? 'In the shop' : order.total === 0 ? 'Nothing to pay' : 'Card or mobile money',
    tendered: null, change: null, reference: order.reference,
    payer: to ? `${to.first_name} ${to.last_name}` : order.customer_name ?? order.customer?.name ?? '', payer_phone: phone ? formatPhone(phone) : null,
    cashier: order.teller?.name ?? null, note: shop.terms.returns,
  }
}
