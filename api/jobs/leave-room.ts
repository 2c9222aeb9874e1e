import { setTimeout as sleep } from 'node:timers/promises'

/**
 * For work in the background: calls pause for as long as the work since the last call took, so that requests find this
 * process free at least half of the time. Call it every few milliseconds.
 */
export function leaveRoom(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    await sleep(Math.max(1, performance.now() - since))
    since = performance.now()
  }
}
