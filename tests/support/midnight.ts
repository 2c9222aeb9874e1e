import { setTimeout as sleep } from 'node:timers/promises'

const DAY_MS = 86_400_000

/**
 * Who says 'today' means one day, in UTC: resolves at once, or with the next day where less than so much of this one is
 * left.
 */
export async function untilDayHas(least_ms: number): Promise<void> {
  const left = DAY_MS - (Date.now() % DAY_MS)
  if (left < least_ms) await sleep(left)
}
