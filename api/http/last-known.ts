import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from 'koa'
import { isLost } from '#api/db/database.ts'
import { mayBeAway } from '#api/db/pulse.ts'
import { STALE, STALE_TIMING } from '#sync/protocol/shop/catalogue.ts'

/** How long to wait for a read before using the last answer, if the database may be away. */
const PATIENCE_MS = 800
/** The same once that is in doubt. */
const LESS_PATIENCE_MS = 50
const MOST_KEPT = 500

const kept = new Map<string, unknown>()

/**
 * Reads public data outside any transaction and keeps it under its name. While the database is away or silent, returns
 * the last answer.
 */
export async function lastKnown<T>(name: string, read: () => Promise<T>): Promise<T> {
  const reading = read().then(value => keep(name, value))
  return kept.has(name) ? insteadOf(reading, () => kept.get(name) as T) : reading
}

/** The pending read, or the last known value if the database does not answer in time. */
export async function insteadOf<T>(reading: Promise<T>, known: () => T): Promise<T> {
  const orKnown = reading.catch((error: unknown) => {
    if (isLost(error)) return known()
    throw error
  })
  const late = new AbortController()
  const first = await Promise.race([
    orKnown.then(value => ({ value })),
    sleep(mayBeAway() ? LESS_PATIENCE_MS : PATIENCE_MS, null, { signal: late.signal, ref: false }).catch(() => null),
  ])
  late.abort()
  if (first) return first.value
  return mayBeAway() ? known() : orKnown
}

/** The oldest entry makes room. */
function keep<T>(name: string, value: T): T {
  kept.delete(name)
  kept.set(name, value)
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!)
  return value
}

/** Marks a reply as possibly out of date. */
export function markStale(ctx: Context): void {
  if (!mayBeAway()) return
  ctx.set('Warning', '110 - "Response is Stale"')
  ctx.set(STALE, '1')
  ctx.append('Server-Timing', STALE_TIMING)
}
