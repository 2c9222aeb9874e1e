import { setTimeout as sleep } from 'node:timers/promises'
import { answers } from '#api/db/connection.ts'

const PATIENCE_MS = 1_500
const AGAIN_MS = 300

let away = false
let probing: Promise<void> | null = null

/** The database does not answer: whoever needs it is refused at once, instead of waiting with all others. */
export const isAway = () => away

/** It is away, or a statement has had no answer for a while and that is being found out. */
export const mayBeAway = () => away || probing !== null

const waiting = new Set<() => void>()

/** What comes, unless the database turns out to be away before. What comes later is handed to `late`. */
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

/** Finds out over a connection of its own whether the database is there, and, where it is not, asks until it is. */
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
