import type { Cycle } from './cycle.ts'
import { LONGEST_WAIT_MS } from './wait.ts'

const LOOK_EVERY_MS = 30_000

/** Wakes the cycle at every sign of a change. Never asks `navigator.onLine`. @returns the stop function */
export function startCycle(cycle: Omit<Cycle, 'ask'>): () => void {
  let retry: ReturnType<typeof setTimeout> | undefined
  const wake = () => void cycle.wake()
  const hope = () => void cycle.nudge()
  const look = () => {
    if (document.visibilityState === 'visible') wake()
  }
  const show = () => {
    if (document.visibilityState === 'visible') hope()
  }
  const plan = () => {
    clearTimeout(retry)
    const { next_try_at } = cycle.state()
    // Beyond 24 days a browser's timer fires at once, and a clock that was put back would set one so far.
    if (next_try_at !== null) retry = setTimeout(wake, Math.min(LONGEST_WAIT_MS, Math.max(0, next_try_at - Date.now())))
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  const leave = cycle.subscribe(plan)
  addEventListener('online', hope)
  document.addEventListener('visibilitychange', show)
  wake()
  return () => {
    leave()
    clearTimeout(retry)
    clearInterval(timer)
    removeEventListener('online', hope)
    document.removeEventListener('visibilitychange', show)
  }
}

/** The tag under which the browser wakes the service worker to drain the outbox. */
export const SYNC_TAG = 'outbox'

interface SyncManager {
  register: (tag: string) => Promise<void>
}

/** Asks the browser to drain after the page is gone, if it can and may; the cycle works without it. */
export async function askForBackgroundSync(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  const sync = (registration as { sync?: SyncManager } | undefined)?.sync
  try {
    await sync?.register(SYNC_TAG)
  } catch (error) {
    if (
      !(
        error instanceof DOMException &&
        ['NotAllowedError', 'InvalidStateError', 'InvalidAccessError', 'UnknownError'].includes(error.name)
      )
    )
      throw error
  }
}
