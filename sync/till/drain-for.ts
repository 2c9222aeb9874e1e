import type { Cycle } from './cycle.ts'

const SHORTEST_PAUSE_MS = 1000

/**
 * Drains, and stays with it through every back-off that ends within `most_ms`: for a worker that has no timers of its own and is
 * not woken again soon. Resolves when nothing waits, or the time is over.
 */
export async function drainFor(cycle: Cycle, most_ms: number): Promise<void> {
  const until = Date.now() + most_ms
  await cycle.resume()
  for (let at; (at = cycle.state().next_try_at) !== null && at < until && Date.now() < until;) {
    const pause_ms = Math.max(SHORTEST_PAUSE_MS, at - Date.now())
    await new Promise(resolve => setTimeout(resolve, pause_ms))
    await cycle.wake()
  }
}
