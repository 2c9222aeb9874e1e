import { formatDate } from '#pwa/lib/format.ts'
import { contactLines, type ReceiptContent } from '#pwa/receipt/receipt-content.ts'
import { formatPhone } from '#sync/protocol/phone.ts'
import { changeDue, lineTotal, saleTotals } from '#sync/protocol/pricing.ts'
import { WALK_IN } from '#sync/protocol/sale.ts'
import { rowsIn } from '#sync/protocol/setting-values.ts'
import { SETTINGS, type SettingName } from '#sync/protocol/settings.ts'
import type { LocalSale } from '#sync/till/till-db.ts'
import { tenderName } from '../cart/tender.ts'
import * as salesWords from './sales-words.ts'

/** The shop's settings by name; a missing one falls back to words that still make a receipt. */
export interface Settings {
  get: (name: string) => string | undefined
}

/** The receipt of a finished sale: the words and prices of that day, whatever the catalogue says now. */
export function receiptContent(sale: LocalSale, settings: Settings): ReceiptContent {
  const { subtotal, total } = saleTotals(sale.lines, sale.discount)
  const tendered = sale.tendered ?? null
  return {
    shop: { name: settings.get('shop_name') || salesWords.receipt, contact: contactOf(settings) },
    number: sale.number,
    order_id: sale.verdict?.status === 'accepted' ? (sale.verdict.order_id ?? null) : null,
    date: formatDate(sale.occurred_at),
    lines: sale.lines.map((line, index) => ({
      ...wordsOf(sale, index),
      quantity: line.quantity,
      price: line.price,
      total: lineTotal(line),
    })),
    subtotal,
    delivery: null,
    discount: sale.discount,
    total,
    tender: tenderName(sale.account_code),
    tendered,
    change: tendered === null ? null : changeDue(total, tendered),
    reference: sale.reference || null,
    since: [],
    payer: sale.customer_name || WALK_IN,
    payer_phone: formatPhone(sale.customer_phone ?? '') || null,
    cashier: sale.teller_name,
    note: settings.get('receipt_note') || salesWords.returnNote,
  }
}

/** A sale imported from an older device may lack the words; its number replaces them. */
function wordsOf({ lines, receipt_lines }: LocalSale, index: number) {
  const words = receipt_lines[index]
  if (!words) return { name: salesWords.unnamed(lines[index]!.product_variation_id), detail: '' }
  return { name: words.name, detail: [words.size, words.colour].filter(Boolean).join(' · ') }
}

function contactOf(settings: Settings): string[] {
  const said = (name: SettingName) => settings.get(name) ?? ''
  return contactLines({
    address: said('shop_address'),
    phones: rowsIn(SETTINGS.shop_phones, said('shop_phones')).flat(),
    email: said('shop_email'),
    seller: { legal_name: said('seller_legal_name'), registration_number: said('seller_registration_number') },
  })
}
