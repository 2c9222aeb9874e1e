import { tooMany } from '#api/errors.ts'

const WINDOW_MS = 60_000

/** Whose failures are counted together, and how many a minute are too many. */
export interface Limit { key: string; failures: number }

interface Tries { at: number[]; refusals: number }
const tries = new Map<string, Tries>()

/**
 * Counts a try before it is judged, so that a hundred at once are a hundred. `succeeded` takes it back: only failures count.
 * @throws 429 after so many failures a minute for any of the keys, with a wait that grows
 */
export function countTry(limits: readonly Limit[]) {
  const now = Date.now()
  for (const { key, failures } of limits) {
    const { at, refusals } = recent(key, now)
    if (at.length < failures) continue
    tries.set(key, { at, refusals: refusals + 1 })
    throw tooMany(Math.max(1, Math.ceil((at[at.length - failures]! + waitAfter(refusals) - now) / 1000)))
  }
  for (const { key } of limits) {
    const { at, refusals } = recent(key, now)
    tries.set(key, { at: [...at, now], refusals })
  }
  return {
    succeeded: () => { for (const { key } of limits) forget(key, now) },
  }
}

/** What still counts; a key that was refused often stays refused for longer. */
function recent(key: string, now: number): Tries {
  const found = tries.get(key)
  if (!found) return { at: [], refusals: 0 }
  const at = found.at.filter(time => now - time < waitAfter(found.refusals))
  return at.length === 0 ? { at, refusals: 0 } : { at, refusals: found.refusals }
}

const waitAfter = (refusals: number) => Math.min(15, 1 + Math.floor(refusals / 20)) * WINDOW_MS

function forget(key: string, time: number) {
  const found = tries.get(key)
  if (!found) return
  const index = found.at.indexOf(time)
  if (index >= 0) found.at.splice(index, 1)
  if (found.at.length === 0) tries.delete(key)
}

/** Drops what no longer counts, so that a year of strangers does not fill the memory. */
const sweep = setInterval(() => { for (const key of tries.keys()) if (recent(key, Date.now()).at.length === 0) tries.delete(key) }, WINDOW_MS)
sweep.unref()
