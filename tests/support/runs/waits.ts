import { beforeAll, beforeEach, vi } from 'vitest'
import { markLate } from '#tests/support/late.ts'
import { patience } from '#tests/support/patience.ts'
import { untilDayHas } from '#tests/support/runs/midnight.ts'
import { effects, PATIENCE_MS } from '#tests/support/runs/wait-for.ts'

beforeAll(async () => {
  if (typeof document === 'undefined') return
  const { configure, getConfig } = await import('@testing-library/react')
  const { asyncWrapper } = getConfig()
  configure({
    asyncUtilTimeout: PATIENCE_MS,
    asyncWrapper: waits =>
      asyncWrapper(async () => {
        try {
          const found = await waits()
          await effects()
          return found
        } catch (error) {
          throw markLate(error)
        }
      }),
  })
})

// What a test calls today is still today at its end.
beforeEach(async () => {
  if (!vi.isFakeTimers()) await untilDayHas(20_000)
}, patience(30_000))

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
