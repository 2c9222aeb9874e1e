import type { Reporter, TestModule } from 'vitest/node'

/** Ends a run with the line `N passed, N failed`. What broke outside any test, as in a set-up, counts as one failed. */
export class LastLine implements Reporter {
  passed = 0
  failed = 0

  onInit(): void {
    process.once('exit', code => {
      const failed = this.failed === 0 && (code ?? process.exitCode ?? 0) !== 0 ? 1 : this.failed
      console.log(`${this.passed} passed, ${failed} failed`)
    })
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    this.passed = 0
    this.failed = errors.length
    for (const module of modules) {
      const results = [...module.children.allTests()].map(test => test.result().state)
      this.passed += results.filter(state => state === 'passed').length
      const broken = results.filter(state => state !== 'passed').length
      this.failed += broken === 0 && module.state() === 'failed' ? 1 : broken
    }
  }
}
