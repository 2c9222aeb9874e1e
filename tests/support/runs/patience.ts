import { beforeAll, beforeEach, vi } from 'vitest'
import { untilDayHas } from '#tests/support/runs/midnight.ts'

const PATIENCE_MS = 45_000
const turn = globalThis.setImmediate

/**
 * React runs the effects of a change a moment after it draws it. Whoever saw the change may act, and must not meet the
 * listeners of the screen before.
 */
async function effects(): Promise<void> {
  for (let i = 0; i < 2; i++) await new Promise<void>(resolve => turn(resolve))
}

// Waits longer than a second, because the other processor may be busy with other tests.
const waitFor = vi.waitFor.bind(vi)
vi.waitFor = async (isSo, options) => {
  const found = await waitFor(isSo, typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options })
  if (typeof document !== 'undefined') await effects()
  return found
}

beforeAll(async () => {
  if (typeof document === 'undefined') return
  const { configure, getConfig } = await import('@testing-library/react')
  const { asyncWrapper } = getConfig()
  configure({
    asyncUtilTimeout: PATIENCE_MS,
    asyncWrapper: waits =>
      asyncWrapper(async () => {
        const found = await waits()
        await effects()
        return found
      }),
  })
})

// What a test calls today is still today at its end.
beforeEach(async () => {
  if (!vi.isFakeTimers()) await untilDayHas(20_000)
}, 30_000)

// ANSWERS_LATE_MS=40 delays every stubbed fetch by up to 40 ms: this finds tests that expect an answer at once.
const most = Number(process.env.ANSWERS_LATE_MS ?? 0)
const stub = vi.stubGlobal.bind(vi)
const later = globalThis.setTimeout
if (most > 0) vi.stubGlobal = (name, value) => stub(name, name === 'fetch' ? late(value as typeof fetch) : value)

const late =
  (answer: typeof fetch): typeof fetch =>
  async (...call) => {
    const [reply] = await Promise.allSettled([answer(...call)])
    if (!vi.isFakeTimers()) await new Promise(resolve => later(resolve, Math.random() * most))
    if (reply.status === 'rejected') throw reply.reason
    return reply.value
  }
