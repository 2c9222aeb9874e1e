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

/** True while the device has no room to keep the open cart through a reload. */
export const cartUnkept = atom(false)

/**
 * The open cart; each change is mirrored to IndexedDB at once after it is shown, so that a reload, a crash or an update
 * keeps it.
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

/**
 * Has the cart as it is now written in the next task: the screen shows the line first. Null: what was to be written is
 * given up, or sold.
 */
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

/** Opens the cart to go on with; harmless to repeat. One that was sold meanwhile makes way for the next. */
export async function openTheCart(): Promise<void> {
  const { id } = store.get(held)
  if (id !== '' && !(await isSold(id))) return
  store.set(openCart, { do: 'open', cart: await reopenCart(isSold) })
}

/**
 * Opens a new cart under a new id, at once, in place of the one that was sold or given up; that one is forgotten in a
 * moment.
 */
export function nextCart(): void {
  const { id } = store.get(held)
  const cart = emptyCart()
  store.set(openCart, { do: 'open', cart })
  void holdCart(cart.id).then(() => dropCart(id))
}

/** After signing out the goods of the open carts stay, whoever they were for does not. */
export async function forgetCustomers(): Promise<void> {
  if (store.get(held).id !== '')
    store.set(openCart, { do: 'pay', payment: { reference: '', customer_name: '', customer_phone: '' } })
  await dropCustomers()
}

/** A full device keeps no cart; anything else is a fault. */
function asUnkept(error: unknown): true {
  const { name, inner } = error as { name?: string; inner?: { name?: string } }
  if (name === 'QuotaExceededError' || inner?.name === 'QuotaExceededError') return true
  throw error
}
