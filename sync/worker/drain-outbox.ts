import { createCycle } from '#sync/till/cycle.ts'
import { drainFor } from '#sync/till/drain-for.ts'
import { pushWith } from '#sync/till/push.ts'
import { createSession } from '#sync/till/session.ts'
import { shownSeal } from '#sync/till/proof/kept-seal.ts'
import { deviceOf } from '#sync/till/proof/device-key.ts'
import { SYNC_TAG } from '#sync/till/start-cycle.ts'
import { doesSessionRest } from '#sync/till/teller.ts'
import { TillDb } from '#sync/till/till-db.ts'
import { waiting } from '#sync/till/waiting.ts'

/** Missing in TypeScript's library. */
export interface Registration {
  sync: { register: (tag: string) => Promise<void> }
}

/** Browsers end an event after some minutes; this is well within. */
const PATIENCE_MS = 60_000

const db = new TillDb()
const leaving = new AbortController()
/** The session is another person's than who stands at the till. */
let rests = true
const cycle = createCycle(
  db,
  pushWith(
    createSession(() => rests),
    deviceOf(db),
    () => shownSeal(db),
  ),
)

/**
 * Sends waiting entries with no page open. The browser calls again after a rejection, but not after its last chance:
 * then this registers again, because the till never gives up.
 * @throws while sales still wait.
 */
export async function drainOutbox({ sync }: Registration, lastChance: boolean): Promise<void> {
  rests = await doesSessionRest(db)
  await drainFor(cycle, PATIENCE_MS, leaving.signal)
  const { count } = await waiting(db)
  if (count === 0) return
  if (lastChance) await sync.register(SYNC_TAG)
  throw new Error(`${count} sales still wait for a verdict.`)
}

/** Ends the wait between two tries: the next build's worker takes over only once this one is idle. */
export const makeWay = () => leaving.abort()
