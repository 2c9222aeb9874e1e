import type { Context } from 'koa'
import { csrfToken } from '#api/auth/tokens.ts'

/** On https the name itself forbids a subdomain or plain http to set it. */
const nameOf = (ctx: Context) => ctx.secure ? '__Host-refresh' : 'refresh'

export const refreshCookie = (ctx: Context): string | undefined => ctx.cookies.get(nameOf(ctx))

/** Gives the browser a refresh token that no script can read. */
export const setRefreshCookie = (ctx: Context, token: string) =>
  ctx.cookies.set(nameOf(ctx), token, { httpOnly: true, sameSite: 'strict', path: '/', secure: ctx.secure, maxAge: 90 * 86_400_000, overwrite: true })

export const clearRefreshCookie = (ctx: Context) =>
  ctx.cookies.set(nameOf(ctx), null, { httpOnly: true, sameSite: 'strict', path: '/', secure: ctx.secure, overwrite: true })

/** The token that scripts of this origin may send back as X-XSRF-TOKEN. */
export const setCsrfCookie = (ctx: Context, session_id: string | null) =>
  ctx.cookies.set('XSRF-TOKEN', csrfToken(session_id), { httpOnly: false, sameSite: 'strict', path: '/', secure: ctx.secure, overwrite: true })
