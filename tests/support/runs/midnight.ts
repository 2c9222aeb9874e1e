import { setTimeout as sleep } from 'node:timers/promises'

const DAY_MS = 86_400_000

/** Keeps 'today' one UTC day: resolves at once, or on the next day if less than `least_ms` of this one is left. */
export async function untilDayHas(least_ms: number): Promise<void> {
  const left = DAY_MS - (Date.now() % DAY_MS)
  if (left < least_ms) await sleep(left)
}
