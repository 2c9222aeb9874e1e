import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { privateDatabaseUrl } from '#api/db/server.ts'
import { Late } from '#tests/support/late.ts'
import { patience } from '#tests/support/patience.ts'
import { askForLocks, listenForLocks } from '#tests/support/runs/lock-trouble.ts'
import { quickFolder } from '#tests/support/runs/quick-folder.ts'
import { askForNoPins, copyOfReadyShop } from '#tests/support/server/ready-shop.ts'

export interface Shop {
  url: string
  port: number
  dataDir: string
  /** The process of the server, and that of the database. */
  pid: number
  /** Its output so far. */
  words: () => string
  /** SIGTERM; resolves with the exit code. A given DATA_DIR stays, otherwise it is removed. */
  stop: () => Promise<number | null>
  /** SIGKILL; resolves when the process is gone. The DATA_DIR stays. */
  kill: () => Promise<void>
  /** Starts it once more after `kill`, on its DATA_DIR and its port. */
  startAgain: () => Promise<Shop>
}

export interface ShopOptions {
  env?: Record<string, string>
  /** To continue from another shop's data. */
  dataDir?: string
  /** Whether `stop` removes the DATA_DIR. */
  isOwn?: boolean
  port?: number
  command?: string
  by?: keyof typeof BEGINNINGS
  /** How long to wait for readiness, in ms. */
  most_ms?: number
}

const ROOT = resolve(import.meta.dirname, '../../..')
/** `sources`: runs the sources instead of the build, for a test that replaces one of them. */
const BEGINNINGS = {
  node: [process.execPath, 'api/start.mjs'],
  npm: ['npm', '--silent', 'run'],
  sources: [process.execPath, '--import', 'tsx', 'api/main.ts'],
} as const
/** Shared by all test shops, so the pages are built once. */
export const BUILDS_DIR = join(ROOT, 'tests/results/builds')
/** The drawn pictures of the demo shop, shared by all test shops. */
const PICTURES_CACHE = join(ROOT, 'tests/results/pictures')

/**
 * Starts the whole shop like `npm start`, on a new port and, by default, in a new DATA_DIR, with the ready demo shop if
 * there is one. Resolves when /readyz answers 200.
 */
export async function startShop({
  env = {},
  dataDir,
  isOwn = !dataDir,
  port,
  command = 'start',
  by,
  most_ms = 180_000,
}: ShopOptions = {}): Promise<Shop> {
  const isOrdinary = command === 'start' && !env.DATABASE_URL && !env.DEMO
  const copy = isOrdinary && !dataDir ? copyOfReadyShop() : null
  const dir = dataDir ?? copy ?? mkdtempSync(join(quickFolder(), 'selvedge-shop-'))
  const free = port ?? (await freePort())
  const run = runShop([command], { PORT: String(free), DATA_DIR: dir, ...env }, by)
  const url = `${env.TLS_CERT ? 'https' : 'http'}://127.0.0.1:${free}`
  await ready(run, `${url}/readyz`, patience(most_ms))
  askForLocks(env.DATABASE_URL ?? privateDatabaseUrl(join(dir, 'database')))
  if (isOrdinary && !dataDir && !copy) await askForNoPins(dir)
  return {
    url,
    port: free,
    dataDir: dir,
    pid: run.child.pid!,
    words: run.words,
    async stop() {
      run.child.kill('SIGTERM')
      const code = await run.exit
      if (isOwn) rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
      return code
    },
    async kill() {
      run.child.kill('SIGKILL')
      await run.exit
    },
    startAgain: () => startShop({ env, dataDir: dir, isOwn, port: free, command, ...(by && { by }), most_ms }),
  }
}

export interface Run {
  child: ChildProcess
  words: () => string
  exit: Promise<number | null>
}

/** Runs one of the shop's commands, like npm, without the tests' own environment variables. */
export function runShop(args: string[], env: Record<string, string>, by: keyof typeof BEGINNINGS = 'node'): Run {
  const {
    DATABASE_URL: _url,
    DEMO: _demo,
    JWT_SECRET: _secret,
    DATA_DIR: _dir,
    NODE_ENV: _node,
    VITEST: _vitest,
    ...kept
  } = process.env
  const [program, ...before] = BEGINNINGS[by]
  const child = spawn(program, [...before, ...args], {
    cwd: ROOT,
    env: { ...kept, BUILDS_DIR, PICTURES_CACHE, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let words = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      words += chunk.toString()
    })
  listenForLocks(() => words)
  const exit = new Promise<number | null>(gone => child.once('close', gone))
  return { child, words: () => words, exit }
}

/**
 * A free TCP port. Below the range for outgoing connections (Linux: from 32768), because one of these could take it
 * between two starts. Above ports such as 10080, which browsers refuse as unsafe.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(11_000, 32_000)
  const server = createServer()
  const isFree = await new Promise<boolean>(answer => {
    server.once('error', () => answer(false)).listen(port, '127.0.0.1', () => server.close(() => answer(true)))
  })
  return isFree ? port : freePort()
}

async function ready({ child, words }: Run, url: string, most_ms: number): Promise<void> {
  const { Agent, request } = url.startsWith('https') ? await import('node:https') : await import('node:http')
  const agent = new Agent({ rejectUnauthorized: false } as object)
  for (const until = Date.now() + most_ms; Date.now() < until && child.exitCode === null; await sleep(50)) {
    const status = await new Promise<number | undefined>(answer => {
      request(url, { agent }, response => {
        response.resume()
        answer(response.statusCode)
      })
        .on('error', () => answer(undefined))
        .end()
    })
    if (status === 200) return
  }
  const Failure = child.exitCode === null ? Late : Error
  child.kill('SIGKILL')
  throw new Failure(`The shop did not open:\n${words()}`)
}
