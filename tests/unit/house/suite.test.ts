import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { RACES } from '#api/boot/suites.ts'
import { isLate, markLate } from '#tests/support/late.ts'
import { Progress } from '#tests/support/suite/progress.ts'
import { isTooSlow, repetitionsOf, settle, type FileOutcome, type State } from '#tests/support/suite/outcome.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const CONFIG = `
import { TellOutcome } from ${JSON.stringify(join(ROOT, 'tests/support/suite/tell-outcome.ts'))}
const ms = 1_000 * Number(process.env.TEST_PATIENCE ?? 1)
export default { test: { reporters: [new TellOutcome()], projects: [{ test: {
  name: 'all', include: ['tests/**/*.test.ts'], pool: 'threads', maxWorkers: 1, testTimeout: ms, hookTimeout: ms,
} }] } }
`
/** `tries`: how often the file has begun, the present time included. */
const HEAD = `
import { appendFileSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
const log = import.meta.filename + '.log'
appendFileSync(log, (process.env.TEST_PATIENCE ?? 1) + ' ')
const tries = readFileSync(log, 'utf8').trim().split(' ').length
const forever = () => new Promise(() => {})
`

interface Ran {
  words: string
  lastLine: string | undefined
  code: number
  report: string | null
  /** Of a file: how many times as long each of its tries might take. */
  triesOf: (file: string) => string
}

/** Runs the suite on a project with these files. */
async function run(files: Record<string, string>, more: Record<string, string> = {}): Promise<Ran> {
  const folder = mkdtempSync(join(tmpdir(), 'selvedge-suite-'))
  folders.push(folder)
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'config.ts'), CONFIG)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), HEAD + text)
  }
  const {
    TEST_PATIENCE: _patience,
    MACHINE_SLOWNESS: _slowness,
    SUITE_REPORT: _report,
    VITEST: _vitest,
    ...env
  } = process.env
  const suite = ['--import', import.meta.resolve('tsx'), join(ROOT, 'tests/support/suite/run-suite.ts')]
  return new Promise(ran =>
    execFile(
      process.execPath,
      suite,
      { cwd: folder, env: { ...env, SUITE_CONFIG: 'config.ts', ...more } },
      (error, words, complaint) =>
        ran({
          words: words || complaint,
          lastLine: (words || complaint).trim().split('\n').at(-1),
          code: error === null ? 0 : Number(error.code),
          report: read(join(folder, 'REPORT.md')),
          triesOf: file => readFileSync(join(folder, `tests/${file}.test.ts.log`), 'utf8').trim(),
        }),
    ),
  )
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

const HOLDS = "test('holds', () => expect(1).toBe(1))\n"
const isSlow = (when: string) => `test('is slow', () => (${when} ? forever() : null))\n`
const isWrong = (when: string) => `test('is wrong', () => expect(${when}).toBe(false))\n`

describe.concurrent('a run', () => {
  test('is green, and names the tests, when what was late passes alone with twice the time', async () => {
    const ran = await run({
      'tests/api/slow.test.ts': HOLDS + isSlow('tries === 1'),
      'tests/attacks/hook.test.ts': `beforeAll(() => (tries === 1 ? forever() : null))\n${HOLDS}`,
      'tests/sync/race.test.ts': isSlow('tries === 1'),
      'tests/e2e/wrong.test.ts': isWrong('tries === 1'),
      'tests/unit/measured.test.ts': isWrong('!(Number(process.env.MACHINE_SLOWNESS) >= 1)'),
    })
    expect([ran.lastLine, ran.code]).toEqual(['6 passed, 0 failed', 0])
    expect(ran.words).toMatch(
      /Late, passed alone:\n( {2}tests\/(api|attacks|sync)\/.*: .*, \d\.\d s, alone \d\.\d s.*\n){3}/,
    )
    expect(ran.words).toMatch(/Wrong, passed alone:\n {2}tests\/e2e\/wrong\.test\.ts: is wrong, .*\n/)
    const triesOf = ['api/slow', 'attacks/hook', 'sync/race', 'e2e/wrong'].map(ran.triesOf)
    expect(triesOf).toEqual(['1 2', '1 2', '1 2 2 2', '1 2'])
  })

  test('is red when a test stays late, and repeats nothing that is wrong', async () => {
    const ran = await run({
      'tests/api/slow.test.ts': HOLDS + isSlow('true'),
      'tests/api/wrong.test.ts': HOLDS + isWrong('tries === 1'),
      'tests/api/locks.test.ts': `test('is late for a lock', async () => {
        console.log('Deadlock found when trying to get lock; try restarting transaction')
        if (tries === 1) await forever()
      })`,
      'tests/api/after.test.ts': `${isSlow('tries === 1')}afterAll(() => expect(tries).toBe(2))\n`,
      'tests/api/set-up.test.ts': `beforeAll(() => { throw new Error('broken') })\n${HOLDS}`,
      'tests/api/escapes.test.ts': `test('holds', async () => {
        void Promise.reject(new Error('escaped'))
        await new Promise(setImmediate)
      })`,
    })
    expect([ran.lastLine, ran.code]).toEqual(['4 passed, 6 failed', 1])
    const triesOf = ['slow', 'wrong', 'locks', 'after', 'set-up', 'escapes'].map(name => ran.triesOf(`api/${name}`))
    expect(triesOf).toEqual(['1 2', '1', '1', '1 2', '1', '1'])
  })

  test('is red when no test ran, and when its report cannot be written', async () => {
    const ran = await run({}, { SUITE_REPORT: 'nowhere/REPORT.md' })
    expect([ran.lastLine, ran.code, ran.report]).toEqual(['0 passed, 2 failed', 1, null])
    expect(ran.words).toMatch(/ {2}No test ran\.\n[^]* {2}The report was not written: .*nowhere/)
  })

  test('keeps what it showed in a file where it is asked to', async () => {
    const files = { 'tests/e2e/holds.test.ts': HOLDS, 'tests/api/wrong.test.ts': isWrong('true') }
    const { report, code } = await run(files, { SUITE_REPORT: 'REPORT.md' })
    expect(code).toBe(1)
    for (const line of [
      `| date | ${new Date().toISOString().slice(0, 10)} |`,
      '| passed | 1 |',
      '| late | 0, of which 0 passed alone |',
      '| failed | 1 |',
      '## Failed\n\n- tests/api/wrong.test.ts: is wrong (wrong)\n',
    ])
      expect(report).toContain(line)
    expect(report).toMatch(/\| `tests\/(e2e|api)\/\w+\.test\.ts` \| \d\.\d \|\n\| `tests/)
  })
})

describe('a late error', () => {
  test('is the end of a time limit, and nothing else', () => {
    const late = [
      { message: 'Test timed out in 5000ms.\nIf this is a long-running test' },
      { message: 'Hook timed out in 5000ms.' },
      { message: '[vitest-pool]: Failed to start forks worker for test files a.test.ts.' },
      { name: 'TimeoutError', message: 'locator.click: Timeout 90000ms exceeded.' },
      { name: 'TimeoutError', message: 'The operation was aborted due to timeout' },
      { message: 'expected 1 to be 2', cause: { message: 'Matcher did not succeed in time.' } },
      markLate(new Error('expected 1 to be 2')) as Error,
    ]
    expect(late.map(isLate)).toEqual(late.map(() => true))
    const wrong = [
      { name: 'AssertionError', message: 'expected 1 to be 2' },
      { name: 'AssertionError', message: "expected 'Timeout 90000ms exceeded' to be ''" },
      { message: 'Test timed out in 5000ms.', cause: { message: 'Lock wait timeout exceeded' } },
      { name: 'SequelizeConnectionAcquireTimeoutError', message: 'Operation timeout', isLate: true },
    ]
    expect(wrong.map(isLate)).toEqual(wrong.map(() => false))
  })
})

describe('the count', () => {
  const fileOf = (states: Record<string, State>, file = 'tests/api/a.test.ts'): FileOutcome => ({
    file,
    project: 'api',
    ms: 1,
    tests: Object.entries(states).map(([name, state]) => ({ name, state, ms: 1 })),
  })
  const once = (first: FileOutcome, ...tries: (FileOutcome | null)[]) => {
    const { passed, failed } = settle([first], new Map([[first.file, tries]]))
    return [passed, failed.length]
  }

  test('repeats what was late, three times where a deadlock may look late, and what is wrong on a screen', () => {
    const times = (file: string, state: State) => repetitionsOf(fileOf({ holds: 'passed', is: state }, file), RACES)
    const files = ['api/goods/goods', 'attacks/freezing/wire', 'pwa/till/pos', 'e2e/till/till', 'unit/goods/pricing']
    const paths = files.map(name => `tests/${name}.test.ts`)
    expect(paths.map(path => times(path, 'late'))).toEqual([1, 1, 1, 1, 1])
    expect(paths.map(path => times(path, 'wrong'))).toEqual([0, 0, 1, 1, 0])
    expect(paths.map(path => times(path, 'passed'))).toEqual([0, 0, 0, 0, 0])
    const races = ['api/stock/stock-count-races', 'sync/gaps', 'sync/till/till-drain', 'api/every-route/histories']
    expect(races.map(name => times(`tests/${name}.test.ts`, 'late'))).toEqual([3, 3, 3, 3])
    expect(races.map(name => times(`tests/${name}.test.ts`, 'wrong'))).toEqual([0, 0, 0, 0])
  })

  test('asks each of several repetitions to pass', () => {
    const [first, passes] = [fileOf({ races: 'late' }), fileOf({ races: 'passed' })]
    expect(once(first, passes, passes, passes)).toEqual([1, 0])
    expect(once(first, passes, fileOf({ races: 'late' }), passes)).toEqual([0, 1])
  })

  test('leaves a wrong test of the API wrong when it passes beside a late one', () => {
    const alone = fileOf({ is: 'passed', hangs: 'passed' })
    expect(once(fileOf({ is: 'wrong', hangs: 'late' }), alone)).toEqual([1, 1])
  })

  test('forgives nothing when the file alone lacks the late test, fails in another, or does not end', () => {
    const first = fileOf({ holds: 'passed', hangs: 'late' })
    expect(once(first, fileOf({ holds: 'passed', hangs: 'passed' }))).toEqual([2, 0])
    expect(once(first, fileOf({ holds: 'passed' }))).toEqual([1, 1])
    expect(once(first, fileOf({ holds: 'wrong', hangs: 'passed' }))).toEqual([1, 2])
    expect(once(first, null)).toEqual([1, 2])
    expect(once(first)).toEqual([1, 1])
  })

  test('takes the tests of a file that did not run at first', () => {
    const first = fileOf({ '(did not run)': 'late' })
    expect(once(first, fileOf({ holds: 'passed', is: 'passed' }))).toEqual([2, 0])
    expect(once(first, fileOf({ '(did not run)': 'late' }))).toEqual([0, 1])
  })

  test('says that the machine is too slow when more than 2 % were late', () => {
    const all = (late: number) => [
      fileOf(Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`t${i}`, i < late ? 'late' : 'passed']))),
    ]
    expect([isTooSlow(all(20)), isTooSlow(all(21))]).toEqual([false, true])
    expect(isTooSlow([fileOf({ hangs: 'late' })])).toBe(false)
  })
})

describe('the line of progress', () => {
  const files = [
    { file: 'a', project: 'unit' },
    { file: 'b', project: 'api' },
    { file: 'c', project: 'api' },
  ]

  test('counts the files of each project, and estimates by what they took before, from the first that starts', () => {
    const progress = new Progress(files, { a: 1_000, b: 1_000, c: 8_000 }, 0)
    expect(progress.line(0)).toBe('0:00  unit 0 of 1, api 0 of 2 files')
    progress.start(60_000)
    progress.start(80_000)
    progress.end('a')
    expect(progress.line(121_000)).toBe('2:01  unit 1 of 1, api 0 of 2 files; about 4 min left')
    progress.end('b')
    progress.end('c')
    expect(progress.line(665_000)).toBe('11:05  unit 1 of 1, api 2 of 2 files')
  })

  test('takes a file that it does not know for a usual one of its project', () => {
    const progress = new Progress([...files, { file: 'd', project: 'e2e' }], { b: 5_000 }, 0)
    progress.start(0)
    for (const file of ['a', 'b', 'c']) progress.end(file)
    expect(progress.line(60_000)).toBe('1:00  unit 1 of 1, api 2 of 2, e2e 0 of 1 files; about 4 min left')
  })

  test('estimates nothing by one file of many', () => {
    const many = Array.from({ length: 50 }, (_, index) => ({ file: String(index), project: 'api' }))
    const progress = new Progress(many, {}, 0)
    progress.start(0)
    progress.end('0')
    expect(progress.line(60_000)).toBe('1:00  api 1 of 50 files')
    progress.end('1')
    expect(progress.line(60_000)).toBe('1:00  api 2 of 50 files; about 24 min left')
  })
})
