import { readFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'
import { fixedWork } from '#tests/support/suite/yardstick.mjs'

const TRIES = 8

/**
 * What nothing that one person sends may take of the processor, in yardsticks: of some 40 ms, whatever the machine. The
 * longest of all takes less than 1.5; what froze the shop took from 7 to 500.
 */
export const MOST_YARDSTICKS = 3

export const inWords = (yardsticks: number): string => `${yardsticks.toFixed(1)} yardsticks`

/** The least that the yardstick took in this process, in ms. */
let quickest = Infinity

/**
 * How many times as long as a fixed piece of work some other work takes, on the thread that answers: the work of other
 * threads (garbage, pictures, another file's database) holds nobody up. While it exceeds `enough`, both are tried
 * again beside each other, and the least of each counts: a collection of garbage and a machine that becomes slower cost
 * time as well.
 */
export async function yardsticksOf(work: () => unknown, enough = Infinity): Promise<number> {
  if (quickest === Infinity) {
    fixedWork() // its first time is longer
    quickest = await msOf(fixedWork)
  }
  let least = await msOf(work)
  if (least <= enough * quickest) return least / quickest
  let beside = await msOf(fixedWork)
  for (let tries = 1; tries < TRIES && least > enough * beside; tries++) {
    least = Math.min(least, await msOf(work))
    beside = Math.min(beside, await msOf(fixedWork))
  }
  quickest = Math.min(quickest, beside)
  return least / beside
}

async function msOf(work: () => unknown): Promise<number> {
  const began = threadMs()
  await work()
  return threadMs() - began
}

/** Linux says it of the main thread alone, whose id is the process's; elsewhere it is that of the whole process. */
const SCHEDULED = `/proc/self/task/${process.pid}/schedstat`

/** Of the processor, that the first thread has had so far, in ms. */
export function threadMs(): number {
  try {
    if (isMainThread) return Number(readFileSync(SCHEDULED, 'utf8').split(' ')[0]) / 1e6
  } catch {} // no Linux
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
