import type { Middleware } from 'koa'
import { duplicateKeyOf, errnoOf, isLockFailure, isLost, isReferredTo, isUnstorable } from '#api/db/database.ts'
import { AppError, conflict, internal, invalid, notFound, unavailable, unstorable, wrongMethod } from '#api/errors.ts'
import { log } from '#api/http/log.ts'

/** The outermost middleware: turns anything thrown into one error reply. */
export const errors: Middleware = async (ctx, next) => {
  try {
    await next()
    if (ctx.status === 404 && ctx.body == null) throw notFound('Page')
    if (ctx.status === 405 || ctx.status === 501) throw wrongMethod()
  } catch (thrown) {
    const error = translate(thrown)
    if (error.status >= 500 || isUnstorable(thrown))
      log.error(
        { request_id: ctx.state.request_id, route: ctx._matchedRoute, error: describe(thrown) },
        'request failed',
      )
    if (error.retryAfter !== null) ctx.set('Retry-After', String(error.retryAfter))
    ctx.status = error.status
    ctx.body = error.body
  }
}

function translate(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  const taken = duplicateKeyOf(thrown)
  if (taken !== null) return invalid({ [taken]: ['This value is already taken.'] })
  if (isReferredTo(thrown)) return conflict('Other records still use this one.')
  if (isUnstorable(thrown)) return unstorable()
  if (isLost(thrown) || isLockFailure(thrown)) return unavailable()
  return internal()
}

/** Enough to find the fault. Leaves out the statement's values, which may name people. */
const describe = (thrown: unknown) =>
  errnoOf(thrown) !== undefined && thrown instanceof Error
    ? {
        name: thrown.name,
        errno: errnoOf(thrown),
        stack: thrown.stack
          ?.split('\n')
          .filter(line => /^ +at /.test(line))
          .join('\n'),
      }
    : thrown instanceof Error
      ? { name: thrown.name, message: thrown.message, stack: thrown.stack }
      : { name: typeof thrown }
