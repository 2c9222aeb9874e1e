let leaving = new AbortController()

/** For every fetch that a page waits for: ends with `endFetches`. */
export const untilLeaving: RequestInit = {
  get signal() {
    return leaving.signal
  },
}

/** The next worker starts only once this one has answered every request, and one may never be answered. */
export function endFetches(): void {
  leaving.abort()
  leaving = new AbortController()
}
