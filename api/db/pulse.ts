import { setTimeout as sleep } from 'node:timers/promises'
import { answers } from '#api/db/connection.ts'

const PATIENCE_MS = 1_500
const AGAIN_MS = 300

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
  for (;;) {
    const isThere = await answers(process.env.DATABASE_URL!, PATIENCE_MS)
    if (isThere !== !away) console.warn(isThere ? 'The database answers again.' : 'The database does not answer.')
    away = !isThere
    if (away) for (const leave of waiting) leave()
    if (away) waiting.clear()
    if (isThere) return
    await sleep(AGAIN_MS, undefined, { ref: false })
  }
}
