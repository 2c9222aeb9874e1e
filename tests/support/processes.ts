import { readdirSync, readFileSync } from 'node:fs'
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

/** Waits until something is so. */
export async function until(isSo: () => boolean | Promise<boolean>, what: string, patience = 30_000): Promise<void> {
  for (const late = Date.now() + patience; Date.now() < late; await sleep(25)) if (await isSo()) return
  throw new Error(`Waited ${patience} ms in vain: ${what}`)
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}
