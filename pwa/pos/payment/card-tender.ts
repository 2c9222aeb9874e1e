import { atom, getDefaultStore } from 'jotai'
import { ApiError, messagesOf } from '#pwa/lib/api-error.ts'
import { api } from '#pwa/lib/api.ts'
import type { TillHold } from '#sync/protocol/shop/gift-card.ts'
import { sumCedis } from '#sync/protocol/money.ts'
import { openCart } from '../cart/cart-atom.ts'
import { giftPart, totalOf, type Cart } from '../cart/open-cart.ts'
import { cardsToFree } from './cards-to-free.ts'
import * as words from '../cart/cart-words.ts'

/** The gift card box of the open cart. */
export const cardBox = atom<{ open: boolean; busy: boolean; problem: string | null }>({
  open: false,
  busy: false,
  problem: null,
})

const store = getDefaultStore()
const TIME_OUT_MS = 8_000

/** Opens the box, or closes it. */
export const showCardBox = (open: boolean): void => store.set(cardBox, { open, busy: false, problem: null })

/** Lets a scanned or typed card pay the open cart: the shop holds the amount for this sale. */
export async function payByCard(code: string): Promise<void> {
  const { id, lines } = store.get(openCart)
  if (store.get(cardBox).busy) return
  if (lines.length === 0) return store.set(cardBox, { open: true, busy: false, problem: words.addFirst })
  store.set(cardBox, { open: true, busy: true, problem: null })
  try {
    const amount = totalOf(store.get(openCart))
    cardsToFree.keep(id)
    const hold = await ask({ sale_id: id, amount, code })
    if (store.get(openCart).id !== id) return void cardsToFree.free(id)
    store.set(openCart, { do: 'pay', payment: { card: cardOf(hold) } })
    showCardBox(false)
  } catch (error) {
    store.set(cardBox, { open: true, busy: false, problem: wordsFor(error) })
  }
}

/** Takes the card off the open cart. */
export function takeCardOff(): void {
  const { id } = store.get(openCart)
  store.set(openCart, { do: 'pay', payment: { card: null } })
  showCardBox(false)
  cardsToFree.free(id)
}

/**
 * Holds what the card pays until the sale arrives. Call at Checkout: the sale may be finished only if this returns
 * null, else the words say why not.
 */
export async function chargeCard(cart: Cart): Promise<string | null> {
  const amount = giftPart(cart)
  if (amount === 0) return null
  try {
    const hold = await ask({ sale_id: cart.id, amount, firm: true })
    if (hold.amount === amount) return null
    store.set(openCart, { do: 'pay', payment: { card: cardOf(hold) } })
    return words.cardPaysLess
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 422) store.set(openCart, { do: 'pay', payment: { card: null } })
    return error.status === 0 ? words.cardNotReached : wordsFor(error)
  }
}

const ask = async (body: { sale_id: string; amount: number; code?: string; firm?: boolean }): Promise<TillHold> =>
  (await api('POST /api/staff/till-holds', { body, signal: AbortSignal.timeout(TIME_OUT_MS) })).hold

const cardOf = ({ code_end, amount, left }: TillHold) => ({ code_end, available: sumCedis([amount, left]) })

function wordsFor(error: unknown): string {
  if (error instanceof ApiError && error.status === 0) return words.cardsNeedNetwork
  return messagesOf(error).join(' ')
}
