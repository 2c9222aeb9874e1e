import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const PATIENCE_MS = 20_000

/** Notes the pid of the server on `dir` from its first moment; MariaDB writes its own pid file later. */
export const noteServer = (dir: string, pid: number) => writeFileSync(`${dir}.pid`, String(pid))

/**
 * Stops a database server that a killed shop left running on `dir`. Trusts the pid only if the command line matches.
 */
export async function stopLeftover(dir: string): Promise<void> {
  const pid = leftover(dir)
  if (!pid) return
  send(pid, 'SIGTERM')
  for (const until = Date.now() + PATIENCE_MS; leftover(dir) === pid && Date.now() < until;) await sleep(30)
  if (leftover(dir) !== pid) return
  send(pid, 'SIGKILL')
  while (leftover(dir) === pid) await sleep(30)
}

function leftover(dir: string): number | null {
  const file = `${dir}.pid`
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  return pid > 0 && commandLine(pid).includes(`--datadir=${dir} `) ? pid : null
}

function commandLine(pid: number): string {
  try {
    if (existsSync('/proc/self/cmdline')) return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

function send(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
