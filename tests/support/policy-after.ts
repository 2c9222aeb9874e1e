import { afterAll } from 'vitest'
import { stoppedByPolicy } from '#tests/support/chromium.ts'

// Whatever a test file did in a browser, no page of the shop gave its own policy anything to stop.
afterAll(() => {
  if (stoppedByPolicy.length > 0) throw new Error(`The policy had to stop ${stoppedByPolicy.join('; ')}`)
})
