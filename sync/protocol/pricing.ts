import { toCedis, toPesewas } from './money.ts'
import { shippingFee, type Destination } from './shipping.ts'

export interface PricedLine { price: number; quantity: number }

/** The totals of a sale at the till, in cedis: there is no delivery, and the discount is an amount. */
export function saleTotals(lines: readonly PricedLine[], discount = 0) {
  const subtotal = lines.reduce((sum, line) => sum + toPesewas(line.price) * line.quantity, 0)
  return { subtotal: toCedis(subtotal), discount, total: toCedis(subtotal - toPesewas(discount)) }
}

/** What of a coupon counts for a price: `value` is per cent of the subtotal, or cedis. */
export interface CouponTerms { type: 'percentage' | 'amount'; value: number; free_delivery: 0 | 1 }
export interface WebsiteCart extends Destination {
  lines: readonly PricedLine[]
  coupon: CouponTerms | null
  /** In cedis; null where no subtotal makes delivery free. */
  free_delivery_over: number | null
}
/** What an order comes to, in cedis. */
export interface Totals { subtotal: number; shipping_fee: number; discount: number; total: number }

/** The totals of an order on the website, as the browser shows them and the shop charges them. Nothing in them is below 0. */
export function websiteTotals({ lines, coupon, free_delivery_over, ...destination }: WebsiteCart): Totals {
  const subtotal = lines.reduce((sum, line) => sum + toPesewas(line.price) * line.quantity, 0)
  const discount = coupon ? couponDiscount(coupon, subtotal) : 0
  const fee = shippingFee(destination, { subtotal, over: free_delivery_over, byCoupon: coupon?.free_delivery === 1 })
  return { subtotal: toCedis(subtotal), shipping_fee: toCedis(fee), discount: toCedis(discount), total: toCedis(subtotal + fee - discount) }
}

/** What a coupon takes off, in pesewas: rounded half up, at most the subtotal. */
function couponDiscount({ type, value }: CouponTerms, subtotal: number): number {
  const hundredths = Math.max(0, toPesewas(value))
  return type === 'amount' ? Math.min(hundredths, subtotal) : partOf(subtotal, Math.min(hundredths, HUNDRED_PER_CENT))
}

/** 100 %, in hundredths of a per cent. */
const HUNDRED_PER_CENT = 10_000

/** Some hundredths of a per cent of an amount. In two steps, since one product of large amounts is more than a float holds exactly. */
const partOf = (pesewas: number, hundredths: number) =>
  Math.floor(pesewas / HUNDRED_PER_CENT) * hundredths + Math.floor(((pesewas % HUNDRED_PER_CENT) * hundredths + HUNDRED_PER_CENT / 2) / HUNDRED_PER_CENT)

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
