import { formatCedis } from '#sync/protocol/money.ts'
import type { ReceiptContent } from './receipt-content.ts'
import * as words from './receipt-words.ts'

export interface PaymentLine {
  label: string
  value: string
  strong?: boolean
}

/** How a receipt was paid: the gift card, then every way of paying with its reference, then cash and its change. */
export function paymentLines(content: ReceiptContent): PaymentLine[] {
  const { card, parts = [], tendered, change, reference, total } = content
  const lines: PaymentLine[] = []
  if (card) lines.push({ label: words.giftCard(card.code_end), value: formatCedis(card.amount) })
  if (card?.left != null) lines.push({ label: words.leftOnCard, value: formatCedis(card.left) })
  if (parts.length === 0 && card?.amount !== total) lines.push({ label: words.paidBy, value: content.tender })
  for (const part of parts) {
    lines.push({ label: words.paidPart(part.name), value: formatCedis(part.amount) })
    if (part.reference !== null) lines.push({ label: words.reference, value: part.reference })
  }
  if (tendered !== null) lines.push({ label: words.tendered, value: formatCedis(tendered) })
  if (change !== null) lines.push({ label: words.change, value: formatCedis(change), strong: true })
  if (reference !== null) lines.push({ label: words.reference, value: reference })
  return lines
}
