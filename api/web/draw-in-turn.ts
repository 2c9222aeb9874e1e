import { setTimeout as sleep } from 'node:timers/promises'

/** Per process: two processes render four at once. */
const AT_ONCE = 2
const MOST_WAITING = 8
const PATIENCE_MS = 1_500
const LOOK_MS = 10

/** The share of time for rendering; the rest is for other requests, */
const SHARE = 0.1
/** after a burst of this many milliseconds. */
const BURST_MS = 500
/** A render that waits for the database does not use the processor, so its time is capped. */
const MOST_COUNTED_MS = 100

let running = 0
let waiting = 0
let left = { ms: BURST_MS, at: performance.now() }

/** The server is too busy to render: the browser does it. */
export class TooBusy extends Error {}

/**
 * Renders when there is room: few at once, within its share of time. @throws {TooBusy} if too many wait, or for too
 * long
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
