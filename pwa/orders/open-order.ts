import { whenForgotten } from '#pwa/session/session.ts'
import type { OwnOrder } from '#sync/protocol/shop/order-view.ts'
import type { Door } from './order-door.ts'

const KEY = 'open order'
const WAY_BACK = 'way back'
const PAID_FOR = 'paid for'

/** Remembers the last order placed in this browser, and a guest's link to it: paying may lead away from this page. */
export function rememberOrder({ id, tracking_url }: Pick<OwnOrder, 'id' | 'tracking_url'>): Door {
  const door: Door = { id, token: tracking_url ? tokenIn(tracking_url) : null }
  keep(KEY, door)
  return door
}

/**
 * Remembers the link by which an order is being paid, wherever it was placed: the provider's own page returns with only
 * its id.
 */
export const rememberWayBack = (id: number, token: string): void => keep(WAY_BACK, { id, token })

/** The same for paying somebody else's order: the payment's reference begins with the order's id. */
export const rememberPayLink = (reference: string, token: string): void =>
  keep(PAID_FOR, { id: Number(reference.split('-')[0]), token })

/** The link that this browser paid an order by, unless it placed the order itself. */
export function payLinkTo(id: number): string | null {
  const link = doorAt(PAID_FOR)
  return link?.id === id && lastDoor()?.id !== id ? link.token : null
}

function keep(key: string, door: Door): void {
  try {
    localStorage.setItem(key, JSON.stringify(door))
  } catch (error) {
    if (!(error instanceof DOMException)) throw error // a full storage: the page has the order anyway
  }
}

function doorAt(key: string): Door | null {
  const text = localStorage.getItem(key)
  return text ? (JSON.parse(text) as Door) : null
}

/** The last order placed in this browser. */
export const lastDoor = (): Door | null => doorAt(KEY)

/**
 * An order by its id, with the guest's token if this browser placed it; by the link alone if it was paid through that.
 */
export function doorTo(id: number): Door {
  const [last, back] = [lastDoor(), doorAt(WAY_BACK)]
  if (last?.id === id) return last
  return back?.id === id ? { id: null, token: back.token } : { id, token: null }
}

const tokenIn = (url: string) => url.split('/').at(-1) ?? null

whenForgotten(() => {
  for (const key of [KEY, WAY_BACK, PAID_FOR]) localStorage.removeItem(key)
})
