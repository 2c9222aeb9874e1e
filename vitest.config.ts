import { defineConfig } from 'vitest/config'
import { LastLine } from './tests/support/reporter.ts'

// Groups run one after the other: what needs the machine to itself comes last.
export default defineConfig({
  test: {
    reporters: ['default', new LastLine()],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}', 'tests/pwa/**/*.test.{ts,tsx}', 'tests/sync/till-*.test.ts'],
          testTimeout: 20_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts', 'tests/sync/**/*.test.ts'],
          exclude: ['tests/sync/till-*.test.ts'],
          globalSetup: 'tests/support/global-setup.ts',
          setupFiles: ['tests/support/api-setup.ts', 'tests/support/audit-after.ts'],
          pool: 'forks',
          maxWorkers: 2,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          pool: 'forks',
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 240_000,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
