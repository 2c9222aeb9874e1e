import { formatDate } from '#pwa/lib/format.ts'
import { changeDue, lineTotal, saleTotals } from '#sync/protocol/pricing.ts'
import { WALK_IN, type Sale } from '#sync/protocol/sale.ts'

/** What a receipt says, on the screen and on paper. Money in cedis. */
export interface ReceiptContent {
  shop: { name: string; contact: string[] }
  number: string
  /** Null until the server has given the sale its order. */
  order_id: number | null
  date: string
  lines: { name: string; detail: string; quantity: number; price: number; total: number }[]
  subtotal: number
  discount: number
  total: number
  tender: string
  tendered: number | null
  change: number | null
  reference: string | null
  payer: string
  payer_phone: string | null
  cashier: string
  note: string
}

/** What the till knows of the shop and its goods; each falls back to words that still make a receipt. */
export interface ReceiptFacts {
  setting: (name: string) => string | undefined
  /** A piece's name, and its size and colour. */
  describe: (product_variation_id: number) => { name: string; detail: string }
  cashier: (teller_id: number) => string
  tender: (account_code: string) => string
}

/** The receipt of a finished sale. It says what was sold at the price that was paid, whatever the catalogue says today. */
export function receiptContent(sale: Sale & { order_id?: number | null }, facts: ReceiptFacts): ReceiptContent {
  const { subtotal, total } = saleTotals(sale.lines, sale.discount)
  const tendered = sale.tendered ?? null
  return {
    shop: { name: facts.setting('shop_name') || 'Receipt', contact: contactOf(facts) },
    number: sale.number,
    order_id: sale.order_id ?? null,
    date: formatDate(sale.occurred_at),
    lines: sale.lines.map(line => ({ ...facts.describe(line.product_variation_id), quantity: line.quantity, price: line.price, total: lineTotal(line) })),
    subtotal,
    discount: sale.discount,
    total,
    tender: facts.tender(sale.account_code),
    tendered,
    change: tendered === null ? null : changeDue(total, tendered),
    reference: sale.reference || null,
    payer: sale.customer_name || WALK_IN,
    payer_phone: sale.customer_phone || null,
    cashier: facts.cashier(sale.teller_id),
    note: facts.setting('receipt_note') || 'Returns and exchanges within 3 days with this receipt.',
  }
}

/** The order's id is the file's name once it is known; before that the receipt number, which never changes. */
export const receiptFileName = ({ order_id, number }: Pick<ReceiptContent, 'order_id' | 'number'>) => `${order_id ?? number}.pdf`

function contactOf({ setting }: ReceiptFacts): string[] {
  const phones = (setting('shop_phones') ?? '').split(',').map(phone => phone.trim()).filter(Boolean)
  return [setting('shop_address'), phones.join(' · '), setting('shop_email')].filter(line => line !== undefined && line !== '') as string[]
}
