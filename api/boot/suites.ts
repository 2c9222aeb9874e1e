import { execFile, spawn } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { onStop, stopWith } from '#api/boot/lifetime.ts'
import { findProgram, installPackages } from '#api/boot/packages.ts'
import { programs } from '#api/db/install.ts'
import { Refusal } from '#api/boot/refusal.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const VITEST = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/vitest.config.ts']

/** Runs vitest with more arguments, and what was late once more. Ends with the line `N passed, N failed`. */
const SUITE = ['--import', 'tsx', 'tests/support/suite/run-suite.ts']

/** `npm test`: every suite, but of Chromium's only the journeys. With arguments: what they name to vitest. */
export async function runTests(args: string[]): Promise<void> {
  await programs()
  await ensureChromium()
  await stopWith(await node([...SUITE, ...args], args.every(arg => arg.startsWith('-')) ? { JOURNEYS: '1' } : {}))
}

/** `npm run test:all`: every file. Its outcome is kept in tests/REPORT.md. */
export async function runAllTests(): Promise<void> {
  await programs()
  await ensureChromium()
  await stopWith(await node(SUITE, { TEST_SIZE: 'usual', SUITE_REPORT: 'tests/REPORT.md' }))
}

/** Isolation settings of servers the shop may run on; the last is the default from MariaDB 11.6.2. */
const ISOLATIONS = [
  "tx_isolation = 'READ-COMMITTED'",
  "tx_isolation = 'REPEATABLE-READ'",
  "tx_isolation = 'REPEATABLE-READ', innodb_snapshot_isolation = ON",
]
/** Parts of the names of the tests that race for the same rows. */
export const RACES = [
  '-races',
  'two-processes',
  'change-product',
  'idempotency',
  'payments-once',
  'payments-truth',
  'exactly-once',
  'isolation',
  'transaction.test',
  'coupon-terms',
  'histories',
]

/** `npm run test:faults`: the same tests at full size, and the races once more under other isolation settings. */
export async function runFaults(args: string[]): Promise<void> {
  process.env.TEST_SIZE = 'full'
  await programs()
  await ensureChromium()
  const codes = [await node([...SUITE, ...args])]
  if (args.length === 0) for (const settings of ISOLATIONS) codes.push(await raceOn(settings))
  await stopWith(Math.max(...codes))
}

function raceOn(settings: string): Promise<number> {
  console.log(`\nThe races on a server with ${settings}`)
  const files = ['api', 'attacks', 'sync'].flatMap(folder =>
    readdirSync(`${ROOT}/tests/${folder}`, { recursive: true, encoding: 'utf8' })
      .filter(name => RACES.some(part => name.includes(part)))
      .map(name => `tests/${folder}/${name}`),
  )
  return node([...SUITE, '--project', 'api', ...files], { DATABASE_SETTINGS: settings })
}

/** The tests that pass through screens and states that are kept as pictures. */
const PICTURED = [
  'house/every-screen',
  'house/screens',
  'staff/staff-screens',
  'staff/staff-colours',
  'shop/found-at-once',
  'shop/reviews',
  'shop/alerts',
  'shop/wallet',
  'till/till-parked',
  'till/till-shift',
  'till/till-lock',
]

/**
 * `npm run pictures`: saves pictures of the shop's, the staff's and the till's screens in tests/results/screens; with
 * arguments, those that the named tests pass through.
 */
export async function takePictures(args: string[]): Promise<void> {
  process.env.PICTURES = '1'
  rmSync(`${ROOT}/tests/results/screens`, { recursive: true, force: true })
  const files = args.length > 0 ? args : PICTURED.map(name => `tests/e2e/${name}.test.ts`)
  await runTests(['--project', 'e2e', ...files])
}

/** Type information from the last run, so that only changes are checked. */
const KNOWN_TYPES = 'node_modules/.cache/types.json'

/**
 * `npm run check`: types, lint, layout, the house's rules, and the tests nearest to your changes that need neither a
 * database nor a browser.
 */
export async function runChecks(): Promise<void> {
  const codes = await Promise.all([
    node(['node_modules/typescript/bin/tsc', '--noEmit', '--incremental', '--tsBuildInfoFile', KNOWN_TYPES]),
    node(['node_modules/oxlint/bin/oxlint']),
    node(['node_modules/oxfmt/bin/oxfmt', '--check']),
    runNearest(),
  ])
  await stopWith(codes.every(code => code === 0) ? 0 : 1)
}

async function runNearest(): Promise<number> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', 'tests/support/house/touched.ts'],
    { cwd: ROOT },
  )
  const { units, screens } = JSON.parse(stdout) as { units: string[]; screens: string[] }
  const codes = await Promise.all([
    // Pure functions need no modules of their own, which cost a quarter of the time.
    node([...VITEST, '--project', 'unit', '--no-isolate', ...units]),
    screens.length === 0 ? 0 : node([...VITEST, '--project', 'unit', ...screens]),
  ])
  return Math.max(...codes)
}

/**
 * `npm run bench`: runs the files of tests/bench one by one, or those whose names contain an argument. Says of each how
 * busy the machine is. After one that failed the others still run.
 */
export async function runBenchmarks(args: string[]): Promise<void> {
  await programs()
  await ensureChromium()
  const files = readdirSync(`${ROOT}/tests/bench`).filter(
    name => name.endsWith('.ts') && (args.length === 0 || args.some(part => name.includes(part))),
  )
  const failed: string[] = []
  for (const file of files.sort()) {
    console.log(`\n${file}`)
    await node(['tests/support/suite/machine.mjs'])
    if ((await node(['--import', 'tsx', `tests/bench/${file}`])) !== 0) failed.push(file)
  }
  if (failed.length > 0) throw new Refusal(`Failed: ${failed.join(', ')}`)
  await stopWith(0)
}

async function ensureChromium(): Promise<void> {
  if (!findProgram('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'))
    await installPackages(['chromium', 'fonts-liberation'], 'Chromium')
}

/** Escape codes are for terminals. Some of vitest's colours come without one, unless they are refused. */
const COLOURS = process.stdout.isTTY ? {} : { NO_COLOR: '1' }

/** Runs a program of node_modules in its own process and returns its exit code. */
function node(args: string[], env: Record<string, string> = {}): Promise<number> {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...COLOURS, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  onStop(() => child.kill('SIGTERM'))
  return new Promise(resolve => child.on('error', () => resolve(1)).on('close', code => resolve(code ?? 1)))
}
