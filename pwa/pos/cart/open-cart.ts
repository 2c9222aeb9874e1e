import { sumCedis } from '#sync/protocol/money.ts'
import { isSamePrice, saleTotals } from '#sync/protocol/pricing.ts'
import type { SaleLine } from '#sync/protocol/sale.ts'
import { CASH } from '#sync/protocol/tender/tender.ts'
import { sumOfParts, type TenderPart } from '#sync/protocol/tender/parts.ts'
import type { ReceiptLine } from '#sync/till/till-db.ts'

/** A line keeps its own words, so that it is readable after its variation leaves the catalogue. Price in cedis. */
export interface CartLine extends SaleLine, ReceiptLine {}

/** The cashier's input beside the lines. `tendered`: the text of its box, in cedis. */
export interface Payment {
  /** The way of paying. */
  account_code: string
  tendered: string
  reference: string
  customer_name: string
  customer_phone: string
  /** The gift card that the shop holds for this sale; absent in carts of older builds. */
  card?: CartCard | null
  /**
   * The parts that were added to a payment in several ways. What is typed above is then the next one, and `tendered`
   * what the customer hands over for it, or its amount. Absent or null while the payment is not split.
   */
  parts?: readonly TenderPart[] | null
}

/** `available`: what the card can pay, in cedis. Its code is kept nowhere. */
export interface CartCard {
  code_end: string
  available: number
}

/** Its id is minted when it opens and becomes the sale's id, so that a second Checkout cannot sell it twice. */
export interface Cart extends Payment {
  id: string
  opened_at: string
  lines: CartLine[]
  /** Whose cart it is; absent where anybody here goes on with it, as in carts of older builds. */
  teller_id?: number | null
  /** Put aside for a customer who comes back; absent in the open cart and in carts of older builds. */
  parked?: Parked | null
}

/** `name`: what the cashier finds it by; may be empty. */
export interface Parked {
  name: string
  at: string
}

export type CartAction =
  | { do: 'open'; cart: Cart }
  | { do: 'add'; line: Omit<CartLine, 'quantity'> }
  | { do: 'step'; product_variation_id: number; by: 1 | -1 }
  | { do: 'remove'; product_variation_id: number }
  | { do: 'reprice'; prices: ReadonlyMap<number, number> }
  | { do: 'pay'; payment: Partial<Payment> }
  | { do: 'park'; parked: Parked | null }

export const emptyCart = (): Cart => ({
  id: crypto.randomUUID(),
  opened_at: new Date().toISOString(),
  lines: [],
  account_code: CASH,
  tendered: '',
  reference: '',
  customer_name: '',
  customer_phone: '',
})

/**
 * The cart after an action. One line per variation: adding it again raises the quantity, and the price stays until it
 * is repriced.
 */
export function changed(cart: Cart, action: CartAction): Cart {
  switch (action.do) {
    case 'open':
      return action.cart
    case 'pay':
      return { ...cart, ...action.payment }
    case 'park':
      return { ...cart, parked: action.parked }
    case 'add':
      return { ...cart, lines: added(cart.lines, action.line) }
    case 'step':
      return { ...cart, lines: stepped(cart.lines, action.product_variation_id, action.by) }
    case 'remove':
      return { ...cart, lines: cart.lines.filter(line => line.product_variation_id !== action.product_variation_id) }
    case 'reprice':
      return {
        ...cart,
        lines: cart.lines.map(line => ({ ...line, price: action.prices.get(line.product_variation_id) ?? line.price })),
      }
  }
}

/** Nothing in it is worth keeping. */
export const isEmpty = (cart: Cart) =>
  cart.lines.length === 0 &&
  !cart.tendered &&
  !cart.reference &&
  !cart.customer_name &&
  !cart.customer_phone &&
  !cart.card &&
  !cart.parts?.length

export const totalOf = (cart: Cart) => saleTotals(cart.lines).total

/** What the gift card pays, in cedis. */
export const giftPart = (cart: Cart) =>
  Math.min(cart.card?.available ?? 0, Math.max(0, sumCedis([totalOf(cart), -sumOfParts(cart.parts ?? [])])))

/** What is left to pay beside it. */
export const restOf = (cart: Cart) => sumCedis([totalOf(cart), -giftPart(cart)])

/** What the parts of a payment leave to pay, in cedis; below 0 once the cart costs less than they pay. */
export const leftOf = (cart: Cart) => sumCedis([restOf(cart), -sumOfParts(cart.parts ?? [])])

/** A payment without what tells of the customer. */
export const withoutCustomer = ({ parts }: Pick<Payment, 'parts'>): Partial<Payment> => ({
  reference: '',
  customer_name: '',
  customer_phone: '',
  card: null,
  ...(parts && { parts: parts.map(part => ({ ...part, reference: null })) }),
})

export const countOf = (cart: Cart) => cart.lines.reduce((sum, line) => sum + line.quantity, 0)

/** Today's prices of the lines whose price has changed, in cedis by variation. `priceNow` is undefined if unknown. */
export function driftOf(
  lines: readonly CartLine[],
  priceNow: (product_variation_id: number) => number | undefined,
): Map<number, number> {
  const drift = new Map<number, number>()
  for (const { product_variation_id, price } of lines) {
    const now = priceNow(product_variation_id)
    if (now !== undefined && !isSamePrice(now, price)) drift.set(product_variation_id, now)
  }
  return drift
}

function added(lines: CartLine[], line: Omit<CartLine, 'quantity'>): CartLine[] {
  const isThere = lines.some(({ product_variation_id }) => product_variation_id === line.product_variation_id)
  return isThere ? stepped(lines, line.product_variation_id, 1) : [...lines, { ...line, quantity: 1 }]
}

/** A line has at least one piece: a separate button removes it. */
function stepped(lines: CartLine[], id: number, by: 1 | -1): CartLine[] {
  return lines.map(line =>
    line.product_variation_id === id ? { ...line, quantity: Math.max(1, line.quantity + by) } : line,
  )
}
