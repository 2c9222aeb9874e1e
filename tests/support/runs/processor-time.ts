import { readFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const TRIES = 8

/**
 * The CPU time of some work in ms, on the thread that answers: the work of other threads (garbage, pictures,
 * another file's database) holds nobody up. If it exceeds `enough`, the least of several tries, because a collection of
 * garbage counts as well, and divided by how much slower this machine is at this moment than the one that limits are
 * meant for.
 */
export async function msOf(work: () => unknown, enough = Infinity): Promise<number> {
  const ms = await leastMs(work, enough)
  return ms > enough ? ms / Math.max(1, (await leastMs(fixedWork)) / FIXED_WORK_MS) : ms
}

const FIXED_TEXT = JSON.stringify(Array.from({ length: 100_000 }, (_, i) => ({ [`n${i % 50}`]: `${i}` })))
const fixedWork = () => JSON.parse(FIXED_TEXT)
/** What this takes on a virtual machine of two cores that does nothing else. */
const FIXED_WORK_MS = 30

async function leastMs(work: () => unknown, enough = 0): Promise<number> {
  let least = Infinity
  for (let tries = 0; tries < TRIES && (tries === 0 || least > enough); tries++) {
    const began = threadMs()
    await work()
    least = Math.min(least, threadMs() - began)
  }
  return least
}

/** Linux says it of the main thread alone, whose id is the process's; elsewhere it is that of the whole process. */
const SCHEDULED = `/proc/self/task/${process.pid}/schedstat`

/** Of the processor, that the first thread has had so far. */
export function threadMs(): number {
  try {
    if (isMainThread) return Number(readFileSync(SCHEDULED, 'utf8').split(' ')[0]) / 1e6
  } catch {} // no Linux
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
