import { formatCedis, sumCedis } from '#sync/protocol/money.ts'
import { changeDue } from '#sync/protocol/pricing.ts'
import type { StaffOrder } from '#sync/protocol/shop/order-view.ts'
import { changeOfParts } from '#sync/protocol/tender/parts.ts'
import * as words from './order-words.ts'

type Paid = Pick<StaffOrder, 'account_code' | 'tenders' | 'tendered' | 'total' | 'gift'>

/**
 * Into which account an order was paid, or each part of it, and the cash with its change; all in words, null for none.
 */
export function paidHow(order: Paid, nameOf: (account_code: string) => string) {
  const { account_code, tenders, total, gift } = order
  const cash = changeOfParts(tenders ?? [])
  const tendered = cash?.tendered ?? order.tendered
  const whole = account_code === null ? null : nameOf(account_code)
  return {
    into: tenders?.map(part => words.partOf(nameOf(part.account_code), part)).join('; ') ?? whole,
    tendered: tendered === null ? null : formatCedis(tendered),
    change: tendered === null ? null : formatCedis(cash?.change ?? changeDue(sumCedis([total, -gift]), tendered) ?? 0),
  }
}
