import { randomUUID } from 'node:crypto'
import type { Middleware } from 'koa'
import { log } from '#api/http/log.ts'
import { hasCardNumber } from '#sync/protocol/card-number.ts'

/**
 * Gives each request an id, returns it, and logs one line at the end: the route's pattern, never the requested address.
 */
export const requestLog: Middleware = async (ctx, next) => {
  const started = performance.now()
  const given = ctx.get('X-Request-Id')
  ctx.state.request_id = /^[\w-]{8,64}$/.test(given) && !hasCardNumber(given) ? given : randomUUID()
  ctx.set('X-Request-Id', ctx.state.request_id as string)
  await next()
  if (!/^\/*api/i.test(ctx.path)) return
  log.info(
    {
      request_id: ctx.state.request_id,
      method: ctx.method,
      route: ctx._matchedRoute ?? null,
      status: ctx.status,
      ms: Math.round(performance.now() - started),
    },
    'request',
  )
}
