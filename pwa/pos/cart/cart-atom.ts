import { atom, getDefaultStore } from 'jotai'
import { holdUpdate } from '#pwa/browser/updates.ts'
import { dropCart, dropCustomers, holdCart, keepCart, reopenCart } from './kept-carts.ts'
import { changed, emptyCart, isEmpty, type Cart, type CartAction } from './open-cart.ts'
import { till } from '../till.ts'

const nothing: Cart = {
  id: '',
  opened_at: '',
  lines: [],
  account_code: 'CASH',
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
    const next = changed(get(held), action)
    set(held, next)
    holdUpdate('open cart', !isEmpty(next))
    keepNext(action.do === 'open' ? null : next)
  },
)

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

const isSold = async (id: string) => (await till.sales.get(id)) !== undefined

/** Opens the cart to continue with; safe to repeat. A cart sold in the meantime is replaced by a new one. */
export async function openTheCart(): Promise<void> {
  const { id } = store.get(held)
  if (id !== '' && !(await isSold(id))) return
  store.set(openCart, { do: 'open', cart: await reopenCart(isSold) })
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

/** After a sign-out the goods of open carts stay; their customers are deleted. */
export async function forgetCustomers(): Promise<void> {
  if (store.get(held).id !== '')
    store.set(openCart, { do: 'pay', payment: { reference: '', customer_name: '', customer_phone: '' } })
  await dropCustomers()
}

/** A full device keeps no cart; any other error is a fault. */
function asUnkept(error: unknown): true {
  const { name, inner } = error as { name?: string; inner?: { name?: string } }
  if (name === 'QuotaExceededError' || inner?.name === 'QuotaExceededError') return true
  throw error
}
