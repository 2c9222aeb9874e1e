import { setTimeout as sleep } from 'node:timers/promises'

/** In each process: two of them draw four at once. */
const AT_ONCE = 2
const MOST_WAITING = 8
const PATIENCE_MS = 1_500
const LOOK_MS = 10

/** Drawings may take this part of the time, so that other requests have the rest, */
const SHARE = 0.1
/** after a burst of so many milliseconds. */
const BURST_MS = 500
/** A drawing that waits for the database does not hold the processor meanwhile, so no more of its time counts. */
const MOST_COUNTED_MS = 100

let running = 0
let waiting = 0
let left = { ms: BURST_MS, at: performance.now() }

/** Nobody can draw at the moment: the browser has to. */
export class TooBusy extends Error {}

/**
 * Draws when there is room: few at once, and no more than a part of the time. @throws {TooBusy} where too many wait, or
 * for too long
 */
export async function drawInTurn<T>(draw: () => Promise<T>): Promise<T> {
  await turn()
  running += 1
  const began = performance.now()
  try {
    return await draw()
  } finally {
    running -= 1
    left = { ms: timeLeft() - Math.min(MOST_COUNTED_MS, performance.now() - began), at: performance.now() }
  }
}

async function turn(): Promise<void> {
  if (hasRoom()) return
  if (waiting >= MOST_WAITING) throw new TooBusy()
  waiting += 1
  try {
    for (const until = performance.now() + PATIENCE_MS; performance.now() < until;) {
      await sleep(LOOK_MS)
      if (hasRoom()) return
    }
  } finally {
    waiting -= 1
  }
  throw new TooBusy()
}

const hasRoom = () => running < AT_ONCE && timeLeft() > 0
const timeLeft = () => Math.min(BURST_MS, left.ms + SHARE * (performance.now() - left.at))
