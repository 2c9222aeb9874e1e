import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Late } from '#tests/support/late.ts'
import { patience } from '#tests/support/patience.ts'

/** Whether a process lives. A zombie, dead but not yet reaped, does not. */
export function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** The pid of a DATA_DIR's private MariaDB, or null. */
export function databasePid(dataDir: string): number | null {
  const pids = readdirSync('/proc')
    .map(Number)
    .filter(pid => pid > 0)
  return pids.find(pid => isAlive(pid) && commandLine(pid).includes(`--datadir=${dataDir}/database `)) ?? null
}

/** All descendants of a process. */
export function processesBelow(pid: number): number[] {
  const children = readdirSync('/proc').filter(name => Number(name) > 0 && Number(statusOf(name, 'PPid')) === pid)
  return children.flatMap(child => [Number(child), ...processesBelow(Number(child))])
}

/** Their command lines. */
export const commandsBelow = (pid: number): string[] => processesBelow(pid).map(commandLine)

/** The resident memory of a process and its descendants with a matching command line, in MB. */
export const residentIn = (pid: number, command: RegExp): number =>
  [pid, ...processesBelow(pid)]
    .filter(each => command.test(commandLine(each)))
    .reduce((sum, each) => sum + Number.parseInt(statusOf(each, 'VmRSS') ?? '0', 10) / 1024, 0)

/** The CPU time of a process and all its descendants so far, in s, including ended ones. */
export const processorOf = (pid: number): number =>
  [pid, ...processesBelow(pid)].reduce((sum, each) => {
    const [user, system, ended, endedSystem] = readFileSync(`/proc/${each}/stat`, 'utf8')
      .split(') ')[1]!
      .split(' ')
      .slice(11, 15)
      .map(Number)
    return sum + (user! + system! + ended! + endedSystem!) / TICKS
  }, 0)

/** Ticks per second in /proc. */
const TICKS = 100

/** The libraries and native packages loaded by a process, by file name. */
export const loadedBy = (pid: number): string[] => [
  ...new Set(
    readFileSync(`/proc/${pid}/maps`, 'utf8')
      .split('\n')
      .flatMap(line => (/\.(?:node|so[.\d]*)$/.test(line) ? [basename(line)] : [])),
  ),
]

/** Stops a process as if its machine stood still, all its threads, until `SIGCONT`. */
export async function standStill(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP')
  const threads = `/proc/${pid}/task`
  const stands = (id: string) => /^State:\s+[TtZX]/m.test(readFileSync(`${threads}/${id}/status`, 'utf8'))
  await until(() => readdirSync(threads).every(stands), 'the process stands still')
}

/**
 * Waits for a condition. Looks less and less often, since each look takes time from what it waits for.
 * @throws {Late} after `most_ms`
 */
export async function until(isSo: () => boolean | Promise<boolean>, what: string, most_ms = 90_000): Promise<void> {
  const most = patience(most_ms)
  const late = Date.now() + most
  for (let pause = 25; Date.now() < late; pause = Math.min(250, pause * 1.2)) {
    if (await isSo()) return
    await sleep(pause)
  }
  throw new Late(`Waited ${most} ms without success: ${what}`)
}

function statusOf(pid: string | number, name: string): string | undefined {
  try {
    return new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  } catch {
    return undefined
  }
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}
