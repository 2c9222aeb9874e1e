import { setTimeout as sleep } from 'node:timers/promises'
import type { Middleware } from 'koa'
import { migrationsPending } from '#api/db/migrate.ts'

const PATIENCE_MS = 3_000

/** `/healthz`: the process lives. `/readyz`: the database answers and is migrated. Both without a session, both uncached. */
export const health: Middleware = async (ctx, next) => {
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next()
  if (ctx.path === '/healthz') return answer(200, 'ok')
  if (ctx.path === '/readyz') return await isReady() ? answer(200, 'ok') : answer(503, 'unavailable')
  return next()

  function answer(status: 200 | 503, words: string) {
    ctx.set('Cache-Control', 'no-store')
    if (status === 503) ctx.set('Retry-After', '1')
    ctx.status = status
    ctx.body = { status: words }
  }
}

async function isReady(): Promise<boolean> {
  const late = new AbortController()
  try {
    return await Promise.race([
      migrationsPending().then(pending => !pending),
      sleep(PATIENCE_MS, false, { signal: late.signal }),
    ])
  } catch {
    return false
  } finally {
    late.abort()
  }
}
