import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { RACES } from '#api/boot/suites.ts'
import { onStop, stopOnSignals, stopWith } from '#api/boot/lifetime.ts'
import { slownessNow } from '#tests/support/patience.ts'
import { countOf, isTooSlow, repetitionsOf, settle, sizeOf, type FileOutcome, type RunOutcome } from './outcome.ts'
import { reportOf, slowestOf } from './report.ts'

const VITEST = resolve(import.meta.dirname, '../../../node_modules/vitest/vitest.mjs')
const CONFIG = process.env.SUITE_CONFIG ?? 'tests/vitest.config.ts'
const WORTH_A_WORD = 1.5
const VERBOSE = '--verbose'

// What `npm test` runs: vitest with the given arguments, then each late file once more, alone. Late is not wrong:
// tests/README.md says what is repeated. A run of everything lists only what did not pass, unless it is asked for with
// --verbose. With SUITE_REPORT it writes what it showed into that file. Ends with the line `N passed, N failed`, and
// with 1 if anything failed.
stopOnSignals()
/** How many times as long as usual this machine takes. All limits are longer by that. */
const MACHINE_SLOWNESS = process.env.MACHINE_SLOWNESS ?? slownessNow().toFixed(2)
if (Number(MACHINE_SLOWNESS) > WORTH_A_WORD)
  console.log(`This machine takes ${MACHINE_SLOWNESS} times as long as usual, and so may every test.`)
const args = process.argv.slice(2).filter(arg => arg !== VERBOSE)
const isQuiet = args.every(arg => arg.startsWith('-')) && !process.argv.includes(VERBOSE)
const [first, code] = await run(args, isQuiet ? { SUITE_QUIET: '1' } : {})
if (first === null) await end(0, ['The run did not come to its end.'])
const { files } = first!
const alone = new Map<string, (FileOutcome | null)[]>()
if (isTooSlow(files)) {
  console.log(`${countOf(files, 'late')} tests were late: this machine is too slow or too busy to say anything.`)
  console.log('Nothing is repeated. Try again when it does less.\n')
} else for (const file of files) alone.set(file.file, await repeat(file))
const settled = settle(files, alone)
const { passed, failed, passedAlone } = settled
tell('Late, passed alone:', passedAlone.late)
tell('Wrong, passed alone:', passedAlone.wrong)
// A code that nothing explains, such as that of a tear-down after the last file.
if (code !== 0 && failed.length === 0 && countOf(files, 'passed') === sizeOf(files))
  failed.push(`vitest ended with ${code}.`)
tell('Failed:', failed)
const slowest = slowestOf(files).map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${file}`)
tell('The slowest files:', slowest)
if (process.env.SUITE_REPORT) keepReport(process.env.SUITE_REPORT)
await end(passed, failed)

async function repeat(file: FileOutcome): Promise<(FileOutcome | null)[]> {
  const tries: (FileOutcome | null)[] = []
  const times = repetitionsOf(file, RACES)
  while (tries.length < times && tries.every(hasPassed)) {
    console.log(`\nOnce more, alone and with twice the time (${tries.length + 1} of ${times}): ${file.file}`)
    const [again] = await run(['--project', file.project, file.file], { TEST_PATIENCE: '2' })
    tries.push(again?.files.find(each => each.file === file.file) ?? null)
  }
  return tries
}

function hasPassed(one: FileOutcome | null): boolean {
  return one !== null && countOf([one], 'passed') === sizeOf([one])
}

/** Runs vitest. Its outcome is null if it did not come to its end. */
async function run(args: string[], env: Record<string, string> = {}): Promise<[RunOutcome | null, number]> {
  const folder = mkdtempSync(join(tmpdir(), 'selvedge-outcome-'))
  const outcome = join(folder, 'outcome.json')
  try {
    const child = spawn(process.execPath, [VITEST, 'run', '--config', CONFIG, ...args], {
      env: { ...process.env, ...env, SUITE_OUTCOME: outcome, MACHINE_SLOWNESS },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    onStop(() => child.kill('SIGTERM'))
    const code = await new Promise<number>(ended =>
      child.on('error', () => ended(1)).on('close', status => ended(status ?? 1)),
    )
    const told = read(outcome)
    return [told?.isWhole ? told : null, code]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function read(path: string): RunOutcome | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as RunOutcome
  } catch {
    return null
  }
}

/** What is run, as git names it; without git nobody knows. */
function commit(): string {
  try {
    return execFileSync('git', ['describe', '--always', '--abbrev=12', '--dirty'], {
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim()
  } catch {
    return 'unknown'
  }
}

/** A run without its report still ends with its last line. */
function keepReport(path: string): void {
  try {
    writeFileSync(path, report())
  } catch (error) {
    failed.push(`The report was not written: ${(error as Error).message}`)
    tell('Failed:', failed.slice(-1))
  }
}

function report(): string {
  return reportOf({
    commit: commit(),
    ended_at: new Date(),
    minutes: performance.now() / 60_000,
    machine: `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB, ${MACHINE_SLOWNESS} times as slow as usual`,
    files,
    settled,
  })
}

function tell(heading: string, lines: readonly string[]): void {
  if (lines.length > 0) console.log([heading, ...lines.map(line => `  ${line}`), ''].join('\n'))
}

async function end(count: number, failures: readonly string[]): Promise<void> {
  console.log(`${count} passed, ${failures.length} failed`)
  await stopWith(failures.length > 0 ? 1 : 0)
}
