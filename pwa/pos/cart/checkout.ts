import { getDefaultStore } from 'jotai'
import type { SignedIn } from '#pwa/session/session.ts'
import { changeDue, saleTotals } from '#sync/protocol/pricing.ts'
import { NotEnrolled } from '#sync/till/enqueue.ts'
import { ringUp, type Draft } from '#sync/till/ring-up.ts'
import { StorageFull } from '#sync/till/room.ts'
import { ScreenLocked } from '#sync/till/screen-lock.ts'
import { askForBackgroundSync } from '#sync/till/start-cycle.ts'
import { nextCart, openCart } from './cart-atom.ts'
import { drainScans, finishedSale, priceNow, said, selling } from '../counter.ts'
import { driftOf, type Cart } from './open-cart.ts'
import { play } from '#pwa/scan/sounds.ts'
import { coverIfLocked, cycle, till } from '../till.ts'
import * as cartWords from './cart-words.ts'

/** Why nothing was sold, in words; `repriced`: the cart now has today's prices and wants a second look. */
export interface Unsold {
  reason: 'invalid' | 'repriced' | 'failed'
  words: string
}

const store = getDefaultStore()

/**
 * Sells the open cart. A press while another is under way does nothing. The receipt appears, the sound plays and the
 * cart goes only once the sale is on disk; whatever goes wrong before that leaves the cart as it was. Null when it was
 * sold.
 */
export async function checkOut(teller: SignedIn): Promise<Unsold | null> {
  if (store.get(selling) || store.get(finishedSale)) return null
  const cart = store.get(openCart)
  const drift = driftOf(cart.lines, priceNow)
  if (drift.size > 0) {
    store.set(openCart, { do: 'reprice', prices: drift })
    return { reason: 'repriced', words: cartWords.repriced }
  }
  const wrong = problemOf(cart)
  if (wrong) return { reason: 'invalid', words: wrong }
  store.set(selling, true)
  try {
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

/** Puts the receipt away; the next cart is already open. */
export function startNewSale(): void {
  store.set(finishedSale, null)
  store.set(said, null)
  drainScans()
}

/** What stands against selling this cart, in words. Cash may be left empty: then it was paid exactly. */
export function problemOf({ lines, account_code, tendered }: Cart): string | null {
  if (lines.length === 0) return cartWords.addFirst
  const { total } = saleTotals(lines)
  const cash = cashOf(tendered)
  if (account_code !== 'CASH' || cash === null) return null
  if (Number.isNaN(cash)) return cartWords.cashNoNumber
  return changeDue(total, cash) === null ? cartWords.cashTooLow : null
}

/** The cash that stands in the box, in cedis; null where it is empty, NaN where it is no amount. */
export function cashOf(tendered: string): number | null {
  const text = tendered.replaceAll(/[\s,]/g, '')
  if (text === '') return null
  return /^\d{1,9}(\.\d{0,2})?$/.test(text) ? Number(text) : Number.NaN
}

function draftOf(cart: Cart, teller: SignedIn): Draft {
  const { total } = saleTotals(cart.lines)
  return {
    id: cart.id,
    teller_id: teller.id,
    teller_name: teller.name,
    account_code: cart.account_code,
    tendered: cart.account_code === 'CASH' ? cashOf(cart.tendered) : null,
    reference: cart.account_code === 'CASH' ? null : cart.reference.trim() || null,
    customer_name: cart.customer_name.trim() || null,
    customer_phone: cart.customer_phone.trim() || null,
    lines: cart.lines.map(({ product_variation_id, quantity, price }) => ({ product_variation_id, quantity, price })),
    receipt_lines: cart.lines.map(({ name, sku, size, colour }) => ({ name, sku, size, colour })),
    discount: 0,
    total,
  }
}

/**
 * The cashier sees words whatever went wrong: with money on the counter, silence would be worse than a fault's own
 * message.
 */
function wordsFor(error: unknown): string {
  if (error instanceof StorageFull || error instanceof NotEnrolled || error instanceof ScreenLocked)
    return error.message
  reportError(error)
  return cartWords.unsaved
}
