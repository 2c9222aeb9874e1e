import { getDefaultStore } from 'jotai'
import type { SignedIn } from '#pwa/session/session.ts'
import { sumCedis } from '#sync/protocol/money.ts'
import { changeDue, saleTotals } from '#sync/protocol/pricing.ts'
import { GIFT_CARDS } from '#sync/protocol/sale.ts'
import { CASH } from '#sync/protocol/tender/tender.ts'
import { NotEnrolled } from '#sync/till/enqueue.ts'
import { ringUp, type Draft } from '#sync/till/ring-up.ts'
import { StorageFull } from '#sync/till/room.ts'
import { ScreenLocked } from '#sync/till/screen-lock.ts'
import { askForBackgroundSync } from '#sync/till/start-cycle.ts'
import { cardBox, chargeCard } from '../payment/card-tender.ts'
import { nextCart, openCart } from './cart-atom.ts'
import { drainScans, finishedSale, priceNow, said, selling, which } from '../counter.ts'
import { readPhone } from '../payment/customer-phone.ts'
import { driftOf, giftPart, restOf, type Cart } from './open-cart.ts'
import { findTender, isArchived, tenderName } from '../payment/tender.ts'
import { cashOf } from '../payment/typed-cash.ts'
import { paidInParts, splitProblem } from '../payment/split.ts'
import { referenceProblem } from '../payment/used-reference.ts'
import { play } from '#pwa/scan/sounds.ts'
import { coverIfLocked, cycle, shopClock, till } from '../till.ts'
import * as cartWords from './cart-words.ts'

/** Why the checkout failed, in words; `repriced`: the cart now has today's prices and needs a second look. */
export interface Unsold {
  reason: 'invalid' | 'repriced' | 'failed'
  words: string
}

const store = getDefaultStore()

/**
 * Sells the open cart. Ignores a press while another is being processed, or before an item was chosen. The receipt, the
 * sound and the next cart come only once the sale is on disk; an error before that leaves the cart unchanged. Null on
 * success.
 */
export async function checkOut(teller: SignedIn): Promise<Unsold | null> {
  if (store.get(selling) || store.get(finishedSale) || store.get(which)) return null
  const cart = store.get(openCart)
  const drift = driftOf(cart.lines, priceNow)
  if (drift.size > 0) {
    store.set(openCart, { do: 'reprice', prices: drift })
    return { reason: 'repriced', words: cartWords.repriced }
  }
  const wrong = problemOf(cart) ?? (store.get(cardBox).open && !cart.card ? cartWords.cardUnused : null)
  if (wrong) return { reason: 'invalid', words: wrong }
  store.set(selling, true)
  try {
    const uncharged = await chargeCard(cart)
    if (uncharged) return { reason: 'failed', words: uncharged }
    const sale = await ringUp(till, draftOf(cart, teller))
    store.set(finishedSale, sale)
    nextCart()
    play('sale_done')
  } catch (error) {
    if (error instanceof ScreenLocked) void coverIfLocked()
    return { reason: 'failed', words: wordsFor(error) }
  } finally {
    store.set(selling, false)
    drainScans()
  }
  void cycle.wake()
  void askForBackgroundSync()
  return null
}

/** Closes the receipt; the next cart is already open. */
export function startNewSale(): void {
  store.set(finishedSale, null)
  store.set(said, null)
  drainScans()
}

/** Why this cart cannot be sold, in words. Empty cash means paid exactly. */
export function problemOf(cart: Cart): string | null {
  const { lines, account_code, tendered } = cart
  if (lines.length === 0) return cartWords.addFirst
  if (readPhone(cart.customer_phone) === null) return cartWords.phoneWrong
  const rest = restOf(cart)
  if (cart.parts?.length) return splitProblem(cart)
  if (rest === 0 && cart.card) return null
  if (cart.parts) return splitProblem(cart)
  if (isArchived(account_code)) return cartWords.tenderGone
  if (account_code !== CASH) return referenceProblem(cart)
  const cash = cashOf(tendered)
  if (cash === null) return null
  if (Number.isNaN(cash)) return cartWords.cashNoNumber
  return changeDue(rest, cash) === null ? cartWords.cashTooLow : null
}

/** Null where none is asked for: what was typed for another tender stays out. */
const referenceOf = ({ account_code, reference }: Cart): string | null =>
  findTender(account_code)?.asks_reference === 'NO' ? null : reference.trim() || null

function paidInOne(cart: Cart, isByCard: boolean) {
  const account_code = isByCard ? GIFT_CARDS : cart.account_code
  return {
    account_code,
    tendered: account_code === CASH ? cashOf(cart.tendered) : null,
    reference: isByCard ? null : referenceOf(cart),
    receipt_tenders: [tenderName(account_code)],
  }
}

function draftOf(cart: Cart, teller: SignedIn): Draft {
  const { total } = saleTotals(cart.lines)
  const gift = giftPart(cart)
  return {
    id: cart.id,
    teller_id: teller.id,
    teller_name: teller.name,
    ...(cart.parts?.length ? paidInParts(cart.parts) : paidInOne(cart, gift > 0 && gift === total)),
    customer_name: cart.customer_name.trim() || null,
    customer_phone: readPhone(cart.customer_phone) || null,
    lines: cart.lines.map(({ product_variation_id, quantity, price }) => ({ product_variation_id, quantity, price })),
    receipt_lines: cart.lines.map(({ name, sku, size, colour }) => ({ name, sku, size, colour })),
    discount: 0,
    total,
    ahead_ms: shopClock.ahead(),
    ...(gift > 0 &&
      cart.card && {
        gift,
        receipt_card: { code_end: cart.card.code_end, left: sumCedis([cart.card.available, -gift]) },
      }),
  }
}

/** The cashier always sees words: with money on the counter, silence is worse than a technical message. */
function wordsFor(error: unknown): string {
  if (error instanceof StorageFull || error instanceof NotEnrolled || error instanceof ScreenLocked)
    return error.message
  reportError(error)
  return cartWords.unsaved
}
