import type { Context, Middleware } from 'koa'
import { forbidden } from '#api/errors.ts'

/** The origin at which this request reached us. Koa's own ctx.origin is what the client claims. */
export const ownOrigin = (ctx: Context) => `${ctx.protocol}://${ctx.host}`

const WRITES: readonly string[] = ['POST', 'PUT', 'PATCH', 'DELETE']

/**
 * Refuses writes that another site's page makes a browser send. A browser says where a request comes from; a request
 * that does not say is not from a browser, and has no cookies but its own. Signed webhooks are exempt.
 */
export const sameOrigin =
  (origin: () => string, exempt: readonly string[] = []): Middleware =>
  (ctx, next) => {
    if (!WRITES.includes(ctx.method) || exempt.includes(ctx.path)) return next()
    const site = ctx.get('Sec-Fetch-Site')
    const from = ctx.get('Origin')
    if (site ? site !== 'same-origin' : from !== '' && from !== origin() && from !== ownOrigin(ctx))
      throw forbidden('This comes from another site.')
    return next()
  }
