import { execFileSync, spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { onStop, stopWith } from '#api/boot/lifetime.ts'
import { findProgram, installPackages } from '#api/boot/packages.ts'
import { programs } from '#api/db/install.ts'
import { Refusal } from '#api/boot/refusal.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const VITEST = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/vitest.config.ts']

/** `npm test`: every suite, or what vitest is told by the arguments. */
export async function runTests(args: string[]): Promise<void> {
  await programs()
  await ensureChromium()
  await stopWith(await node([...VITEST, ...args]))
}

/** Isolation settings of servers the shop may run on; the last is the default from MariaDB 11.6.2. */
const ISOLATIONS = [
  "tx_isolation = 'READ-COMMITTED'",
  "tx_isolation = 'REPEATABLE-READ'",
  "tx_isolation = 'REPEATABLE-READ', innodb_snapshot_isolation = ON",
]
const RACES =
  /-races|idempotency|payments-once|payments-truth|exactly-once|isolation|transaction\.test|coupon-terms|histories/

/** `npm run test:faults`: the same tests at full size, and the races once more under other isolation settings. */
export async function runFaults(args: string[]): Promise<void> {
  process.env.FAULTS = 'full'
  await programs()
  await ensureChromium()
  const codes = [await node([...VITEST, ...args])]
  if (args.length === 0) for (const settings of ISOLATIONS) codes.push(await raceOn(settings))
  await stopWith(Math.max(...codes))
}

function raceOn(settings: string): Promise<number> {
  console.log(`\nThe races on a server with ${settings}`)
  const files = ['api', 'sync'].flatMap(folder =>
    readdirSync(`${ROOT}/tests/${folder}`)
      .filter(name => RACES.test(name))
      .map(name => `tests/${folder}/${name}`),
  )
  return node([...VITEST, '--project', 'api', ...files], { DATABASE_SETTINGS: settings })
}

/** `npm run pictures`: walks the shop's screens and saves a picture of each in tests/results/screens. */
export async function takePictures(): Promise<void> {
  process.env.PICTURES = '1'
  await runTests(['--project', 'e2e', 'tests/e2e/every-screen.test.ts'])
}

/** Type information from the last run, so that only changes are checked. */
const KNOWN_TYPES = 'node_modules/.cache/types.json'

/**
 * `npm run check`: types, lint, layout, tests/unit, and the tests nearest to your changes that need neither a database
 * nor a browser.
 */
export async function runChecks(): Promise<void> {
  const touched = execFileSync(process.execPath, ['--import', 'tsx', 'tests/support/touched.ts'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const files = ['tests/unit/', ...touched.split('\n').filter(path => path !== '')]
  const codes = await Promise.all([
    node(['node_modules/typescript/bin/tsc', '--noEmit', '--incremental', '--tsBuildInfoFile', KNOWN_TYPES]),
    node(['node_modules/oxlint/bin/oxlint']),
    node(['node_modules/oxfmt/bin/oxfmt', '--check']),
    node([...VITEST, '--project', 'unit', ...files]),
  ])
  await stopWith(codes.every(code => code === 0) ? 0 : 1)
}

/** `npm run bench`: runs the files of tests/bench one by one, or those whose names contain an argument. */
export async function runBenchmarks(args: string[]): Promise<void> {
  await programs()
  await ensureChromium()
  const files = readdirSync(`${ROOT}/tests/bench`).filter(
    name => name.endsWith('.ts') && (args.length === 0 || args.some(part => name.includes(part))),
  )
  for (const file of files.sort()) {
    if ((await node(['--import', 'tsx', `tests/bench/${file}`])) !== 0)
      throw new Refusal(`The benchmark ${file} failed.`)
  }
  await stopWith(0)
}

async function ensureChromium(): Promise<void> {
  if (!findProgram('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'))
    await installPackages(['chromium', 'fonts-liberation'], 'Chromium')
}

/** Runs a program of node_modules in its own process and returns its exit code. */
function node(args: string[], env: Record<string, string> = {}): Promise<number> {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  onStop(() => child.kill('SIGTERM'))
  return new Promise(resolve => child.on('error', () => resolve(1)).on('close', code => resolve(code ?? 1)))
}
