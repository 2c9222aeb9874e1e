import { afterAll, beforeAll } from 'vitest'
import { stoppedByPolicy } from '#tests/support/chromium.ts'
import { untilDayHas } from '#tests/support/midnight.ts'

// What one test of a file sells is 'today' to the next.
beforeAll(() => untilDayHas(180_000), 200_000)

// Whatever a test file did in a browser, no page of the shop gave its own policy anything to stop.
afterAll(() => {
  if (stoppedByPolicy.length > 0) throw new Error(`The policy had to stop ${stoppedByPolicy.join('; ')}`)
})
