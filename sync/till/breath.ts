const SLICE_MS = 6

export type Breath = () => Promise<void>

/**
 * For long work on a page: await it between steps, and every few milliseconds the browser gets to draw and to hear the
 * cashier.
 */
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
