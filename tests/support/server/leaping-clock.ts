import { afterEach, beforeEach, vi } from 'vitest'

/**
 * Puts this process's clock 20 minutes on before each test of a file, so that what earlier tests tried no longer
 * counts. Raise `minutes` to put it on further.
 */
export function leapingClock(): { minutes: number } {
  const clock = { minutes: 0 }
  beforeEach(() => {
    clock.minutes += 20
    const real = Date.now.bind(Date)
    vi.spyOn(Date, 'now').mockImplementation(() => real() + clock.minutes * 60_000)
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })
  return clock
}
