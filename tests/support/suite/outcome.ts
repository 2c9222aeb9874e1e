/**
 * `wrong`: an assertion about the shop, or anything else that is not known to be late. `late`: the end of a time limit
 * of a test, hook or wait, or a server, browser or worker that did not start.
 */
export type State = 'passed' | 'late' | 'wrong'

export interface TestOutcome {
  /** The titles of its groups and its own. In brackets: no test, but what happened around the tests. */
  name: string
  state: State
  ms: number
}

export interface FileOutcome {
  /** Its path from the project's root; empty for an error that belongs to no file. */
  file: string
  project: string
  /** Including imports and set-up. */
  ms: number
  tests: TestOutcome[]
}

/** What a run of vitest tells. */
export interface RunOutcome {
  files: FileOutcome[]
  /** Whether it came to its end. */
  isWhole: boolean
}

/** Half a per cent is common on a busy machine. More than 2 % say that nothing can be said on this one. */
const MOST_LATE = 0.02
/** A run of a few files may have as many late ones. */
const FEW = 10
/** In these a test may pass at its second try, because a browser's or a screen's timing is not the shop's. */
const MAY_BE_WRONG_ONCE = /^tests\/(?:pwa|e2e)\//

/** How often a file must pass alone, and why: 0 if nothing in it is to be repeated. */
export function repetitionsOf({ file, tests }: FileOutcome, races: readonly string[]): number {
  const isRepeated = tests.some(({ state }) => mayPassAlone(file, state))
  if (!isRepeated || file === '') return 0
  // A deadlock looks late now and then, and passes when it is tried once more.
  return file.startsWith('tests/sync/') || races.some(part => file.includes(part)) ? 3 : 1
}

const mayPassAlone = (file: string, state: State) =>
  state === 'late' || (state === 'wrong' && MAY_BE_WRONG_ONCE.test(file))

export const countOf = (files: readonly FileOutcome[], state: State): number =>
  files.reduce((sum, { tests }) => sum + tests.filter(test => test.state === state).length, 0)

export const sizeOf = (files: readonly FileOutcome[]): number => files.reduce((sum, { tests }) => sum + tests.length, 0)

/** Whether so many tests were late that the machine, and not the shop, was tried. */
export function isTooSlow(files: readonly FileOutcome[]): boolean {
  return countOf(files, 'late') > Math.max(FEW, sizeOf(files) * MOST_LATE)
}

export interface Settled {
  passed: number
  /** One line for each test that failed in the end. */
  failed: string[]
  /** One line for each test that passed only alone. */
  passedAlone: Record<'late' | 'wrong', string[]>
}

/** What a repeated file did alone, a repetition each; null for one that did not end. */
export type Alone = ReadonlyMap<string, readonly (FileOutcome | null)[]>

/** Counts a run together with what its repeated files did alone. */
export function settle(files: readonly FileOutcome[], alone: Alone): Settled {
  const settled: Settled = { passed: 0, failed: [], passedAlone: { late: [], wrong: [] } }
  for (const first of files) {
    const tries = alone.get(first.file) ?? []
    const spoilt = new Set(tries.flatMap(one => spoiltIn(one, first)))
    for (const test of first.tests) {
      if (test.state === 'passed') settled.passed++
      else if (tries.length > 0 && spoilt.size === 0 && mayPassAlone(first.file, test.state)) {
        settled.passed += isTest(test) ? 1 : newIn(tries.at(-1)!, first)
        settled.passedAlone[test.state].push(`${named(first, test)}, ${seconds(test.ms)}, alone ${took(test, tries)}`)
      } else settled.failed.push(`${named(first, test)} (${test.state})`)
    }
    // What passed beside other files fails alone: nothing forgives that.
    const known = new Set(first.tests.filter(({ state }) => state !== 'passed').map(({ name }) => name))
    for (const name of spoilt) if (!known.has(name)) settled.failed.push(`${first.file}: ${name} (alone)`)
  }
  if (settled.passed + settled.failed.length === 0) settled.failed.push('No test ran.')
  return settled
}

/** The names of what did not pass in a repetition, and of what was to run and is not there. */
function spoiltIn(one: FileOutcome | null, first: FileOutcome): string[] {
  if (one === null) return ['(did not end)']
  const passed = new Set(one.tests.flatMap(({ name, state }) => (state === 'passed' ? [name] : [])))
  const missing = first.tests.filter(test => isTest(test) && !passed.has(test.name)).map(({ name }) => name)
  const failed = one.tests.filter(({ state }) => state !== 'passed').map(({ name }) => name)
  return one.tests.length === 0 ? ['(did not run)'] : [...failed, ...missing]
}

/** How many tests of a repetition the first run never came to. */
function newIn(one: FileOutcome | null, first: FileOutcome): number {
  const known = new Set(first.tests.map(({ name }) => name))
  return one?.tests.filter(test => isTest(test) && !known.has(test.name)).length ?? 0
}

const named = ({ file }: FileOutcome, { name }: TestOutcome) => (file === '' ? name : `${file}: ${name}`)

const isTest = ({ name }: TestOutcome) => !name.startsWith('(')

const took = (test: TestOutcome, tries: readonly (FileOutcome | null)[]) =>
  tries.map(one => seconds(one?.tests.find(({ name }) => name === test.name)?.ms ?? one?.ms ?? 0)).join(', ')

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
