import { AsyncLocalStorage } from 'node:async_hooks'
import type { Middleware } from 'koa'
import type { Session } from '#api/http/access.ts'

/** Who asks, and from where. */
export interface AskedBy {
  user_id: number | null
  ip: string | null
  request_id: string | null
}

const asking = new AsyncLocalStorage<AskedBy>()

/** Lets everything a request sets off find out who asked, without passing it down. Put after authentication. */
export const rememberWho: Middleware = (ctx, next) => {
  const session = ctx.state.session as Session | null
  return asking.run({ user_id: session?.user?.id ?? null, ip: ctx.ip, request_id: String(ctx.state.request_id) }, next)
}

/** Attributes work after the reply to the caller. */
export const onBehalfOf = <T>({ user_id, ip, request_id }: AskedBy, work: () => Promise<T>): Promise<T> =>
  asking.run({ user_id, ip, request_id }, work)

/** Null for the shop's own schedule or its command line. */
export const askedBy = (): AskedBy | null => asking.getStore() ?? null
