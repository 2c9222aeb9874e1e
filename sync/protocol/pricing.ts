import { toCedis, toPesewas } from './money.ts'
import { shippingFee, type Destination } from './shipping.ts'

export interface PricedLine {
  price: number
  quantity: number
}

/** The totals of a sale at the till, in cedis: no delivery, and the discount is an amount. */
export function saleTotals(lines: readonly PricedLine[], discount = 0) {
  const subtotal = worthOf(lines)
  return { subtotal: toCedis(subtotal), discount, total: toCedis(subtotal - toPesewas(discount)) }
}

/** The parts of a coupon that affect a price: `value` is per cent of the goods it applies to, or cedis. */
export interface CouponTerms {
  type: 'percentage' | 'amount'
  value: number
  free_delivery: 0 | 1
  /** The least subtotal of the order before any discount, in cedis. */
  minimum_subtotal?: number | null
  /** Applies only to goods of these categories; to everything if empty. */
  category_ids?: readonly number[]
}
/** A line of a website order. Its category decides whether a coupon applies. */
export interface WebsiteLine extends PricedLine {
  category_id?: number
}
export interface WebsiteCart extends Destination {
  lines: readonly WebsiteLine[]
  coupon: CouponTerms | null
  /** In cedis; null if no subtotal makes delivery free. */
  free_delivery_over: number | null
}
/** The totals of an order, in cedis. */
export interface Totals {
  subtotal: number
  shipping_fee: number
  discount: number
  total: number
}

/**
 * The totals of a website order, as the browser shows and the shop charges them. No total is below 0. A coupon takes
 * its per cent or amount off the lines it applies to; a coupon with a reason not to apply (`whyCouponRests`) counts for
 * nothing, including delivery.
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

/** Why a coupon does not apply: the goods cost too little, or are all of other categories. Null if it applies. */
export function whyCouponRests(coupon: CouponTerms, lines: readonly WebsiteLine[]): 'subtotal' | 'goods' | null {
  if (!lines.some(line => holdsFor(coupon, line))) return 'goods'
  return worthOf(lines) < toPesewas(coupon.minimum_subtotal ?? 0) ? 'subtotal' : null
}

/** Whether a coupon's discount covers this line. */
export const holdsFor = ({ category_ids = [] }: CouponTerms, { category_id }: WebsiteLine): boolean =>
  category_ids.length === 0 || (category_id !== undefined && category_ids.includes(category_id))

const worthOf = (lines: readonly PricedLine[]) =>
  lines.reduce((sum, { price, quantity }) => sum + toPesewas(price) * quantity, 0)

/** The discount of a coupon on a subtotal, both in pesewas: rounded half up, at most the subtotal. */
function couponDiscount({ type, value }: CouponTerms, goods: number): number {
  const hundredths = Math.max(0, toPesewas(value))
  return type === 'amount' ? Math.min(hundredths, goods) : partOf(goods, Math.min(hundredths, HUNDRED_PER_CENT))
}

/** 100 %, in hundredths of a per cent. */
const HUNDRED_PER_CENT = 10_000

/**
 * A share of an amount, in hundredths of a per cent. In two steps, because one product of large amounts exceeds what a
 * float holds exactly.
 */
const partOf = (pesewas: number, hundredths: number) =>
  Math.floor(pesewas / HUNDRED_PER_CENT) * hundredths +
  Math.floor(((pesewas % HUNDRED_PER_CENT) * hundredths + HUNDRED_PER_CENT / 2) / HUNDRED_PER_CENT)

/** Per cent, with at most two decimals, of an amount in cedis, in cedis: rounded half up to the pesewa. */
export const percentOf = (cedis: number, percent: number) =>
  toCedis(partOf(toPesewas(cedis), Math.round(percent * 100)))

/** The total of one line, in cedis. */
export const lineTotal = ({ price, quantity }: PricedLine) => toCedis(toPesewas(price) * quantity)

/** A price before its discount, and the discount, in cedis. */
export interface Priced {
  retail_price: number
  discount: number
}

/** What a variation has of its own; null, or left out, is the product's. */
export interface OwnPrice {
  retail_price?: number | null
  discount?: number | null
}

/** What a variation costs, given its product. */
export const pricedAs = (variation: OwnPrice, product: Priced): Priced => ({
  retail_price: variation.retail_price ?? product.retail_price,
  discount: variation.discount ?? product.discount,
})

/** What a customer pays for one piece, in cedis. */
export const priceShown = ({ retail_price, discount }: Priced) => toCedis(toPesewas(retail_price) - toPesewas(discount))

/** What a customer pays for one piece of a variation, in cedis. */
export const priceCharged = (variation: OwnPrice, product: Priced) => priceShown(pricedAs(variation, product))

export const hasOwnPrice = ({ retail_price, discount }: OwnPrice) => (retail_price ?? discount ?? null) !== null

/** The prices of a product: of its cheapest variation, the first of several, and what the dearest costs. */
export interface PriceRange extends Priced {
  price_from: number
  price_to: number
}

/** The range of a product's prices; without variations, its own price. */
export function priceRange(product: Priced, variations: readonly OwnPrice[]): PriceRange {
  const all = variations.some(hasOwnPrice) ? variations.map(variation => pricedAs(variation, product)) : [product]
  const sorted = [...all].sort((a, b) => toPesewas(priceShown(a)) - toPesewas(priceShown(b)))
  const [{ retail_price, discount }, dearest] = [sorted[0]!, sorted.at(-1)!]
  return { retail_price, discount, price_from: priceShown({ retail_price, discount }), price_to: priceShown(dearest) }
}

/**
 * Whether a variation's price is possible: the discount is at most the price, and takes the whole of it only from the
 * product's own price.
 */
export function isPossiblePrice(variation: OwnPrice, product: Priced): boolean {
  const priced = pricedAs(variation, product)
  const left = toPesewas(priced.retail_price) - toPesewas(priced.discount)
  return left > 0 || (left === 0 && (toPesewas(priced.retail_price) === 0 || !hasOwnPrice(variation)))
}

/** The change for `tendered`, in cedis; null if it does not cover the total. */
export function changeDue(total: number, tendered: number): number | null {
  const change = toPesewas(tendered) - toPesewas(total)
  return change < 0 ? null : toCedis(change)
}

/** The discount in whole per cent; 0 if there is none. */
export const percentOff = ({ retail_price, discount }: Priced) =>
  retail_price > 0 ? Math.round((toPesewas(discount) / toPesewas(retail_price)) * 100) : 0

/**
 * A price as screens show it, in cedis, with what it was before its discount, and that in whole per cent. `upTo`: what
 * the dearest variation costs, while none is chosen.
 */
export interface ShownPrice {
  now: number
  was: number
  off: number
  upTo: number
}

/** The price of a variation, or of its product while none is chosen. Kept replies may lack what a variant costs. */
export function shownPrice(
  product: Priced & { price_to?: number },
  variation?: { price?: number; price_before?: number } | null,
): ShownPrice {
  const { price: now, price_before: was } = variation ?? {}
  if (now !== undefined && was !== undefined) {
    const discount = toCedis(toPesewas(was) - toPesewas(now))
    return { now, was, off: percentOff({ retail_price: was, discount }), upTo: now }
  }
  const from = priceShown(product)
  return { now: from, was: product.retail_price, off: percentOff(product), upTo: product.price_to ?? from }
}

export const isSamePrice = (a: number, b: number) => toPesewas(a) === toPesewas(b)

/** Ghana's notes in pesewas, those first that customers pay clothes with. */
const NOTES = [20_000, 10_000, 5000, 1000, 2000, 500]

/**
 * Suggested amounts tendered: the exact total, then what customers hand over in notes of one kind; ascending, in cedis.
 */
export function likelyTendered(total: number, count = 4): number[] {
  const pesewas = toPesewas(total)
  const sums = NOTES.map(note => Math.ceil(pesewas / note) * note)
  return [...new Set([pesewas, ...sums])]
    .slice(0, count)
    .sort((a, b) => a - b)
    .map(toCedis)
}

/** Suggested amounts of one part of a payment: all that is left, and single notes below it; ascending, in cedis. */
export const likelyParts = (left: number): number[] =>
  [toPesewas(left), ...NOTES.filter(note => note < toPesewas(left))].sort((a, b) => a - b).map(toCedis)

/** A line that may be returned. `discounted` is 0 if the order's discount does not cover it. */
export interface ReturnedLine extends PricedLine {
  discounted?: 0 | 1
}

/**
 * The refund value of goods, in cedis: what the customer paid, less their share of the order's discount, which covers
 * the discounted lines of `all`. Calculated on top of what was returned `before`, so that partial returns add up to
 * exactly the cost of all goods.
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

/** The value in cedis and the number of goods given in an exchange that have not been returned. */
export interface GivenWorth {
  worth: number
  quantity: number
}

/**
 * Goods that are returned, and what the customer gets for them: money, the same in another size or colour, or other
 * goods at this price each.
 */
export interface ExchangedLine extends ReturnedLine {
  instead: 'MONEY' | 'SAME' | { price: number }
  /** For goods given in an exchange: everything left of what it gave. */
  of?: GivenWorth | null
}

/**
 * The value of the returned goods, and the part of it paid to the customer, in cedis; below 0 the customer pays it for
 * dearer goods.
 */
export interface ReturnAmount {
  worth: number
  amount: number
}

/** An order with returned goods; `left` is the part of their total value that was not returned `before`, in cedis. */
export interface ReturningOrder {
  discount: number
  all: readonly ReturnedLine[]
  left: number
}

/**
 * The refund of each line in turn. Goods of the order follow goodsValue, but never exceed what is left, and the last
 * line gets all of it. Goods given in an exchange get their share of what is left of it. So partial returns add up to
 * exactly the whole, even after some were called off.
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
    const worth = countPieces(gone) === countPieces(all) ? pesewas : Math.min(value, pesewas)
    pesewas -= worth
    return amountFor(line, toCedis(worth))
  })
}

const countPieces = (lines: readonly ReturnedLine[]) => lines.reduce((sum, { quantity }) => sum + quantity, 0)

const partOfGiven = ({ worth, quantity: left }: GivenWorth, quantity: number) =>
  left <= 0 ? 0 : toCedis(Number((BigInt(toPesewas(worth)) * BigInt(Math.min(quantity, left))) / BigInt(left)))

function amountFor({ instead, quantity }: ExchangedLine, worth: number): ReturnAmount {
  if (instead === 'MONEY') return { worth, amount: worth }
  return { worth, amount: instead === 'SAME' ? 0 : toCedis(toPesewas(worth) - toPesewas(instead.price) * quantity) }
}
