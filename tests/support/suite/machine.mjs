import { availableParallelism, loadavg, totalmem } from 'node:os'
import { USUAL_MS, yardstick } from './yardstick.mjs'

// Says in one line what machine a run has, before anything is installed: its cores, its memory, and how long a fixed
// piece of work takes on it at this moment. A second line says that it is busy.
const cores = availableParallelism()
const [load = 0] = loadavg()
const ms = Math.round(yardstick())
const memory_gb = Math.round(totalmem() / 2 ** 30)
console.log(
  `${cores} cores, ${memory_gb} GB, load ${load.toFixed(1)}; ` +
    `the yardstick took ${ms} ms, where ${USUAL_MS} are usual. Node ${process.version}.`,
)
if (load > cores || ms > 2 * USUAL_MS)
  console.log('This machine is busy: everything takes longer, and a figure taken now says little.')
