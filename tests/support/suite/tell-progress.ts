import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { DefaultReporter, type TestModule, type TestSpecification } from 'vitest/node'
import { Progress, type Times } from './progress.ts'

/** How long each file took the last time it passed, in ms. Only the estimate reads it. */
const KNOWN_TIMES = resolve(import.meta.dirname, '../../../node_modules/.cache/suite-times.json')
/** Off a terminal the line comes again no sooner than this. */
const QUIET_MS = 15_000

type Modules = Parameters<DefaultReporter['onTestRunEnd']>

/** The default report without the passed tests, and one line of progress in their place. */
export class TellProgress extends DefaultReporter {
  private progress = new Progress([], {})
  private toldAt = -Infinity

  constructor() {
    super({ summary: false, silent: 'passed-only' })
  }

  override onTestRunStart(specifications: readonly TestSpecification[]): void {
    super.onTestRunStart(specifications)
    const files = specifications.map(({ moduleId, project }) => ({
      file: relative(process.cwd(), moduleId),
      project: project.name,
    }))
    this.progress = new Progress(files, knownTimes())
    this.tell()
  }

  override onTestModuleQueued(module: TestModule): void {
    super.onTestModuleQueued(module)
    this.progress.start()
  }

  override onTestModuleEnd(module: TestModule): void {
    this.clear()
    super.onTestModuleEnd(module)
    this.progress.end(module.relativeModuleId)
    this.tell()
  }

  protected override printTestModule(module: TestModule): void {
    if (module.state() === 'failed') super.printTestModule(module)
  }

  override onTestRunEnd(...[modules, errors, reason]: Modules): void {
    this.clear()
    super.onTestRunEnd(modules, errors, reason)
    keepTimes(modules)
  }

  private tell(): void {
    const now = performance.now()
    if (this.isTTY) process.stdout.write(this.progress.line(now))
    else if (now - this.toldAt >= QUIET_MS) {
      this.toldAt = now
      this.log(this.progress.line(now))
    }
  }

  /** Takes the line away, so that what comes next does not stand behind it. */
  private clear(): void {
    if (this.isTTY) process.stdout.write('\r\x1b[K')
  }
}

function knownTimes(): Times {
  try {
    return JSON.parse(readFileSync(KNOWN_TIMES, 'utf8')) as Times
  } catch {
    return {}
  }
}

function keepTimes(modules: readonly TestModule[]): void {
  const passed = modules.filter(module => module.ok())
  const times = passed.map(module => [module.relativeModuleId, Math.round(module.diagnostic().duration)] as const)
  mkdirSync(dirname(KNOWN_TIMES), { recursive: true })
  writeFileSync(KNOWN_TIMES, JSON.stringify({ ...knownTimes(), ...Object.fromEntries(times) }))
}
