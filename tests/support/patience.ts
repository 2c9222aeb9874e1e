import { beforeAll, vi } from 'vitest'

const PATIENCE_MS = 15_000

// Waits longer than a second, because the other processor may be busy with other tests.
const waitFor = vi.waitFor.bind(vi)
vi.waitFor = (isSo, options) =>
  waitFor(isSo, typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options })

beforeAll(async () => {
  if (typeof document === 'undefined') return
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: PATIENCE_MS })
})

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
