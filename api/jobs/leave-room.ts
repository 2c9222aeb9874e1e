import { setTimeout as sleep } from 'node:timers/promises'

/**
 * For work that nobody waits for at a screen: calls to what this returns pause for as long as was worked since the last
 * of them, so that those whose requests this process answers meanwhile find it free at least half of the time. Call it
 * every few milliseconds.
 */
export function leaveRoom(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    await sleep(Math.max(1, performance.now() - since))
    since = performance.now()
  }
}
