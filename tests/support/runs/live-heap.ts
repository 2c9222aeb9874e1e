import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const tidy = runInNewContext('gc') as () => void

/** Megabytes of the heap in use after garbage collection. */
export function liveMegabytes(): number {
  tidy()
  return process.memoryUsage().heapUsed / 1024 / 1024
}

/** Measures the heap at each call of `look`. `grown`: its highest growth since the beginning, in megabytes. */
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
