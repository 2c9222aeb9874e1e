import { usualName } from '#pwa/lib/account-names.ts'
import { formatShortDate } from '#pwa/lib/format.ts'
import { contactLines, type ReceiptContent } from '#pwa/receipt/receipt-content.ts'
import { sumCedis } from '#sync/protocol/money.ts'
import { formatPhone } from '#sync/protocol/phone.ts'
import { changeDue, lineTotal, saleTotals } from '#sync/protocol/pricing.ts'
import { giftOf, WALK_IN } from '#sync/protocol/sale.ts'
import { rowsIn } from '#sync/protocol/setting-values.ts'
import { SETTINGS, type SettingName } from '#sync/protocol/settings.ts'
import { includedTaxes, taxRates } from '#sync/protocol/shop/taxes.ts'
import { changeOfParts } from '#sync/protocol/tender/parts.ts'
import type { LocalSale } from '#sync/till/till-db.ts'
import * as salesWords from './sales-words.ts'
import * as voidWords from './void-words.ts'

/** The shop's settings by name; a missing one falls back to words that still make a receipt. */
export interface Settings {
  get: (name: string) => string | undefined
  /** What the shop calls a way of paying now. */
  tenderName?: (account_code: string) => string
}

/**
 * The receipt of a finished sale: the words and prices of that day, whatever the catalogue says now. `copy`: how often
 * it was printed before.
 */
export function receiptContent(sale: LocalSale, settings: Settings, copy = sale.printed ?? 0): ReceiptContent {
  const { subtotal, total } = saleTotals(sale.lines, sale.discount)
  const cash = cashOf(sale)
  const names = namesOf(sale, settings)
  const sold_at = new Date(Date.parse(sale.occurred_at) - (sale.ahead_ms ?? 0)).toISOString()
  return {
    shop: { name: settings.get('shop_name') || salesWords.receipt, contact: contactOf(settings) },
    number: sale.number,
    order_id: sale.verdict?.status === 'accepted' ? (sale.verdict.order_id ?? null) : null,
    copy,
    voided: sale.voided ? formatShortDate(Date.parse(sale.voided.occurred_at) - (sale.ahead_ms ?? 0)) : null,
    date: sale.ahead_ms ? salesWords.corrected(formatShortDate(sold_at)) : formatShortDate(sold_at),
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
    taxes: includedTaxes(
      total,
      taxRates(rowsIn(SETTINGS.taxes_in_prices, settings.get('taxes_in_prices') ?? '')),
      sold_at,
    ),
    tender: names.join(' + '),
    ...(sale.tenders && {
      parts: sale.tenders.map(({ amount, reference }, i) => ({
        name: names[i]!,
        amount,
        reference: reference || null,
      })),
    }),
    card: giftOf(sale) > 0 ? cardOf(sale) : null,
    tendered: cash?.tendered ?? null,
    change: cash?.change ?? null,
    reference: sale.reference || null,
    since: sale.voided ? [{ words: voidWords.voidedChip, amount: -total }] : [],
    payer: sale.customer_name || (sale.was_named ? salesWords.named : WALK_IN),
    payer_phone: formatPhone(sale.customer_phone ?? '') || null,
    cashier: sale.teller_name,
    note: settings.get('receipt_note') || salesWords.returnNote,
  }
}

/** What each way of paying was called then, else is called now. */
function namesOf({ account_code, tenders, receipt_tenders }: LocalSale, { tenderName = usualName }: Settings) {
  const codes = tenders ? tenders.map(part => part.account_code) : [account_code]
  return codes.map((code, i) => receipt_tenders?.[i] ?? tenderName(code))
}

/** The cash handed over and its change; null where none was counted. */
function cashOf(sale: LocalSale): { tendered: number; change: number | null } | null {
  if (sale.tenders) return changeOfParts(sale.tenders)
  if (sale.tendered == null) return null
  return { tendered: sale.tendered, change: changeDue(sumCedis([sale.total, -giftOf(sale)]), sale.tendered) }
}

const cardOf = ({ receipt_card, ...sale }: LocalSale) => ({
  code_end: receipt_card?.code_end ?? '',
  amount: giftOf(sale),
  left: receipt_card?.left ?? null,
})

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
