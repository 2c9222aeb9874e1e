import { atom, getDefaultStore } from 'jotai'
import type { Workbox } from 'workbox-window'
import { nullOnNetworkError } from '#sync/till/network.ts'

/** Why an update must not come now: an open cart, a running drain. Others add and remove their reasons with `holdUpdate`. */
export const holdUpdates = atom<ReadonlySet<string>>(new Set<string>())

/** A worker of a new build that waits, as far as this page talks to it. */
type WaitingWorker = Pick<Workbox, 'messageSkipWaiting'> & { addEventListener: (type: 'controlling', listener: () => void) => void }

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
  if (!held) letGo?.()
  if (!held) letGo = null
  else if (!letGo) void navigator.locks?.request(LOCK, { mode: 'shared' }, () => new Promise<void>(resolve => { letGo = resolve }))
}

export const updateWaits = (worker: WaitingWorker) => store.set(waiting, worker)

/** Lets the new build take over and reloads, unless another tab or a drain holds it. Says whether it went ahead. */
export async function acceptUpdate(): Promise<boolean> {
  const worker = store.get(waiting)
  const { held = [] } = await navigator.locks.query() // a drain, in a tab or in the worker, holds a lock too
  if (!worker || held.some(({ name = '' }) => name === LOCK || name.startsWith('drain '))) return false
  worker.addEventListener('controlling', () => location.reload())
  worker.messageSkipWaiting()
  return true
}

/**
 * Registers the service worker once the page has what it needs, and looks for a new build every hour. A browser that has none,
 * or that was told to have none, does without.
 */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const workbox = await register().catch(nullOnNetworkError)
  if (workbox) setInterval(() => void workbox.update().catch(nullOnNetworkError), 60 * 60_000)
}

async function register(): Promise<Workbox> {
  const { Workbox } = await import('workbox-window')
  const workbox = new Workbox('/service-worker.js')
  workbox.addEventListener('waiting', () => updateWaits(workbox))
  await workbox.register()
  return workbox
}
