import { vi } from 'vitest'
import { markLate } from '#tests/support/late.ts'
import { patience } from '#tests/support/patience.ts'

export const PATIENCE_MS = patience(45_000)
const turn = globalThis.setImmediate

/**
 * React runs the effects of a change a moment after it draws it. Whoever saw the change may act, and must not meet the
 * listeners of the screen before.
 */
export async function effects(): Promise<void> {
  if (typeof document === 'undefined') return
  for (let i = 0; i < 2; i++) await new Promise<void>(resolve => turn(resolve))
}

declare global {
  /** Vitest's own. On the process, because a worker gives each file of the API new modules. */
  var vitestsWaitFor: typeof vi.waitFor | undefined
}
const waitFor = (globalThis.vitestsWaitFor ??= vi.waitFor.bind(vi))

// Waits longer than a second, because the other processor may be busy with other tests. Says so if the time is over.
vi.waitFor = async (isSo, options) => {
  const most = typeof options === 'number' ? { timeout: options } : { timeout: PATIENCE_MS, ...options }
  try {
    const found = await waitFor(isSo, most)
    await effects()
    return found
  } catch (error) {
    throw markLate(error)
  }
}
