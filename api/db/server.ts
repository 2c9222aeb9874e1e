import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { answers } from '#api/db/connection.ts'
import { changeLogOptions } from '#api/db/change-log.ts'
import { asOwner, installDatabase, programs } from '#api/db/install.ts'
import { noteServer, stopLeftover } from '#api/db/leftover.ts'
import { rotateLog } from '#api/db/rotate-log.ts'
import { socketPath } from '#api/db/socket.ts'
import { onStop } from '#api/boot/lifetime.ts'
import { findProgram } from '#api/boot/packages.ts'
import { Refusal } from '#api/boot/refusal.ts'

export interface DatabaseServer {
  /** Names the server's socket without a password: only this user can open its folder. */
  url: string
  /** The current process id; it changes after a crash. */
  pid: () => number
  /** Shuts the server down and resolves when its process is gone. */
  stop: () => Promise<void>
}

const START_MS = 90_000
const STOP_MS = 30_000
const AGAIN_MS = 250
const STEADY_MS = 10_000

/**
 * Runs a private MariaDB on the files in `dir`, which nobody else may use, and resolves when it answers. Restarts it
 * after a crash; it dies with this process if the system supports that. `logsChanges`: keeps a log beside `dir`, so
 * that a restore can reach any moment of the last days.
 * @throws {Refusal} if MariaDB is missing or does not start
 */
export async function startDatabase(dir: string, { logsChanges = true } = {}): Promise<DatabaseServer> {
  const found = await programs()
  await stopLeftover(dir)
  await installDatabase(dir, found)
  const more = logsChanges ? changeLogOptions(dir) : []
  const url = privateDatabaseUrl(dir)
  let stopping = false
  let server = launch(found.server, dir, more)
  onStop(stop)
  await ready(server, url, dir)
  keepAlive()
  return { url, pid: () => server.pid!, stop }

  function keepAlive(failures = 0) {
    const began = Date.now()
    server.once('exit', async (code, signal) => {
      if (stopping) return
      console.error(`The database ended (${signal ?? code}); starting it again.`)
      const early = Date.now() - began < STEADY_MS ? failures + 1 : 0
      await sleep(Math.min(5_000, 100 * 2 ** early))
      if (stopping) return
      server = launch(found.server, dir, more)
      keepAlive(early)
    })
  }

  async function stop() {
    if (stopping) return
    stopping = true
    await end(server)
  }
}

/** The address of the private server on the files in `dir`, whichever process runs it. */
export const privateDatabaseUrl = (dir: string) =>
  `mysql://root@localhost/shop?socketPath=${encodeURIComponent(socketPath(dir))}`

function launch(program: string, dir: string, more: string[]): ChildProcess {
  const args = [
    // A starting server empties its temporary folder, so no two may share one.
    '--no-defaults',
    `--datadir=${dir}`,
    `--tmpdir=${dir}`,
    `--socket=${socketPath(dir)}`,
    `--log-error=${dir}.log`,
    ...asOwner(),
    '--skip-networking',
    '--skip-name-resolve',
    '--max-connections=200',
    '--max-allowed-packet=64M',
    '--performance-schema=OFF',
    '--innodb-flush-log-at-trx-commit=1',
    '--innodb-buffer-pool-size=256M',
    '--innodb-log-file-size=128M',
    '--default-storage-engine=InnoDB',
    '--sql-mode=STRICT_ALL_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ZERO_DATE,NO_ENGINE_SUBSTITUTION',
    '--character-set-server=utf8mb4',
    '--collation-server=utf8mb4_unicode_ci',
    '--default-time-zone=+00:00',
    ...more,
  ]
  rotateLog(`${dir}.log`)
  const setpriv = findProgram('setpriv')
  // KILL, because no other signal reliably ends a server that is starting. Committed data is safe either way.
  const [command, ...all] = setpriv ? [setpriv, '--pdeathsig', 'KILL', program, ...args] : [program, ...args]
  // Its own process group, because Ctrl-C goes to the whole group and running requests still need the database.
  const server = spawn(command!, all, { stdio: 'ignore', detached: true })
  if (server.pid) noteServer(dir, server.pid)
  return server
}

async function ready(server: ChildProcess, url: string, dir: string): Promise<void> {
  const until = Date.now() + START_MS
  while (server.exitCode === null && server.signalCode === null && server.pid && Date.now() < until) {
    if (await answers(url)) return
    await sleep(40)
  }
  await end(server)
  throw new Refusal(`The database did not start. Its words are in ${dir}.log.`)
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null || !server.pid) return
  const gone = new Promise(resolve => server.once('exit', resolve))
  server.kill('SIGTERM')
  // MariaDB loses a signal that arrives while it starts, so repeat it.
  const again = setInterval(() => server.kill('SIGTERM'), AGAIN_MS)
  const late = setTimeout(() => server.kill('SIGKILL'), STOP_MS)
  await gone
  clearInterval(again)
  clearTimeout(late)
}
