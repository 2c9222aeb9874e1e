let leaving = new AbortController()

/** For every fetch that a page waits for: ends with `endFetches`. */
export const untilLeaving: RequestInit = {
  get signal() {
    return leaving.signal
  },
}

const AGAIN_MS = 1000

/**
 * The next worker starts only once this one has answered every request, and one may never be answered. Goes on ending
 * those that begin within `for_ms`.
 */
export function endFetches(for_ms = 0): void {
  leaving.abort()
  leaving = new AbortController()
  if (for_ms > 0) setTimeout(() => endFetches(for_ms - AGAIN_MS), AGAIN_MS)
}
