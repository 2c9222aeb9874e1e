import { atom, getDefaultStore } from 'jotai'
import type { Workbox } from 'workbox-window'
import { drainLock, OUTBOX } from '#sync/till/drain-lock.ts'
import { nullOnNetworkError } from '#sync/till/network.ts'
import { signedIn } from '../session/session.ts'
import { keepSeen } from './keep-seen.ts'
import { isThrifty } from './thrift.ts'

/** Why an update must wait: an open cart, a running drain. Callers add and remove reasons with `holdUpdate`. */
export const holdUpdates = atom<ReadonlySet<string>>(new Set<string>())

/** The waiting worker of a new build, as far as this page uses it. */
type WaitingWorker = Pick<Workbox, 'messageSkipWaiting'> & {
  addEventListener: (type: 'controlling', listener: () => void) => void
}

const waiting = atom<WaitingWorker | null>(null)

/** A new build is ready and nothing on this page holds it back. */
export const updateReady = atom(get => get(waiting) !== null && get(holdUpdates).size === 0)

const store = getDefaultStore()
const LOCK = 'keep build'

/** `holdUpdate('open cart', lines > 0)`: while any tab has a reason, no new build takes over. */
export function holdUpdate(reason: string, held: boolean): void {
  const reasons = new Set(store.get(holdUpdates))
  if (reasons.has(reason) === held) return
  if (held) reasons.add(reason)
  else reasons.delete(reason)
  store.set(holdUpdates, reasons)
  tellOtherTabs(reasons.size > 0)
}

let letGo: (() => void) | null = null

/** A shared lock speaks for this tab, and ends when the tab does. */
function tellOtherTabs(held: boolean) {
  if (!held) {
    letGo?.()
    letGo = null
  } else if (!letGo) {
    const over = new Promise<void>(resolve => {
      letGo = resolve
    }) // created first, because the hold may end before the lock is granted
    void navigator.locks?.request(LOCK, { mode: 'shared' }, () => over)
  }
}

export const updateWaits = (worker: WaitingWorker | null) => store.set(waiting, worker)

/**
 * The result of accepting an update: a cart is open in some tab, or sales were still being sent at the time-out, or the
 * browser keeps the new worker waiting. An update that comes reloads the page before there is a result.
 */
export type Update = 'selling' | 'sending' | 'kept'

const DRAIN_PATIENCE_MS = 60_000
/** The cart of a finished sale, or a drain that has just ended, may still hold its lock. */
const CART_PATIENCE_MS = 3000
const TAKE_OVER_MS = 10_000
/** A worker of an older build does not say that it has made way. */
const WAY_MS = 2000

/**
 * Lets the new build take over and reloads. Waits for a running drain and prevents a new one; does not wait for an open
 * cart.
 */
export const acceptUpdate = async (): Promise<Update> =>
  (await alone(
    drainLock(OUTBOX),
    DRAIN_PATIENCE_MS,
    async () => (await alone(LOCK, CART_PATIENCE_MS, takeOver)) ?? 'selling',
  )) ?? 'sending'

/** Runs work with an exclusive lock; null if the lock was not free in time. */
const alone = <Done>(name: string, patience_ms: number, work: () => Promise<Done>): Promise<Done | null> =>
  navigator.locks.request(name, { signal: AbortSignal.timeout(patience_ms) }, work).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === 'TimeoutError')) throw error
    // A page that stood still sees its time run out first, and only then that the lock had been free all along.
    return navigator.locks.request(name, { ifAvailable: true }, lock => (lock ? work() : null))
  })

/** The page reloads before this resolves, unless the browser keeps the new worker waiting. */
async function takeOver(): Promise<'kept'> {
  const worker = store.get(waiting)
  worker?.addEventListener('controlling', reloadWhenFree)
  await oldWorkerMakesWay()
  worker?.messageSkipWaiting()
  await pause(TAKE_OVER_MS)
  return 'kept'
}

/**
 * Must end before the new worker is asked to take over. Chromium stops an idle old worker then, and a message that
 * comes while it stops starts it once more, for up to five minutes (Chromium 156).
 */
function oldWorkerMakesWay(): Promise<unknown> {
  const { port1, port2 } = new MessageChannel()
  const made = new Promise(resolve => {
    port1.onmessage = resolve
  })
  navigator.serviceWorker?.controller?.postMessage({ type: 'MAKE_WAY', for_ms: TAKE_OVER_MS }, [port2])
  return Promise.race([made, pause(WAY_MS)]).finally(() => port1.close())
}

const pause = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))

/** A cart may have been opened since the update was accepted. */
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
 * Registers the service worker once the page has loaded, and checks for a new build every hour. Does nothing in a
 * browser without service workers.
 */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  await worthItsData()
  const registration = await navigator.serviceWorker.register(WORKER).catch(nullOnNetworkError)
  if (!registration) return
  setInterval(() => void registration.update().catch(nullOnNetworkError), HOUR_MS)
  if (!registration.active) {
    void keepSeen()
    await anotherOf(registration)
  }
  await follow().catch(nullOnNetworkError)
}

const BEEN_HERE = 'been_here'

/**
 * While data is expensive, a first visit installs no worker, because the worker would fetch the whole shop. The next
 * visit does, and so does signing in, because a till needs it.
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

/** Whether this browser has shown a page of the shop before; always false without storage. */
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
 * The first worker replaces nobody, so a new visitor needs no code to follow it. Resolves once a second one is
 * installed.
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
