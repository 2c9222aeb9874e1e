import { tooMany } from '#api/errors.ts'

const WINDOW_MS = 60_000
const LIMITS = { email: 5, address: 50 } as const

interface Tries { at: number[]; refusals: number }
const tries = new Map<string, Tries>()

/**
 * Counts a try to sign in before it is judged, so that a hundred at once are a hundred. `succeeded` takes it back: only
 * failures count. @throws 429 after 5 failures a minute for one e-mail, or 50 for one address, with a wait that grows
 */
export function attempt(email: string, address: string) {
  const now = Date.now()
  const keys = [[`email ${email}`, LIMITS.email], [`address ${address}`, LIMITS.address]] as const
  for (const [key, limit] of keys) {
    const { at, refusals } = recent(key, now)
    if (at.length < limit) continue
    const wait = Math.min(15, 1 + Math.floor(refusals / 20)) * WINDOW_MS
    tries.set(key, { at, refusals: refusals + 1 })
    throw tooMany(Math.max(1, Math.ceil((at[at.length - limit]! + wait - now) / 1000)))
  }
  for (const [key] of keys) {
    const { at, refusals } = recent(key, now)
    tries.set(key, { at: [...at, now], refusals })
  }
  return {
    succeeded: () => { for (const [key] of keys) forget(key, now) },
  }
}

/** What still counts; a key that was refused often stays refused for longer. */
function recent(key: string, now: number): Tries {
  const found = tries.get(key)
  if (!found) return { at: [], refusals: 0 }
  const wait = Math.min(15, 1 + Math.floor(found.refusals / 20)) * WINDOW_MS
  const at = found.at.filter(time => now - time < wait)
  return at.length === 0 ? { at, refusals: 0 } : { at, refusals: found.refusals }
}

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
