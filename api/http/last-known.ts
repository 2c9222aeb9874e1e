import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from 'koa'
import { isLost } from '#api/db/database.ts'
import { mayBeAway } from '#api/db/pulse.ts'
import { STALE, STALE_TIMING } from '#sync/protocol/shop/catalogue.ts'

/** So long a read is waited for before what is known takes its place, where the database may be away. */
const PATIENCE_MS = 800
/** And so long once that is in doubt. */
const LESS_PATIENCE_MS = 50
const MOST_KEPT = 500

const kept = new Map<string, unknown>()

/**
 * Reads what everybody may see, in no transaction, and keeps it under its name: while the database is away, or says
 * nothing, the last answer is given again.
 */
export async function lastKnown<T>(name: string, read: () => Promise<T>): Promise<T> {
  const reading = read().then(value => keep(name, value))
  return kept.has(name) ? insteadOf(reading, () => kept.get(name) as T) : reading
}

/** What is being read, or what is known already where the database does not give it in time. */
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

/** The oldest makes room. */
function keep<T>(name: string, value: T): T {
  kept.delete(name)
  kept.set(name, value)
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!)
  return value
}

/** Says with a reply that it may be out of date. */
export function markStale(ctx: Context): void {
  if (!mayBeAway()) return
  ctx.set('Warning', '110 - "Response is Stale"')
  ctx.set(STALE, '1')
  ctx.append('Server-Timing', STALE_TIMING)
}
