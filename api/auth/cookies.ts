import type { Context } from 'koa'
import { csrfToken, IDLE_MS } from '#api/auth/tokens.ts'
import { env } from '#api/env.ts'

/** Whether the browser reaches us by https, itself or through a proxy that keeps this to itself. */
export const isHttps = (ctx: Context) => ctx.secure || env.shopUrl.startsWith('https:')

/** On https the name itself forbids a subdomain or plain http to set it. */
const nameOf = (ctx: Context, name: string) => (isHttps(ctx) ? `__Host-${name}` : name)

/**
 * The name that https did not change while the proxy had to be believed to know of it. What it holds is exchanged under
 * the new name.
 */
const hasOldName = (ctx: Context) => isHttps(ctx) && !ctx.secure

export const refreshCookie = (ctx: Context): string | undefined =>
  ctx.cookies.get(nameOf(ctx, 'refresh')) ?? (hasOldName(ctx) ? ctx.cookies.get('refresh') : undefined)

/** Gives the browser a refresh token that no script can read. */
export function setRefreshCookie(ctx: Context, token: string): void {
  setCookie(ctx, nameOf(ctx, 'refresh'), { value: token, httpOnly: true, maxAge: IDLE_MS })
  forgetOldName(ctx)
}

export function clearRefreshCookie(ctx: Context): void {
  setCookie(ctx, nameOf(ctx, 'refresh'), { value: null, httpOnly: true })
  forgetOldName(ctx)
}

export const deviceCookie = (ctx: Context): string | undefined => ctx.cookies.get(nameOf(ctx, 'device'))

/** Stays when somebody signs out: it opens nothing. Browsers keep no cookie for longer than 400 days. */
export const setDeviceCookie = (ctx: Context, value: string): void =>
  setCookie(ctx, nameOf(ctx, 'device'), { value, httpOnly: true, maxAge: 400 * 86_400_000 })

/** The token that scripts of this origin may send back as X-XSRF-TOKEN. */
export const setCsrfCookie = (ctx: Context, session_id: string | null): void =>
  setCookie(ctx, 'XSRF-TOKEN', { value: csrfToken(session_id), httpOnly: false })

interface Kept {
  value: string | null
  httpOnly: boolean
  maxAge?: number
}

function setCookie(ctx: Context, name: string, { value, ...rest }: Kept): void {
  const secure = isHttps(ctx)
  ctx.cookies.secure = secure // koa asks the connection, and refuses behind a proxy that it was not told of
  ctx.cookies.set(name, value, { ...rest, sameSite: 'strict', path: '/', secure, overwrite: true })
}

function forgetOldName(ctx: Context): void {
  if (hasOldName(ctx) && ctx.cookies.get('refresh') !== undefined)
    setCookie(ctx, 'refresh', { value: null, httpOnly: true })
}
