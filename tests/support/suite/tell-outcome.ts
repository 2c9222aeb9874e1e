import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { UserConsoleLog } from 'vitest'
import type { Reporter, TestCase, TestModule, TestRunEndReason, TestSuite, Vitest } from 'vitest/node'
import { isLate, isNotStarted, namesLocks, type ToldError } from '../late.ts'
import type { FileOutcome, RunOutcome, State, TestOutcome } from './outcome.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** What the database or the shop said of locks while this failed. */
    locks?: string
  }
}

/** An error outside any test. Vitest names the file that ran. */
type OutsideError = ToldError & { VITEST_TEST_PATH?: string }

/** Writes what a run did to the file that SUITE_OUTCOME names. */
export class TellOutcome implements Reporter {
  private vitest?: Vitest
  private readonly namedLocks = new Set<string>()

  onInit(vitest: Vitest): void {
    this.vitest = vitest
  }

  onUserConsoleLog(log: UserConsoleLog): void {
    const file = log.taskId && this.vitest?.state.idMap.get(log.taskId)?.file.filepath
    if (file && namesLocks(log.content)) this.namedLocks.add(file)
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[], reason: TestRunEndReason): void {
    const { SUITE_OUTCOME: path } = process.env
    if (!path) return
    const outside = errors as readonly OutsideError[]
    const files = modules.map(module => this.outcomeOf(module, outside))
    const known = new Set(modules.map(({ moduleId }) => moduleId))
    const isTold = (error: OutsideError) =>
      known.has(error.VITEST_TEST_PATH ?? '') ||
      (isNotStarted(error) && files.some(({ tests }) => tests.some(didNotRun)))
    const homeless = outside.filter(error => !isTold(error))
    if (homeless.length > 0) files.push({ file: '', project: '', ms: 0, tests: homeless.map(outsideTests) })
    const outcome: RunOutcome = { files, isWhole: reason !== 'interrupted' }
    writeFileSync(path, JSON.stringify(outcome))
  }

  private outcomeOf(module: TestModule, outside: readonly OutsideError[]): FileOutcome {
    const { moduleId, project } = module
    const isFiltered = this.vitest?.config.testNamePattern !== undefined
    const isLocked = this.namedLocks.has(moduleId) || module.meta().locks !== undefined
    const stateOf = (errors: readonly ToldError[]): State =>
      errors.length > 0 && !isLocked && errors.every(isLate) ? 'late' : 'wrong'
    const all = [...module.children.allTests()].filter(({ options }) => !isFiltered || options.mode !== 'skip')
    const tests = all.map((test): TestOutcome => ({
      name: test.fullName,
      state: test.result().state === 'passed' ? 'passed' : stateOf(causesOf(test)),
      ms: test.diagnostic()?.duration ?? 0,
    }))
    const stopped = new Set(all.filter(wasStopped).flatMap(groupsOf))
    for (const group of [module, ...module.children.allSuites()])
      if (group.errors().length > 0 && !stopped.has(group))
        tests.push({ name: '(before or after the tests)', state: stateOf(group.errors()), ms: 0 })
    tests.push(...outside.filter(({ VITEST_TEST_PATH: at }) => at === moduleId).map(outsideTests))
    if (tests.length === 0 && !isFiltered)
      tests.push({ name: DID_NOT_RUN, state: stateOf(outside.filter(isNotStarted)), ms: 0 })
    return { file: relative(process.cwd(), moduleId), project: project.name, ms: msOf(module), tests }
  }
}

const DID_NOT_RUN = '(did not run)'
const didNotRun = ({ name }: TestOutcome) => name === DID_NOT_RUN

const outsideTests = (error: ToldError): TestOutcome => ({
  name: `(outside any test) ${String(error.message).split('\n')[0]}`,
  state: isLate(error) ? 'late' : 'wrong',
  ms: 0,
})

/** Whether a test did not pass for no error of its own. */
const wasStopped = (test: TestCase) => test.result().state !== 'passed' && !test.result().errors?.length

/** Why a test did not pass: its own errors, or those of the groups it stands in. */
function causesOf(test: TestCase): readonly ToldError[] {
  const { errors = [] } = test.result()
  return errors.length > 0 ? errors : groupsOf(test).flatMap(group => group.errors())
}

/** The groups and the file that a test stands in, from the inside. */
function groupsOf(test: TestCase): (TestSuite | TestModule)[] {
  const groups: (TestSuite | TestModule)[] = []
  for (let at: TestSuite | TestModule = test.parent; ; at = at.parent) {
    groups.push(at)
    if (at.type === 'module') return groups
  }
}

function msOf(module: TestModule): number {
  const { collectDuration, duration, environmentSetupDuration, prepareDuration, setupDuration } = module.diagnostic()
  return collectDuration + duration + environmentSetupDuration + prepareDuration + setupDuration
}
