import { toCedis, toPesewas } from './money.ts'
import { shippingFee, type Destination } from './shipping.ts'

export interface PricedLine {
  price: number
  quantity: number
}

/** The totals of a sale at the till, in cedis: there is no delivery, and the discount is an amount. */
export function saleTotals(lines: readonly PricedLine[], discount = 0) {
  const subtotal = worthOf(lines)
  return { subtotal: toCedis(subtotal), discount, total: toCedis(subtotal - toPesewas(discount)) }
}

/** What of a coupon counts for a price: `value` is per cent of the goods it holds for, or cedis. */
export interface CouponTerms {
  type: 'percentage' | 'amount'
  value: number
  free_delivery: 0 | 1
  /** What all goods of the order must come to before any discount, in cedis. */
  minimum_subtotal?: number | null
  /** It holds for goods of these categories alone; for everything where there are none. */
  category_ids?: readonly number[]
}
/** A line of an order on the website: which of them a coupon holds for, its category says. */
export interface WebsiteLine extends PricedLine {
  category_id?: number
}
export interface WebsiteCart extends Destination {
  lines: readonly WebsiteLine[]
  coupon: CouponTerms | null
  /** In cedis; null where no subtotal makes delivery free. */
  free_delivery_over: number | null
}
/** What an order comes to, in cedis. */
export interface Totals {
  subtotal: number
  shipping_fee: number
  discount: number
  total: number
}

/**
 * The totals of an order on the website, as the browser shows them and the shop charges them. Nothing in them is below
 * 0. A coupon takes its part, or its amount, off the lines it holds for; one that rests (`whyCouponRests`) counts for
 * nothing, delivery included.
 */
export function websiteTotals({ lines, coupon, free_delivery_over, ...destination }: WebsiteCart): Totals {
  const subtotal = worthOf(lines)
  const counting = coupon && !whyCouponRests(coupon, lines) ? coupon : null
  const discount = counting ? couponDiscount(counting, worthOf(lines.filter(line => holdsFor(counting, line)))) : 0
  const fee = shippingFee(destination, { subtotal, over: free_delivery_over, byCoupon: counting?.free_delivery === 1 })
  return {
    subtotal: toCedis(subtotal),
    shipping_fee: toCedis(fee),
    discount: toCedis(discount),
    total: toCedis(subtotal + fee - discount),
  }
}

/**
 * Why a coupon does nothing for these goods: they come to less than it asks for, or none is of its categories. Null
 * where it counts.
 */
export function whyCouponRests(coupon: CouponTerms, lines: readonly WebsiteLine[]): 'subtotal' | 'goods' | null {
  if (!lines.some(line => holdsFor(coupon, line))) return 'goods'
  return worthOf(lines) < toPesewas(coupon.minimum_subtotal ?? 0) ? 'subtotal' : null
}

/** Whether a coupon's discount is off this line. */
export const holdsFor = ({ category_ids = [] }: CouponTerms, { category_id }: WebsiteLine): boolean =>
  category_ids.length === 0 || (category_id !== undefined && category_ids.includes(category_id))

const worthOf = (lines: readonly PricedLine[]) =>
  lines.reduce((sum, { price, quantity }) => sum + toPesewas(price) * quantity, 0)

/** What a coupon takes off goods of so much, both in pesewas: rounded half up, at most all of it. */
function couponDiscount({ type, value }: CouponTerms, goods: number): number {
  const hundredths = Math.max(0, toPesewas(value))
  return type === 'amount' ? Math.min(hundredths, goods) : partOf(goods, Math.min(hundredths, HUNDRED_PER_CENT))
}

/** 100 %, in hundredths of a per cent. */
const HUNDRED_PER_CENT = 10_000

/**
 * Some hundredths of a per cent of an amount. In two steps, since one product of large amounts is more than a float
 * holds exactly.
 */
const partOf = (pesewas: number, hundredths: number) =>
  Math.floor(pesewas / HUNDRED_PER_CENT) * hundredths +
  Math.floor(((pesewas % HUNDRED_PER_CENT) * hundredths + HUNDRED_PER_CENT / 2) / HUNDRED_PER_CENT)

/** Some per cent, with at most two decimals, of an amount in cedis, in cedis: rounded half up to the pesewa. */
export const percentOf = (cedis: number, percent: number) =>
  toCedis(partOf(toPesewas(cedis), Math.round(percent * 100)))

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

/**
 * What somebody is likely to hand over for a total: exactly that, then the next round sums in notes; ascending, in
 * cedis.
 */
export function likelyTendered(total: number, count = 4): number[] {
  const pesewas = toPesewas(total)
  const sums = ROUND_PESEWAS.map(step => Math.ceil(pesewas / step) * step)
  return [...new Set([pesewas, ...sums])]
    .sort((a, b) => a - b)
    .slice(0, count)
    .map(toCedis)
}

/** A line that may go back. `discounted`: 0 where the order's discount is not off it. */
export interface ReturnedLine extends PricedLine {
  discounted?: 0 | 1
}

/**
 * What goods of an order are worth when they go back, in cedis: what was paid for them, less their part of the order's
 * discount, which is off the discounted lines `all` of the order holds. Reckoned from what went back `before`, so that
 * the parts of an order come to exactly what all of its goods cost.
 */
export function goodsValue(
  { discount, all }: { discount: number; all: readonly ReturnedLine[] },
  before: readonly ReturnedLine[],
  now: readonly ReturnedLine[],
): number {
  const cheaper = worthOf(all.filter(isDiscounted))
  const worth = (lines: readonly ReturnedLine[]) =>
    worthOf(lines) -
    (cheaper === 0
      ? 0
      : Number((BigInt(worthOf(lines.filter(isDiscounted))) * BigInt(toPesewas(discount))) / BigInt(cheaper)))
  return toCedis(worth([...before, ...now]) - worth(before))
}

const isDiscounted = ({ discounted = 1 }: ReturnedLine) => discounted === 1

/**
 * What goods that an exchange gave are worth, in cedis, and how many they are: those of them that have not gone back.
 */
export interface GivenGoods {
  worth: number
  quantity: number
}

/**
 * Goods that go back, and what is given for them: money, the same in another size or colour, or other goods at this
 * price a piece.
 */
export interface ExchangedLine extends ReturnedLine {
  instead: 'MONEY' | 'SAME' | { price: number }
  /** Where an exchange gave them: all of what it gave that is left. */
  of?: GivenGoods | null
}

/**
 * What goods that go back are worth, and what of it comes to the customer, in cedis; below 0 it is what they pay for
 * dearer goods.
 */
export interface ReturnAmount {
  worth: number
  amount: number
}

/** An order whose goods go back, with `left`, what of all their worth has not gone back `before`, in cedis. */
export interface ReturningOrder {
  discount: number
  all: readonly ReturnedLine[]
  left: number
}

/**
 * What each line comes to that goes back, one after the other: goods of the order as goodsValue reckons them, never
 * more than is left and for the last of them all that is, and of what an exchange gave their part of what is left of
 * it. So parts come to exactly the whole, also where some of them were called off.
 */
export function returnAmounts(
  { discount, all, left }: ReturningOrder,
  before: readonly ReturnedLine[],
  now: readonly ExchangedLine[],
): ReturnAmount[] {
  const gone = [...before]
  let pesewas = toPesewas(left)
  return now.map(line => {
    if (line.of) return amountFor(line, partOfGiven(line.of, line.quantity))
    const value = toPesewas(goodsValue({ discount, all }, gone, [line]))
    gone.push(line)
    const worth = piecesOf(gone) === piecesOf(all) ? pesewas : Math.min(value, pesewas)
    pesewas -= worth
    return amountFor(line, toCedis(worth))
  })
}

const piecesOf = (lines: readonly ReturnedLine[]) => lines.reduce((sum, { quantity }) => sum + quantity, 0)

const partOfGiven = ({ worth, quantity: left }: GivenGoods, quantity: number) =>
  left <= 0 ? 0 : toCedis(Number((BigInt(toPesewas(worth)) * BigInt(Math.min(quantity, left))) / BigInt(left)))

function amountFor({ instead, quantity }: ExchangedLine, worth: number): ReturnAmount {
  if (instead === 'MONEY') return { worth, amount: worth }
  return { worth, amount: instead === 'SAME' ? 0 : toCedis(toPesewas(worth) - toPesewas(instead.price) * quantity) }
}
