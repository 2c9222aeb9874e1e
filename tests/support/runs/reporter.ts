import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

const SHOWN = 10

/**
 * Ends a run with its slowest files and the line `N passed, N failed`. An error outside any test, as in a set-up,
 * counts as one failure.
 */
export class LastLine implements Reporter {
  passed = 0
  failed = 0
  slowest: string[] = []

  onInit(): void {
    process.once('exit', code => {
      const failed = this.failed === 0 && (code ?? process.exitCode ?? 0) !== 0 ? 1 : this.failed
      if (this.slowest.length > 0) console.log(['The slowest files:', ...this.slowest, ''].join('\n'))
      console.log(`${this.passed} passed, ${failed} failed`)
    })
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    this.passed = 0
    this.failed = errors.length
    this.slowest = slowestOf(modules)
    for (const module of modules) {
      const results = [...module.children.allTests()].map(test => test.result().state)
      this.passed += results.filter(state => state === 'passed').length
      const broken = results.filter(state => state !== 'passed').length
      this.failed += broken === 0 && module.state() === 'failed' ? 1 : broken
    }
  }
}

/** By a file's total time, including imports and set-up. */
function slowestOf(modules: readonly TestModule[]): string[] {
  const took = modules.map(module => {
    const { collectDuration, duration, environmentSetupDuration, prepareDuration, setupDuration } = module.diagnostic()
    return {
      name: relative(process.cwd(), module.moduleId),
      ms: collectDuration + duration + environmentSetupDuration + prepareDuration + setupDuration,
    }
  })
  return took
    .sort((a, b) => b.ms - a.ms)
    .slice(0, SHOWN)
    .map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${name}`)
}
