import { afterAll, beforeAll } from 'vitest'
import { stoppedByPolicy } from '#tests/support/browser/chromium.ts'
import { patience } from '#tests/support/patience.ts'
import { untilDayHas } from '#tests/support/runs/midnight.ts'

// Keeps a file's tests on one day: what one sells is 'today' to the next.
beforeAll(() => untilDayHas(180_000), patience(200_000))

// In no test file may the pages of the shop violate their own policy.
afterAll(() => {
  if (stoppedByPolicy.length > 0) throw new Error(`The policy had to stop ${stoppedByPolicy.join('; ')}`)
})
