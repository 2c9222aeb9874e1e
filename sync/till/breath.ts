const SLICE_MS = 6

export type Breath = () => Promise<void>

/** For long work on a page: await it between steps. Every few milliseconds it lets the browser draw and take input. */
export function createBreath(slice_ms = SLICE_MS): Breath {
  let until = performance.now() + slice_ms
  return async () => {
    if (performance.now() < until) return
    await letOthers()
    until = performance.now() + slice_ms
  }
}

function letOthers(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } }
  return scheduler?.yield?.() ?? new Promise(resolve => setTimeout(resolve, 0))
}
