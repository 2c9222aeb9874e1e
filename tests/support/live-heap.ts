import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const tidy = runInNewContext('gc') as () => void

/** Megabytes of the heap that are in use once all that nobody holds has gone. */
export function liveMegabytes(): number {
  tidy()
  return process.memoryUsage().heapUsed / 1024 / 1024
}

/**
 * Looks at the heap as often as `look` is called. `grown`: how many megabytes more it held, at its highest, than at the
 * beginning.
 */
export function watchHeap(): { look: () => void; grown: () => number } {
  const begun = liveMegabytes()
  let highest = begun
  return {
    look: () => {
      highest = Math.max(highest, liveMegabytes())
    },
    grown: () => highest - begun,
  }
}
