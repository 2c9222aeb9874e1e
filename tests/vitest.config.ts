import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './support/runs/longest-first.ts'
import { patience } from './support/patience.ts'
import { JOURNEYS } from './support/suite/journeys.ts'
import { browserLimits, moment } from './support/suite/limits.ts'
import { TellOutcome } from './support/suite/tell-outcome.ts'
import { TellProgress } from './support/suite/tell-progress.ts'

const expect = moment()

/**
 * One more than a small machine has processors, since a test of the API waits for the database and one in a browser for
 * the page. On a larger one a processor is left to the database.
 */
const AT_ONCE = Math.max(3, availableParallelism() - 1)

const setUp = (name: string) => `tests/support/runs/${name}.ts`

// Groups run one after the other. The browser's files follow the API's without a pause between them.
export default defineConfig({
  test: {
    reporters: [process.env.SUITE_QUIET ? new TellProgress() : 'default', new TellOutcome()],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          expect,
          include: ['tests/unit/**/*.test.{ts,tsx}', 'tests/pwa/**/*.test.{ts,tsx}', 'tests/sync/till/*.test.ts'],
          setupFiles: ['wait-for', 'waits', 'like-a-browser'].map(setUp),
          // Threads begin sooner than processes; by itself vitest would leave one core, of two the half, unused.
          pool: 'threads',
          maxWorkers: '100%',
          testTimeout: patience(180_000),
          // The imports of a file count as its hook's time.
          hookTimeout: patience(180_000),
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'api',
          expect,
          include: ['tests/api/**/*.test.ts', 'tests/attacks/**/*.test.ts', 'tests/sync/**/*.test.ts'],
          exclude: ['tests/sync/till/*.test.ts'],
          globalSetup: 'tests/support/runs/global-setup.ts',
          setupFiles: ['wait-for', 'locks-of-failures', 'api-setup', 'audit-after'].map(setUp),
          pool: 'forks',
          // `api-setup` gives every file its own modules, so that only the packages are shared.
          isolate: false,
          maxWorkers: AT_ONCE,
          testTimeout: patience(360_000),
          hookTimeout: patience(360_000),
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'e2e',
          ...browserLimits(),
          include: process.env.JOURNEYS ? JOURNEYS : ['tests/e2e/**/*.test.ts'],
          globalSetup: 'tests/support/runs/first-shop.ts',
          setupFiles: ['patient-file', 'wait-for', 'locks-of-failures', 'browser-setup'].map(setUp),
          pool: 'forks',
          maxWorkers: AT_ONCE,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
