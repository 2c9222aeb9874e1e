import { patience } from '../patience.ts'

/** What is to become so in a moment may take longer than a second while the other processor is busy. */
export const moment = () => ({ poll: { timeout: patience(45_000) } })

/** The limits of a file in Chromium. */
export const browserLimits = () => ({
  testTimeout: patience(360_000),
  hookTimeout: patience(720_000),
  expect: moment(),
})
