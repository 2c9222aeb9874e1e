import { atom, getDefaultStore } from 'jotai'
import { signedIn, type SignedIn } from '#pwa/session/session.ts'
import { holdUpdate } from '#pwa/browser/updates.ts'
import { CASH } from '#sync/protocol/tender/tender.ts'
import { dropCart, dropCustomers, freeCarts, holdCart, keepCart, reopenCart } from './kept-carts.ts'
import { changed, emptyCart, isEmpty, withoutCustomer, type Cart, type CartAction } from './open-cart.ts'
import { till } from '../till.ts'

const nothing: Cart = {
  id: '',
  opened_at: '',
  lines: [],
  account_code: CASH,
  tendered: '',
  reference: '',
  customer_name: '',
  customer_phone: '',
}
const held = atom(nothing)

/** True while the device has no room to keep the open cart for a reload. */
export const cartUnkept = atom(false)

/**
 * The open cart. Each change is written to IndexedDB right after it is shown, so that the cart survives a reload, a
 * crash or an update.
 */
export const openCart = atom(
  get => get(held),
  (get, set, action: CartAction) => {
    const next = ownedBy(get(signedIn), changed(get(held), action))
    set(held, next)
    holdUpdate('open cart', !isEmpty(next))
    keepNext(action.do === 'open' ? null : next)
  },
)

/** A cart belongs to the person who has it open. */
const ownedBy = (teller: SignedIn | null, cart: Cart): Cart => ({ ...cart, teller_id: teller?.id ?? null })

const store = getDefaultStore()
let unwritten: Cart | null = null

/** Writes the current cart in the next task: the screen shows the line first. Null: the cart was given up or sold. */
function keepNext(cart: Cart | null) {
  if (cart && !unwritten) setTimeout(writeCart)
  unwritten = cart
}

function writeCart() {
  if (!unwritten) return
  void keepCart(unwritten).then(
    () => store.set(cartUnkept, false),
    error => store.set(cartUnkept, asUnkept(error)),
  )
  unwritten = null
}

const whoIsHere = () => store.get(signedIn)?.id ?? null

/** Whether the cart has become a finished sale. */
export const isSold = async (id: string) => (await till.sales.get(id)) !== undefined

/** Opens the cart to continue with; safe to repeat. A cart sold in the meantime is replaced by a new one. */
export async function openTheCart(): Promise<void> {
  const { id } = store.get(held)
  if (id !== '' && !(await isSold(id))) return
  for (;;) {
    const teller = whoIsHere()
    const cart = await reopenCart(isSold, teller)
    if (whoIsHere() === teller) return store.set(openCart, { do: 'open', cart })
  }
}

/**
 * Somebody else stands here: the open cart stays as it is until its teller is back, and the next person's own opens. At
 * once nothing can be rung up, so that no piece comes into the wrong cart.
 */
export async function handOverCart(): Promise<void> {
  if (store.get(held).id === '') return
  writeCart()
  store.set(held, nothing)
  holdUpdate('open cart', false)
  await openTheCart()
}

/**
 * Opens a new cart under a new id at once, in place of the cart that was sold or given up, and deletes that one shortly
 * after.
 */
export function nextCart(): void {
  const { id } = store.get(held)
  const cart = emptyCart()
  store.set(openCart, { do: 'open', cart })
  void holdCart(cart.id).then(() => dropCart(id))
}

/**
 * Opens another cart in place of the present one, which stays as it was kept, or is deleted if it is empty. False if
 * another tab holds it.
 */
export async function changeCart(cart: Cart): Promise<boolean> {
  const before = store.get(held)
  if (!(await holdCart(cart.id))) {
    await holdCart(before.id)
    return false
  }
  await keepCart(ownedBy(store.get(signedIn), cart))
  store.set(openCart, { do: 'open', cart })
  if (isEmpty(before)) await dropCart(before.id)
  return true
}

/** After a sign-out the goods of open carts stay, for the person who comes next; their customers are deleted. */
export async function forgetCustomers(teller: number | null = null): Promise<void> {
  if (store.get(held).id !== '') store.set(openCart, { do: 'pay', payment: withoutCustomer(store.get(held)) })
  await dropCustomers(teller)
  if (teller !== null) await freeCarts(teller)
}

/** A full device keeps no cart; any other error is a fault. */
function asUnkept(error: unknown): true {
  const { name, inner } = error as { name?: string; inner?: { name?: string } }
  if (name === 'QuotaExceededError' || inner?.name === 'QuotaExceededError') return true
  throw error
}
