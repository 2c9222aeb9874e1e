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

/** The command lines of the processes that a process started, and of those that these started. */
export function commandsBelow(pid: number): string[] {
  const children = readdirSync('/proc').filter(name => Number(name) > 0 && parentOf(name) === pid)
  return children.flatMap(child => [commandLine(Number(child)), ...commandsBelow(Number(child))])
}

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

function parentOf(pid: string): number {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return 0
  }
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}
