import { availableParallelism, loadavg, totalmem } from 'node:os'

// Says in one line what machine a run has, before anything is installed: its cores, its memory, and how long a fixed
// piece of work takes on it at this moment.
const TEXT = JSON.stringify(Array.from({ length: 100_000 }, (_, i) => ({ [`n${i % 50}`]: `${i}` })))
const TIMES = 12
/** What the work takes on a virtual machine of two cores that does nothing else. */
const USUAL_MS = 500

const began = performance.now()
for (let times = 0; times < TIMES; times += 1) JSON.parse(TEXT)
const ms = Math.round(performance.now() - began)

const memory_gb = Math.round(totalmem() / 2 ** 30)
console.log(
  `${availableParallelism()} cores, ${memory_gb} GB, load ${loadavg()[0]?.toFixed(1)}; ` +
    `the yardstick took ${ms} ms, where ${USUAL_MS} are usual. Node ${process.version}.`,
)
