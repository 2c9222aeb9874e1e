import { atom, getDefaultStore } from 'jotai'
import { maskCardNumbers } from '#sync/protocol/card-number.ts'
import { drainScans, said, selling } from '../counter.ts'
import { changeCart, isSold, openCart } from './cart-atom.ts'
import { takeCardOff } from '../payment/card-tender.ts'
import { carts, dropCart, keepCart } from './kept-carts.ts'
import { emptyCart, isEmpty, type Cart } from './open-cart.ts'

/** A cart that was put aside. */
export type ParkedCart = Cart & { parked: NonNullable<Cart['parked']> }

/** The parked sales of this device, oldest first. */
export const parkedCarts = atom<readonly ParkedCart[]>([])

const store = getDefaultStore()
export const LONGEST_NAME = 60

/** Reads them again: another tab may have parked or taken one. */
export async function readParked(): Promise<void> {
  const kept = await carts.kept.orderBy('opened_at').toArray()
  store.set(
    parkedCarts,
    kept.filter(isParked).sort((one, other) => one.parked.at.localeCompare(other.parked.at)),
  )
}

const isParked = (cart: Cart): cart is ParkedCart => Boolean(cart.parked)

/** Puts the open cart aside and opens an empty one. @throws where the device is full: the cart then stays open */
export const parkCart = (name: string): Promise<void> =>
  alone(async () => {
    await putAside(name)
    await changeCart(emptyCart())
  })

/** Opens a parked sale; the open cart is parked for it. False if it is gone, or open in another tab. */
export const takeParked = (id: string): Promise<boolean> =>
  alone(async () => {
    const cart = await carts.kept.get(id)
    if (!cart?.parked || (await isSold(id))) return false
    const isAside = await putAside('')
    if (await changeCart({ ...cart, parked: null })) return true
    if (isAside) store.set(openCart, { do: 'park', parked: null })
    return false
  })

/** Deletes a parked sale, unless another tab has it open. */
export const dropParked = async (id: string): Promise<void> => {
  const cart = await carts.kept.get(id)
  if (cart?.parked) await dropCart(id)
  await readParked()
}

/** Keeps the open cart as parked, unless it is empty. A gift card is held for a sale, not for a wait. */
async function putAside(name: string): Promise<boolean> {
  if (store.get(openCart).card) takeCardOff()
  if (isEmpty(store.get(openCart))) return false
  const parked = { name: maskCardNumbers(name.trim().slice(0, LONGEST_NAME)), at: new Date().toISOString() }
  store.set(openCart, { do: 'park', parked })
  try {
    await keepCart(store.get(openCart))
  } catch (error) {
    store.set(openCart, { do: 'park', parked: null })
    throw error
  }
  return true
}

/** Nothing is scanned into a cart that is being put away: codes wait for the next one. */
async function alone<Done>(work: () => Promise<Done>): Promise<Done> {
  store.set(selling, true)
  try {
    return await work()
  } finally {
    store.set(selling, false)
    store.set(said, null) // it told of the other cart
    drainScans()
    await readParked()
  }
}
