import { atom, getDefaultStore } from 'jotai'
import { atomWithStorage, createJSONStorage } from 'jotai/utils'
import { holdUpdate } from '#pwa/browser/updates.ts'
import { priceCharged } from '#sync/protocol/pricing.ts'
import type { Coded, ReplicaProduct, ReplicaVariation } from '#sync/till/replica/goods.ts'
import type { LocalSale } from '#sync/till/till-db.ts'
import { readGiftCode } from '#sync/protocol/shop/gift-card.ts'
import { payByCard } from './payment/card-tender.ts'
import { openCart } from './cart/cart-atom.ts'
import { lineOf } from './cart/line-of.ts'
import { countOf, totalOf } from './cart/open-cart.ts'
import { play } from '#pwa/scan/sounds.ts'
import { replica } from './till.ts'
import * as tillWords from './till-words.ts'

/** The sale whose receipt is shown; null while goods are rung up. */
export const finishedSale = atom<LocalSale | null>(null)
/** True from pressing Checkout until its result. */
export const selling = atom(false)

/** The till's last message, for eyes and screen readers; `at` makes repeated words new. */
export interface Said {
  kind: 'ok' | 'bad'
  words: string
  at: number
}
export const said = atom<Said | null>(null)

/** The variation added last, whose line is highlighted. */
export const lastAdded = atom<{ id: number; at: number } | null>(null)

/** The goods that share a code, while the cashier is asked which of them it is. A scanned code waits until then. */
export const which = atom<{ choices: readonly Coded[]; isScanned: boolean } | null>(null)

/**
 * Codes scanned while nothing can be added: before the goods have loaded, over a receipt, or while the till asks which
 * of several goods it is; the code that is asked for comes first. None is lost, even when this tab reloads.
 */
export const waitingScans = atomWithStorage<readonly string[]>(
  'waiting-scans',
  [],
  createJSONStorage(() => sessionStorage),
  { getOnInit: true },
)

const store = getDefaultStore()

// An update reloads the page, and the receipt with its change due would be gone.
store.sub(finishedSale, () => holdUpdate('receipt', store.get(finishedSale) !== null))

export const say = (kind: Said['kind'], words: string) => store.set(said, { kind, words, at: performance.now() })

/** Adds one piece to the open cart, with the sound and a message. Returns the message. */
export function addToCart(product: ReplicaProduct, variation: ReplicaVariation): string {
  const line = lineOf(replica, product, variation)
  store.set(openCart, { do: 'add', line })
  store.set(lastAdded, { id: variation.id, at: performance.now() })
  play('added')
  const cart = store.get(openCart)
  const words = tillWords.added(
    [line.name, line.size, line.colour].filter(Boolean).join(' · '),
    countOf(cart),
    totalOf(cart),
  )
  say('ok', words)
  return words
}

/** Adds the piece of a code, or asks which where several goods share it. @returns words, or null if nothing has it */
export function addByCode(code: string, isScanned = false): string | null {
  const [first, ...others] = replica.byCode(code)
  if (!first) return null
  if (others.length === 0) return addToCart(first.product, first.variation)
  store.set(which, { choices: [first, ...others], isScanned })
  if (isScanned) store.set(waitingScans, [code, ...store.get(waitingScans)])
  play('not_found')
  return tillWords.whichIsIt
}

/** Adds the one chosen of several goods, or none, and goes on with the codes scanned since. */
export function chooseWhich(chosen: Coded | null): void {
  const asked = store.get(which)
  if (!asked) return // the dialog of a choice that was made tells that it closes
  store.set(which, null)
  if (asked.isScanned) store.set(waitingScans, store.get(waitingScans).slice(1))
  if (chosen) addToCart(chosen.product, chosen.variation)
  else say('bad', tillWords.noneChosen)
  drainScans()
}

/**
 * Handles a scanned code: adds its piece now, or keeps the code until that is possible. Returns words for the cashier.
 */
export function takeScan(code: string): string {
  if (canTake() && store.get(waitingScans).length === 0) return take(code)
  store.set(waitingScans, [...store.get(waitingScans), code])
  return drainScans() ?? (store.get(which) ? tillWords.keptUntilChosen : tillWords.keptForNextSale)
}

/** Handles the waiting codes, oldest first, once possible. Returns the words for the last one. */
export function drainScans(): string | null {
  let words: string | null = null
  while (canTake() && store.get(waitingScans).length > 0) {
    const [code = '', ...rest] = store.get(waitingScans)
    store.set(waitingScans, rest)
    words = take(code)
  }
  return words
}

// Codes scanned while the till was loading its copy of the shop.
replica.subscribe(() => {
  if (store.get(waitingScans).length > 0) drainScans()
})

/** The current price of a variation, in cedis; undefined if the till does not know it. */
export function priceNow(product_variation_id: number): number | undefined {
  const variation = replica.variation(product_variation_id)
  const product = replica.product(variation?.product_id ?? 0)
  return variation && product ? priceCharged(variation, product) : undefined
}

/** Whether something is sold or paid by this code. */
export const isKnownCode = (code: string): boolean => replica.byCode(code).length > 0 || readGiftCode(code) !== null

const canTake = () =>
  replica.snapshot().ready &&
  store.get(openCart).id !== '' &&
  !store.get(selling) &&
  store.get(finishedSale) === null &&
  store.get(which) === null

function take(code: string): string {
  const found = addByCode(code, true)
  if (found !== null) return found
  const card = readGiftCode(code)
  if (card !== null) {
    void payByCard(card)
    say('ok', tillWords.giftCardScanned)
    return tillWords.giftCardScanned
  }
  play('not_found')
  const isPartial = replica.snapshot().progress !== null
  const words = isPartial ? tillWords.unknownYet(code) : tillWords.unknownCode(code)
  say('bad', words)
  return words
}
