import { whenForgotten } from '#pwa/lib/session.ts'
import type { OwnOrder } from '#sync/protocol/order-view.ts'
import type { Door } from './order-door.ts'

const KEY = 'open order'

/** Remembers in this browser which order was placed last, and the guest's way back to it: paying may lead away from this page. */
export function rememberOrder({ id, tracking_url }: Pick<OwnOrder, 'id' | 'tracking_url'>): Door {
  const door: Door = { id, token: tracking_url ? tokenIn(tracking_url) : null }
  try {
    localStorage.setItem(KEY, JSON.stringify(door))
  } catch (error) {
    if (!(error instanceof DOMException)) throw error // a full storage: the page knows the order all the same
  }
  return door
}

/** The way to the order that was placed last at this browser. */
export function lastDoor(): Door | null {
  const text = localStorage.getItem(KEY)
  return text ? JSON.parse(text) as Door : null
}

/** The way to an order by its id, with the guest's token where this browser placed it. */
export function doorTo(id: number): Door {
  const last = lastDoor()
  return last?.id === id ? last : { id, token: null }
}

const tokenIn = (url: string) => url.split('/').at(-1) ?? null

whenForgotten(() => localStorage.removeItem(KEY))
