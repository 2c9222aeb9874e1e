import { setTimeout as sleep } from 'node:timers/promises'
import { outsideTransaction } from '#api/db/database.ts'
import { leaveRoom } from '#api/jobs/leave-room.ts'
import { checkSeal, type SealVerdict } from '#api/seal/check-seal.ts'

const FRESH_MS = 60_000
const PATIENCE_MS = 3_000

let latest: { verdict: SealVerdict; at: number } | null = null
let underWay: Promise<SealVerdict> | null = null

/** Checks the seal in the background, leaving room for requests. Callers during the check share its result. */
export const checkSealAgain = (): Promise<SealVerdict> =>
  (underWay ??= outsideTransaction(() => checkSeal(leaveRoom()))
    .then(verdict => {
      latest = { verdict, at: Date.now() }
      return verdict
    })
    .finally(() => {
      underWay = null
    }))

/** A verdict of this minute; if checking takes too long, the previous one, or null. */
export async function latestVerdict(): Promise<SealVerdict | null> {
  if (latest && Date.now() - latest.at < FRESH_MS) return latest.verdict
  const checked = checkSealAgain()
  checked.catch(() => {}) // the caller that awaits it hears of it
  return Promise.race([checked, sleep(PATIENCE_MS, latest?.verdict ?? null, { ref: false })])
}
