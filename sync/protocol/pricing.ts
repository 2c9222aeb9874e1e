import { toCedis, toPesewas } from './money.ts'

export interface PricedLine { price: number; quantity: number }

/** The totals of a sale at the till, in cedis: there is no delivery, and the discount is an amount. */
export function saleTotals(lines: readonly PricedLine[], discount = 0) {
  const subtotal = lines.reduce((sum, line) => sum + toPesewas(line.price) * line.quantity, 0)
  return { subtotal: toCedis(subtotal), discount, total: toCedis(subtotal - toPesewas(discount)) }
}

/** What one line comes to, in cedis. */
export const lineTotal = ({ price, quantity }: PricedLine) => toCedis(toPesewas(price) * quantity)

/** What a customer pays for one piece, in cedis: the price shown in the shop. */
export const priceShown = (product: { retail_price: number; discount: number }) =>
  toCedis(toPesewas(product.retail_price) - toPesewas(product.discount))

/** What goes back to a customer who hands over `tendered`, in cedis; null while it does not cover the total. */
export function changeDue(total: number, tendered: number): number | null {
  const change = toPesewas(tendered) - toPesewas(total)
  return change < 0 ? null : toCedis(change)
}

/** How much lower the price shown is, in whole per cent; 0 where there is no discount. */
export const percentOff = ({ retail_price, discount }: { retail_price: number; discount: number }) =>
  retail_price > 0 ? Math.round((toPesewas(discount) / toPesewas(retail_price)) * 100) : 0

export const isSamePrice = (a: number, b: number) => toPesewas(a) === toPesewas(b)

const ROUND_PESEWAS = [1000, 5000, 10_000, 20_000, 50_000, 100_000]

/** What somebody is likely to hand over for a total: exactly that, then the next round sums in notes; ascending, in cedis. */
export function likelyTendered(total: number, count = 4): number[] {
  const pesewas = toPesewas(total)
  const sums = ROUND_PESEWAS.map(step => Math.ceil(pesewas / step) * step)
  return [...new Set([pesewas, ...sums])].sort((a, b) => a - b).slice(0, count).map(toCedis)
}
