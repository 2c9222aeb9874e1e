import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { UserConsoleLog } from 'vitest'
import type { Reporter, TestCase, TestModule, TestRunEndReason, TestSuite, Vitest } from 'vitest/node'
import { isLate, namesLocks, type ToldError } from '../late.ts'
import type { FileOutcome, RunOutcome, State, TestOutcome } from './outcome.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** What the database or the shop said of locks while this failed. */
    locks?: string
  }
}

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
    const outside = errors as readonly (ToldError & { VITEST_TEST_PATH?: string })[]
    const files = modules.map(module => this.outcomeOf(module, outside))
    const known = new Set(modules.map(({ moduleId }) => moduleId))
    const homeless = outside.filter(({ VITEST_TEST_PATH: at }) => !at || !known.has(at))
    if (homeless.length > 0) files.push({ file: '', project: '', ms: 0, tests: homeless.map(outsideTests) })
    const outcome: RunOutcome = { files, isWhole: reason !== 'interrupted' }
    writeFileSync(path, JSON.stringify(outcome))
  }

  private outcomeOf(module: TestModule, outside: readonly (ToldError & { VITEST_TEST_PATH?: string })[]): FileOutcome {
    const { moduleId, project } = module
    const locks = this.namedLocks.has(moduleId) || module.meta().locks !== undefined
    const stateOf = (errors: readonly ToldError[]): State => (!locks && errors.every(isLate) ? 'late' : 'wrong')
    const tests: TestOutcome[] = []
    const told = new Set<TestSuite | TestModule>()
    for (const test of module.children.allTests()) {
      const { state, errors = [] } = test.result()
      if (test.options.mode === 'skip' && this.vitest?.config.testNamePattern) continue
      const around =
        state === 'passed' || errors.length > 0 ? [] : groupsOf(test).filter(each => errorsOf(each).length > 0)
      for (const group of around) told.add(group)
      const causes = errors.length > 0 ? errors : around.flatMap(errorsOf)
      tests.push({
        name: test.fullName,
        state: state === 'passed' ? 'passed' : causes.length > 0 ? stateOf(causes) : 'wrong',
        ms: test.diagnostic()?.duration ?? 0,
      })
    }
    for (const group of [module, ...module.children.allSuites()])
      if (errorsOf(group).length > 0 && !told.has(group))
        tests.push({ name: '(before or after the tests)', state: stateOf(errorsOf(group)), ms: 0 })
    tests.push(...outside.filter(({ VITEST_TEST_PATH: at }) => at === moduleId).map(outsideTests))
    if (tests.length === 0 && !this.vitest?.config.testNamePattern) {
      const notStarted = outside.filter(({ message = '' }) => message.includes(moduleId))
      tests.push({ name: '(did not run)', state: notStarted.length > 0 ? stateOf(notStarted) : 'wrong', ms: 0 })
    }
    return { file: relative(process.cwd(), moduleId), project: project.name, ms: msOf(module), tests }
  }
}

const outsideTests = (error: ToldError): TestOutcome => ({
  name: `(outside any test) ${String(error.message).split('\n')[0]}`,
  state: isLate(error) ? 'late' : 'wrong',
  ms: 0,
})

const errorsOf = (group: TestSuite | TestModule): readonly ToldError[] => group.errors()

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
