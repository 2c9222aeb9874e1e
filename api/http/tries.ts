import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import { isLockFailure } from '#api/db/database.ts'
import { isAway, unlessAway } from '#api/db/pulse.ts'
import { tooMany } from '#api/errors.ts'
import { log } from '#api/http/log.ts'
import { inDatabase, inMemory, type TriesStore } from '#api/http/tries-store.ts'

/** Whose failures are counted together, and how many are allowed in a minute, or in `seconds`. */
export interface Limit {
  key: string
  failures: number
  seconds?: number
  /** false: the wait stays a minute, because people who share the key do not know each other. */
  grows?: false
  /** true: counts in this process only, for tries too frequent and harmless to store. */
  here?: true
}

export interface Try {
  succeeded: () => Promise<void>
}

const WINDOW_SECONDS = 60
const MOST_MINUTES = 15
/** After this many refusals in a row, the wait grows by a minute. */
const REFUSALS = 20

/**
 * Counts a try before it is judged, so that parallel tries all count. `succeeded` takes it back, because only failures
 * count.
 * @throws 429 above the limit of any key, with a wait that grows
 */
export async function allowTry(limits: readonly Limit[]): Promise<Try> {
  const counted: Limit[] = []
  for (const limit of limits) {
    const seconds = await count(limit)
    if (seconds > 0) {
      await takeBack(counted)
      throw tooMany(seconds)
    }
    counted.push(limit)
  }
  return { succeeded: () => takeBack(counted) }
}

/** Counts one try. Returns for how many seconds the next one is refused; 0 if allowed. */
const count = (limit: Limit): Promise<number> =>
  withCounter(limit, async (counter, key) => {
    try {
      await counter.consume(key)
      return 0
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused
      const refusals = refused.consumedPoints - limit.failures
      if (limit.grows === false || refusals % REFUSALS !== 0) return Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
      const seconds = Math.min(MOST_MINUTES, 1 + refusals / REFUSALS) * WINDOW_SECONDS
      await counter.set(key, refused.consumedPoints, seconds)
      return seconds
    }
  })

async function takeBack(limits: readonly Limit[]): Promise<void> {
  await Promise.all(limits.map(limit => withCounter(limit, (counter, key) => counter.reward(key))))
}

const AWAY_MS = 10_000
const PATIENCE_MS = 3_000

let store = inDatabase
const counters = new Map<TriesStore, Map<string, RateLimiterAbstract>>()
let awayUntil = 0

/** Changes where tries are counted. */
export function countTriesIn(other: TriesStore): void {
  store = other
  awayUntil = 0
}

/**
 * Asks a limit's counter. This process counts too: while the store is away, it goes on from there, so that nobody gets
 * free tries.
 */
async function withCounter<T>(
  { key, here, ...limit }: Limit,
  ask: (counter: RateLimiterAbstract, key: string) => Promise<T>,
): Promise<T> {
  const digest = createHash('sha256').update(key).digest('base64url')
  const countedHere = await ask(counterIn(inMemory, limit), digest)
  if (here || store === inMemory || isSilent()) return countedHere
  try {
    return await inTime(() => ask(counterIn(store, limit), digest))
  } catch (error) {
    log.error({ error: { message: (error as Error).message } }, 'tries are counted by this process alone')
    awayUntil = performance.now() + AWAY_MS
    return countedHere
  }
}

const isSilent = () => performance.now() < awayUntil || (store === inDatabase && isAway())

async function inTime<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    const over = new AbortController()
    try {
      return await Promise.race([
        store === inDatabase ? unlessAway(ask(), () => {}) : ask(),
        sleep(PATIENCE_MS, null, { ref: false, signal: over.signal }).then(() => {
          throw new Error('The store of tries does not answer.')
        }),
      ])
    } catch (error) {
      if (tries === 5 || !isLockFailure(error)) throw error
    } finally {
      over.abort()
    }
  }
}

function counterIn(
  where: TriesStore,
  { failures, seconds = WINDOW_SECONDS }: Pick<Limit, 'failures' | 'seconds'>,
): RateLimiterAbstract {
  const made = counters.get(where) ?? new Map<string, RateLimiterAbstract>()
  counters.set(where, made)
  const limit = `${failures} in ${seconds}`
  const counter = made.get(limit) ?? where(failures, seconds)
  made.set(limit, counter)
  return counter
}
