import { Dexie, type EntityTable } from 'dexie'
import { isEmpty, emptyCart, withoutCustomer, type Cart } from './open-cart.ts'

/**
 * Open carts, each under its id until it is sold or emptied. In a separate database: the outbox holds only finished
 * sales.
 */
class Carts extends Dexie {
  kept!: EntityTable<Cart, 'id'>
  constructor() {
    super('cart')
    this.version(1).stores({ kept: 'id, opened_at' })
  }
}

export const carts = new Carts()

/** This tab's cart through a reload; after a crash another tab finds it here. */
const MINE = 'open-cart'
/** A reloading page may hold its cart a moment longer. */
const PATIENCE_MS = 1000

/** Whether a person goes on with a cart: theirs, or one of nobody. */
const isFor = ({ teller_id = null }: Cart, teller: number | null) => teller_id === null || teller_id === teller

let letGo: (() => void) | null = null

/**
 * The person's cart to continue with: this tab's, else the oldest that no tab holds and nobody parked, else a new one.
 * A crash between Checkout and clearing leaves a sold cart, because two databases share no transaction: it is deleted
 * here.
 */
export async function reopenCart(
  isSold: (id: string) => Promise<boolean>,
  teller: number | null = null,
): Promise<Cart> {
  const mine = sessionStorage.getItem(MINE)
  const kept = await carts.kept.orderBy('opened_at').toArray()
  for (const cart of [...kept].sort((a, b) => Number(b.id === mine) - Number(a.id === mine))) {
    if (await isSold(cart.id)) await carts.kept.delete(cart.id)
    else if (!cart.parked && isFor(cart, teller) && (await holdCart(cart.id, cart.id === mine))) return cart
  }
  const cart = emptyCart()
  await holdCart(cart.id)
  return cart
}

/** Stores the current cart; skips an empty one. */
export async function keepCart(cart: Cart): Promise<void> {
  if (isEmpty(cart)) await carts.kept.delete(cart.id)
  else await carts.kept.put(cart)
}

/**
 * Deletes customers from the kept carts that this person goes on with, including those of other tabs, and the names of
 * parked ones.
 */
export const dropCustomers = async (teller: number | null = null): Promise<void> =>
  void (await carts.kept.toCollection().modify(cart => {
    if (!cart.parked && !isFor(cart, teller)) return
    Object.assign(cart, withoutCustomer(cart))
    if (cart.parked) cart.parked.name = ''
  }))

/** Lets anybody here go on with the carts of a person who has signed out. */
export const freeCarts = async (teller: number): Promise<void> =>
  void (await carts.kept
    .filter(({ teller_id }) => teller_id === teller)
    .modify(cart => {
      cart.teller_id = null
    }))

export const dropCart = (id: string): Promise<void> => carts.kept.delete(id)

/**
 * Locks a cart for this tab: two tabs would ring up different goods under one id. The lock ends with the tab in every
 * case. False if another tab holds it.
 */
export async function holdCart(id: string, isMine = false): Promise<boolean> {
  letGo?.()
  const release = await grab(`cart ${id}`, isMine)
  if (!release) return false
  letGo = release
  sessionStorage.setItem(MINE, id)
  return true
}

/** Resolves to the function that releases the lock, or to null if another tab has it. */
const grab = (name: string, isPatient: boolean) =>
  new Promise<(() => void) | null>((resolve, reject) => {
    const options = isPatient ? { signal: AbortSignal.timeout(PATIENCE_MS) } : { ifAvailable: true }
    navigator.locks
      .request(name, options, lock => {
        if (!lock) return resolve(null)
        return new Promise<void>(release => resolve(release))
      })
      .catch((error: unknown) => {
        if (error instanceof DOMException && (error.name === 'TimeoutError' || error.name === 'AbortError'))
          resolve(null)
        else reject(error)
      })
  })
