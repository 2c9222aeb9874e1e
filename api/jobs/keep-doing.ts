import { setTimeout as sleep } from 'node:timers/promises'
import { log } from '#api/http/log.ts'

/** Work that repeats. A failed round leaves the rest to the next one. */
export interface Round {
  what: string
  work: () => Promise<unknown>
}

/**
 * Repeats rounds of work one after the other, every so many ms, never two at once. Returns a function that stops them
 * and waits a short time for the current one.
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
