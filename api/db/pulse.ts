import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { answers } from '#api/db/connection.ts'

const PATIENCE_MS = 1_500
/** How many times longer something takes where more wants to run than there are processors: from 1 to 4. */
export const crowding = () => Math.min(4, Math.max(1, loadavg()[0]! / availableParallelism()))
const AGAIN_MS = 300
/** Held up for longer than this, this process may have missed the answer. */
const HELD_MS = 150

let away = false
let probing: Promise<void> | null = null

/** The database does not answer. Refuse requests at once instead of letting them queue. */
export const isAway = () => away

/** The database is away, or a statement has been silent for a while and a check is running. */
export const mayBeAway = () => away || probing !== null

const waiting = new Set<() => void>()

/** Resolves with `coming` unless the database goes away first. A later result goes to `late`. */
export const unlessAway = <T>(coming: Promise<T>, late: (value: T) => void): Promise<T> =>
  new Promise((resolve, reject) => {
    const leave = () => reject(new Error('The database does not answer: connection lost.'))
    waiting.add(leave)
    void coming.then(
      value => (waiting.delete(leave) ? resolve(value) : late(value)),
      (error: Error) => {
        waiting.delete(leave)
        reject(error)
      },
    )
  })

/** Checks on its own connection whether the database answers, and repeats until it does. */
export function askWhetherAway(): void {
  probing ??= probe().finally(() => {
    probing = null
  })
}

async function probe(): Promise<void> {
  for (let missed = 0; ;) {
    const { isThere, held_ms } = await ask()
    if (!isThere && !away && missed++ < mostMissed(held_ms)) continue
    missed = 0
    if (isThere !== !away) console.warn(isThere ? 'The database answers again.' : 'The database does not answer.')
    away = !isThere
    if (away) for (const leave of waiting) leave()
    if (away) waiting.clear()
    if (isThere) return
    await sleep(AGAIN_MS, undefined, { ref: false })
  }
}

/**
 * How many answers may be missed before the database counts as away. Asked again, and not given longer: a database
 * that stands still for a moment answers the next time; one that needs seconds for each answer never does.
 */
const mostMissed = (held_ms: number) => Math.floor(crowding()) - 1 + (held_ms > HELD_MS ? 1 : 0)

/** Whether the database answers, and for how long this process was held up at most while it waited. */
async function ask(): Promise<{ isThere: boolean; held_ms: number }> {
  let held_ms = 0
  let seen = performance.now()
  const look = () => {
    held_ms = Math.max(held_ms, performance.now() - seen - LOOK_MS)
    seen = performance.now()
  }
  const looking = setInterval(look, LOOK_MS)
  const isThere = await answers(process.env.DATABASE_URL!, PATIENCE_MS)
  clearInterval(looking)
  look()
  return { isThere, held_ms }
}
const LOOK_MS = 50
