import { availableParallelism, loadavg, totalmem } from 'node:os'
import { USUAL_MS, yardstick } from './yardstick.mjs'

// Says in one line what machine a run has, before anything is installed: its cores, its memory, and how long a fixed
// piece of work takes on it at this moment.
const ms = Math.round(yardstick())
const memory_gb = Math.round(totalmem() / 2 ** 30)
console.log(
  `${availableParallelism()} cores, ${memory_gb} GB, load ${loadavg()[0]?.toFixed(1)}; ` +
    `the yardstick took ${ms} ms, where ${USUAL_MS} are usual. Node ${process.version}.`,
)
