import { setTimeout as sleep } from 'node:timers/promises'
import type { Context, Middleware } from 'koa'
import { migrationsPending } from '#api/db/migrate.ts'

const PATIENCE_MS = 1_500

/**
 * `/healthz`: the process is alive. `/readyz`: the database answers and is migrated. Both without a session, both
 * uncached.
 */
export const health: Middleware = (ctx, next) => {
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next()
  if (ctx.path === '/healthz') return answer(ctx, true)
  if (ctx.path === '/readyz') return isReady().then(ready => answer(ctx, ready))
  return next()
}

function answer(ctx: Context, well: boolean): void {
  ctx.set('Cache-Control', 'no-store')
  if (!well) ctx.set('Retry-After', '1')
  ctx.status = well ? 200 : 503
  ctx.body = { status: well ? 'ok' : 'unavailable' }
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
