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

/** Lets whatever a request sets off find out who asked, without handing it down. Comes after authentication. */
export const rememberWho: Middleware = (ctx, next) => {
  const session = ctx.state.session as Session | null
  return asking.run({ user_id: session?.user?.id ?? null, ip: ctx.ip, request_id: String(ctx.state.request_id) }, next)
}

/** Lets work that goes on after the reply count as done by who asked for it. */
export const onBehalfOf = <T>({ user_id, ip, request_id }: AskedBy, work: () => Promise<T>): Promise<T> =>
  asking.run({ user_id, ip, request_id }, work)

/** Null where no request is behind it, but the shop's own clock or its command line. */
export const askedBy = (): AskedBy | null => asking.getStore() ?? null
