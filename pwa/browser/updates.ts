import { atom, getDefaultStore } from 'jotai'
import type { Workbox } from 'workbox-window'
import { drainLock, OUTBOX } from '#sync/till/drain-lock.ts'
import { nullOnNetworkError } from '#sync/till/network.ts'
import { signedIn } from '../session/session.ts'
import { isThrifty } from './thrift.ts'

/**
 * Why an update must not come now: an open cart, a running drain. Others add and remove their reasons with
 * `holdUpdate`.
 */
export const holdUpdates = atom<ReadonlySet<string>>(new Set<string>())

/** A worker of a new build that waits, as far as this page talks to it. */
type WaitingWorker = Pick<Workbox, 'messageSkipWaiting'> & {
  addEventListener: (type: 'controlling', listener: () => void) => void
}

const waiting = atom<WaitingWorker | null>(null)

/** A new build is ready and nothing on this page speaks against it. */
export const updateReady = atom(get => get(waiting) !== null && get(holdUpdates).size === 0)

const store = getDefaultStore()
const LOCK = 'keep build'

/** `holdUpdate('open cart', lines > 0)`: while any reason stands, in any tab, no new build takes over. */
export function holdUpdate(reason: string, held: boolean): void {
  const reasons = new Set(store.get(holdUpdates))
  if (reasons.has(reason) === held) return
  if (held) reasons.add(reason)
  else reasons.delete(reason)
  store.set(holdUpdates, reasons)
  tellOtherTabs(reasons.size > 0)
}

let letGo: (() => void) | null = null

/** A shared lock speaks for this tab: it is gone by itself when the tab is. */
function tellOtherTabs(held: boolean) {
  if (!held) {
    letGo?.()
    letGo = null
  } else if (!letGo) {
    const over = new Promise<void>(resolve => {
      letGo = resolve
    }) // made first: it may be over before the lock is given
    void navigator.locks?.request(LOCK, { mode: 'shared' }, () => over)
  }
}

export const updateWaits = (worker: WaitingWorker | null) => store.set(waiting, worker)

/**
 * What came of an update: it comes, or there is a cart open in some tab, or sales were still being sent when patience
 * ended.
 */
export type Update = 'comes' | 'selling' | 'sending'

const DRAIN_PATIENCE_MS = 60_000
/** A cart that was sold a moment ago may still hold its lock. */
const CART_PATIENCE_MS = 1000
const TAKE_OVER_MS = 10_000

/**
 * Lets the new build take over and reloads. Waits for a running drain, and no other begins meanwhile; an open cart is
 * not waited for.
 */
export const acceptUpdate = async (): Promise<Update> =>
  (await alone(
    drainLock(OUTBOX),
    DRAIN_PATIENCE_MS,
    async () => (await alone(LOCK, CART_PATIENCE_MS, takeOver)) ?? 'selling',
  )) ?? 'sending'

/** Does something while holding a lock alone; null where others did not give it up in time. */
const alone = <Done>(name: string, patience_ms: number, work: () => Promise<Done>): Promise<Done | null> =>
  navigator.locks.request(name, { signal: AbortSignal.timeout(patience_ms) }, work).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'TimeoutError') return null
    throw error
  })

/** The page goes before this resolves, unless the browser keeps the new worker waiting. */
const takeOver = (): Promise<'comes'> =>
  new Promise(resolve => {
    const worker = store.get(waiting)
    worker?.addEventListener('controlling', reloadWhenFree)
    worker?.messageSkipWaiting()
    navigator.serviceWorker?.controller?.postMessage({ type: 'MAKE_WAY' })
    setTimeout(resolve, TAKE_OVER_MS, 'comes')
  })

/** A cart may have been opened since the update was asked for. */
function reloadWhenFree() {
  const reload = () => {
    if (store.get(holdUpdates).size === 0) location.reload()
  }
  store.sub(holdUpdates, reload)
  reload()
}

const WORKER = '/service-worker.js'
const HOUR_MS = 60 * 60_000

/**
 * Registers the service worker once the page has what it needs, and looks for a new build every hour. A browser that
 * has none, or that was told to have none, does without.
 */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  await worthItsData()
  const registration = await navigator.serviceWorker.register(WORKER).catch(nullOnNetworkError)
  if (!registration) return
  setInterval(() => void registration.update().catch(nullOnNetworkError), HOUR_MS)
  if (!registration.active) await anotherOf(registration)
  await follow().catch(nullOnNetworkError)
}

const BEEN_HERE = 'been_here'

/**
 * Where data is dear a first page brings no worker, which would fetch the whole shop: the next one does, and whoever
 * signs in, since a till needs it.
 */
const worthItsData = (): Promise<void> =>
  new Promise(resolve => {
    const hasBeen = hasBeenHere()
    if (hasBeen || !isThrifty() || store.get(signedIn)) return resolve()
    const stop = store.sub(signedIn, () => {
      stop()
      resolve()
    })
  })

/** Whether this browser has shown a page of the shop before; one that keeps nothing has not. */
function hasBeenHere(): boolean {
  try {
    const before = localStorage.getItem(BEEN_HERE)
    localStorage.setItem(BEEN_HERE, '1')
    return before !== null
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    return false
  }
}

/**
 * The first worker takes nobody's place, so that who is new here needs nothing by which to follow it. Resolves once a
 * second is installed.
 */
const anotherOf = (registration: ServiceWorkerRegistration): Promise<void> =>
  new Promise(resolve => {
    registration.addEventListener('updatefound', () => {
      const { active, installing } = registration
      if (active)
        installing?.addEventListener('statechange', () => {
          if (installing.state === 'installed') resolve()
        })
    })
  })

async function follow(): Promise<void> {
  const { Workbox } = await import('workbox-window')
  const workbox = new Workbox(WORKER)
  workbox.addEventListener('waiting', () => updateWaits(workbox))
  await workbox.register()
}
