import type { Middleware } from 'koa'
import { notFound } from '#api/errors.ts'

const OWN = ['api', 'sanctum', 'storage', 'sandbox', 'assets', 'healthz', 'readyz']

/** Whether a path is one of the program's own, in any spelling that a server may take for it. */
export function isOwnPath(path: string): boolean {
  const [first = ''] = path.replace(/^\/+/, '').split('/', 1)
  return OWN.includes(plain(first))
}

/**
 * Refuses `/API/…`, `//api/…` and `/%61pi/…` before any work. What may be stored, logged or sent from elsewhere is
 * decided by the path, which therefore has one spelling; the router takes only that for the rest of it.
 * @throws 404
 */
export const oneSpelling: Middleware = (ctx, next) => {
  if (isOwnPath(ctx.path) && !OWN.includes(ctx.path.split('/', 2)[1] ?? '')) throw notFound('Page')
  return next()
}

function plain(segment: string): string {
  try {
    return decodeURIComponent(segment).toLowerCase()
  } catch {
    return segment.toLowerCase()
  }
}
