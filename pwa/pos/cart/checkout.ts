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

/** Why the checkout failed, in words; `repriced`: the cart now has today's prices and needs a second look. */
export interface Unsold {
  reason: 'invalid' | 'repriced' | 'failed'
  words: string
}

const store = getDefaultStore()

/**
 * Sells the open cart. Ignores a press while another is being processed. The receipt, the sound and the next cart come
 * only once the sale is on disk; an error before that leaves the cart unchanged. Null on success.
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

/** Closes the receipt; the next cart is already open. */
export function startNewSale(): void {
  store.set(finishedSale, null)
  store.set(said, null)
  drainScans()
}

/** Why this cart cannot be sold, in words. Empty cash means paid exactly. */
export function problemOf({ lines, account_code, tendered }: Cart): string | null {
  if (lines.length === 0) return cartWords.addFirst
  const { total } = saleTotals(lines)
  const cash = cashOf(tendered)
  if (account_code !== 'CASH' || cash === null) return null
  if (Number.isNaN(cash)) return cartWords.cashNoNumber
  return changeDue(total, cash) === null ? cartWords.cashTooLow : null
}

/** The cash in the box, in cedis; null if it is empty, NaN if it is not an amount. */
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

/** The cashier always sees words: with money on the counter, silence is worse than a technical message. */
function wordsFor(error: unknown): string {
  if (error instanceof StorageFull || error instanceof NotEnrolled || error instanceof ScreenLocked)
    return error.message
  reportError(error)
  return cartWords.unsaved
}
