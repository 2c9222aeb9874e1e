import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { answers } from '#api/db/connection.ts'
import { standStill, until } from '#tests/support/runs/processes.ts'
import { freePort, runShop } from '#tests/support/server/server.ts'

/** The MariaDB of `ownDatabase`. */
interface Database {
  folder: string
  pid: () => number
}

/** The API in its own process, on a fixed port. `guard` names a module that replaces one of the shop's. */
export async function anApi({ guard, builds }: { guard?: string; /** The pages. */ builds?: string } = {}) {
  const port = await freePort()
  const options = guard && { NODE_OPTIONS: `--import ${new URL(`../hostile/${guard}.mjs`, import.meta.url)}` }
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    )
  let child: ChildProcess
  let words = ''

  async function start(): Promise<void> {
    child = spawn(process.execPath, ['--import', 'tsx', 'tests/support/till/campaign-api.ts'], {
      env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), ...(builds && { BUILDS_DIR: builds }), ...options },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (chunk: Buffer) => {
        words += chunk.toString()
      })
    await until(async () => child.exitCode !== null || (await isReady()), 'the API is ready', 180_000)
    if (child.exitCode !== null) throw new Error(`The API did not start:\n${words}`)
  }

  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise(resolve => child.once('exit', resolve))
    child.kill(signal)
    await gone
  }

  await start()
  return { port, start, stop: () => end('SIGTERM'), kill: () => end('SIGKILL'), isReady, words: () => words }
}
export type CampaignApi = Awaited<ReturnType<typeof anApi>>

/** Like a power cut of the database alone. Resolves when it answers again. */
export async function killDatabase({ folder, pid }: Database): Promise<void> {
  const before = pid()
  process.kill(before, 'SIGKILL')
  await until(
    async () => pid() !== before && (await answers(process.env.DATABASE_URL!)),
    'the database is back',
    180_000,
  )
  writeFileSync(join(folder, 'pid'), String(pid()))
}

/** Stops the database for `ms`. */
export async function pauseDatabase({ pid }: Database, ms: number): Promise<void> {
  const paused = pid()
  await standStill(paused)
  await sleep(ms)
  process.kill(paused, 'SIGCONT')
}

/** The output of `npm run audit` for the test's shop. @throws if it reports an error */
export async function printedAudit(): Promise<string> {
  const { DATABASE_URL, DATA_DIR } = process.env
  const { exit, words } = runShop(['audit'], { DATABASE_URL: DATABASE_URL!, DATA_DIR: DATA_DIR! })
  if ((await exit) !== 0) throw new Error(words())
  return words()
}
