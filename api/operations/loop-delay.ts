import { monitorEventLoopDelay } from 'node:perf_hooks'

/** How late this process ran its timers: while one request blocks it, all others wait. */
export interface LoopDelay {
  longest_ms: number
  usual_ms: number
}

const RESOLUTION_MS = 10
const WINDOW_MS = 60_000

const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
histogram.enable()
let before: LoopDelay = { longest_ms: 0, usual_ms: 0 }
setInterval(() => {
  before = present()
  histogram.reset()
}, WINDOW_MS).unref()

/** Over the last one to two minutes. `usual_ms`: the 99th percentile. */
export function loopDelay(): LoopDelay {
  const now = present()
  return { longest_ms: Math.max(before.longest_ms, now.longest_ms), usual_ms: Math.max(before.usual_ms, now.usual_ms) }
}

const present = (): LoopDelay =>
  histogram.count === 0
    ? { longest_ms: 0, usual_ms: 0 }
    : { longest_ms: delay(histogram.max), usual_ms: delay(histogram.percentile(99)) }

/** The measurement counts from one reading to the next. */
const delay = (nanoseconds: number) => Math.max(0, Math.round(nanoseconds / 1_000_000 - RESOLUTION_MS))
