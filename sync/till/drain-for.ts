import type { Cycle } from './cycle.ts'
import { LONGEST_WAIT_MS } from './wait.ts'

const SHORTEST_PAUSE_MS = 1000

/**
 * Drains, and waits through every back-off that ends within `most_ms`: for a worker that has no timers of its own and
 * is not woken again soon. Resolves when nothing waits, the time is over, or `signal` aborts between two tries.
 */
export async function drainFor(cycle: Cycle, most_ms: number, signal?: AbortSignal): Promise<void> {
  const end = performance.now() + most_ms // no step of the device's clock lengthens it
  await cycle.resume()
  for (let at, left; (at = cycle.state().next_try_at) !== null && (left = end - performance.now()) > 0;) {
    const wait_ms = at - Date.now()
    const wasPutBack = wait_ms > LONGEST_WAIT_MS
    if (wait_ms >= left && !wasPutBack) return
    await pause(wasPutBack ? SHORTEST_PAUSE_MS : Math.max(SHORTEST_PAUSE_MS, wait_ms), signal)
    if (signal?.aborted) return
    await cycle.wake()
  }
}

const pause = (ms: number, signal?: AbortSignal) =>
  new Promise<void>(resolve => {
    if (signal?.aborted) return resolve()
    setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => resolve(), { once: true })
  })
