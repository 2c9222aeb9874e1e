import { formatShortDate } from '#pwa/lib/format.ts'
import { contactLines, type ReceiptContent } from '#pwa/receipt/receipt-content.ts'
import type { OwnOrder } from '#sync/protocol/shop/order-view.ts'
import { formatPhone } from '#sync/protocol/phone.ts'
import type { ShopInfo } from '#sync/protocol/shop/shop.ts'
import { lineTotal } from '#sync/protocol/pricing.ts'
import type { Refund } from '#sync/protocol/shop/refund.ts'
import { destinationOf } from '#sync/protocol/shipping.ts'
import { includedTaxes } from '#sync/protocol/shop/taxes.ts'
import * as deliveryWords from './delivery-words.ts'
import * as words from './order-words.ts'

/**
 * The receipt of a paid order, with the seller as in the companies register, and with the money that its returns, the
 * newest first, have moved since.
 */
export function orderReceipt(order: OwnOrder, shop: ShopInfo, refunds: readonly Refund[]): ReceiptContent {
  const { shipping_address: to } = order
  const phone = to?.phone ?? order.customer_phone
  return {
    shop: { name: shop.name, contact: contactLines(shop) },
    number: order.number,
    order_id: order.id,
    copy: 0,
    voided: order.voided_at ? formatShortDate(order.voided_at) : null,
    date: formatShortDate(order.paid_at ?? order.occurred_at ?? order.created_at),
    lines: order.items.map(({ quantity, price, product_variation: { product, size, colour } }) => ({
      name: product.name,
      detail: [size.name, colour?.name].filter(Boolean).join(' · '),
      quantity,
      price,
      total: lineTotal({ quantity, price }),
    })),
    subtotal: order.subtotal,
    discount: order.discount,
    total: order.total,
    taxes: includedTaxes(order.total, shop.taxes ?? [], order.paid_at ?? order.occurred_at ?? order.created_at),
    delivery: order.type_code === 'WEBSITE' ? deliveryWords.feeOf(destinationOf(order), order.shipping_fee) : null,
    tender: order.type_code === 'STORE' ? words.paidInShop : order.total === 0 ? words.nothingToPay : words.paidOnline,
    card: order.gift > 0 ? { code_end: '', amount: order.gift, left: null } : null,
    tendered: null,
    change: null,
    reference: order.reference,
    since: refunds.filter(hasMoved).map(sinceOf).toReversed(),
    payer: to ? `${to.first_name} ${to.last_name}` : (order.customer_name ?? order.customer?.name ?? ''),
    payer_phone: phone ? formatPhone(phone) : null,
    cashier: order.teller?.name ?? null,
    note: shop.terms.returns,
  }
}

/** Whether a return's money has been paid or received; the provider has it once it accepted the order. */
const hasMoved = ({ money_status, provider_status, amount }: Refund) =>
  amount !== 0 && (money_status === 'DONE' || (money_status === 'PROCESSING' && provider_status === 'SENT'))

const sinceOf = ({ id, amount }: Refund) => ({
  words: amount > 0 ? words.givenBack(id) : words.differencePaid(id),
  amount: -amount,
})
