import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Whether a process lives. One that is dead and only waits for its parent to notice does not. */
export function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** The pid of the private MariaDB that works on a DATA_DIR, or null. */
export function databasePid(dataDir: string): number | null {
  const pids = readdirSync('/proc')
    .map(Number)
    .filter(pid => pid > 0)
  return pids.find(pid => isAlive(pid) && commandLine(pid).includes(`--datadir=${dataDir}/database `)) ?? null
}

/** The processes that a process started, and those that these started. */
export function processesBelow(pid: number): number[] {
  const children = readdirSync('/proc').filter(name => Number(name) > 0 && Number(statusOf(name, 'PPid')) === pid)
  return children.flatMap(child => [Number(child), ...processesBelow(Number(child))])
}

/** Their command lines. */
export const commandsBelow = (pid: number): string[] => processesBelow(pid).map(commandLine)

/** What a process and those below it hold in memory, in MB, where their command line fits. */
export const residentIn = (pid: number, command: RegExp): number =>
  [pid, ...processesBelow(pid)]
    .filter(each => command.test(commandLine(each)))
    .reduce((sum, each) => sum + Number.parseInt(statusOf(each, 'VmRSS') ?? '0', 10) / 1024, 0)

/** The processor's time, in s, that a process and all below it took so far, those that have ended included. */
export const processorOf = (pid: number): number =>
  [pid, ...processesBelow(pid)].reduce((sum, each) => {
    const [user, system, ended, endedSystem] = readFileSync(`/proc/${each}/stat`, 'utf8')
      .split(') ')[1]!
      .split(' ')
      .slice(11, 15)
      .map(Number)
    return sum + (user! + system! + ended! + endedSystem!) / TICKS
  }, 0)

/** A second in /proc. */
const TICKS = 100

/** The libraries and native packages that a process has loaded, by their file names. */
export const loadedBy = (pid: number): string[] => [
  ...new Set(
    readFileSync(`/proc/${pid}/maps`, 'utf8')
      .split('\n')
      .flatMap(line => (/\.(?:node|so[.\d]*)$/.test(line) ? [basename(line)] : [])),
  ),
]

/** Waits until something is so. */
export async function until(isSo: () => boolean | Promise<boolean>, what: string, patience = 30_000): Promise<void> {
  for (const late = Date.now() + patience; Date.now() < late; await sleep(25)) if (await isSo()) return
  throw new Error(`Waited ${patience} ms in vain: ${what}`)
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
