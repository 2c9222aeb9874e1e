import { setTimeout as sleep } from 'node:timers/promises'
import { log } from '#api/http/log.ts'

/** One kind of work that is done again and again. What goes wrong in one round is for the next. */
export interface Round {
  what: string
  work: () => Promise<unknown>
}

/**
 * Does rounds of work one after the other, every so many ms, each round at a time. Returns how to stop, which waits for
 * the piece of work that is under way, though not for long.
 */
export function keepDoing(rounds: readonly Round[], everyMs: number): () => Promise<void> {
  let stopped = false
  let underWay: Promise<void> | null = null
  const timer = setInterval(() => {
    underWay ??= all().finally(() => {
      underWay = null
    })
  }, everyMs)
  timer.unref()

  async function all() {
    for (const { what, work } of rounds) {
      if (stopped) return
      await work().catch((error: Error) => log.error({ what, error: { name: error.name } }, 'a round of work failed'))
    }
  }

  return async () => {
    stopped = true
    clearInterval(timer)
    await Promise.race([underWay, sleep(PATIENCE_MS, undefined, { ref: false })])
  }
}

const PATIENCE_MS = 5_000
