import type { Cycle } from './cycle.ts'

const SHORTEST_PAUSE_MS = 1000

/**
 * Drains, and waits through every back-off that ends within `most_ms`: for a worker that has no timers of its own and
 * is not woken again soon. Resolves when nothing waits, the time is over, or `signal` aborts between two tries.
 */
export async function drainFor(cycle: Cycle, most_ms: number, signal?: AbortSignal): Promise<void> {
  const until = Date.now() + most_ms
  await cycle.resume()
  for (let at; (at = cycle.state().next_try_at) !== null && at < until && Date.now() < until;) {
    await pause(Math.max(SHORTEST_PAUSE_MS, at - Date.now()), signal)
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
