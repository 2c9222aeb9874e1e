import type { Context } from 'koa'
import { csrfToken, IDLE_MS } from '#api/auth/tokens.ts'
import { env } from '#api/env.ts'

/** Whether the browser reaches us by https, directly or through a proxy that does not say so. */
export const isHttps = (ctx: Context) => ctx.secure || env.shopUrl.startsWith('https:')

/** On https the name prefix forbids a subdomain or plain http to set the cookie. */
const nameOf = (ctx: Context, name: string) => (isHttps(ctx) ? `__Host-${name}` : name)

/** The name used before https was certain. Its value moves to the new name. */
const hasOldName = (ctx: Context) => isHttps(ctx) && !ctx.secure

export const refreshCookie = (ctx: Context): string | undefined =>
  ctx.cookies.get(nameOf(ctx, 'refresh')) ?? (hasOldName(ctx) ? ctx.cookies.get('refresh') : undefined)

/** Sets a refresh token that no script can read. */
export function setRefreshCookie(ctx: Context, token: string): void {
  setCookie(ctx, nameOf(ctx, 'refresh'), { value: token, httpOnly: true, maxAge: IDLE_MS })
  forgetOldName(ctx)
}

export function clearRefreshCookie(ctx: Context): void {
  setCookie(ctx, nameOf(ctx, 'refresh'), { value: null, httpOnly: true })
  forgetOldName(ctx)
}

export const deviceCookie = (ctx: Context): string | undefined => ctx.cookies.get(nameOf(ctx, 'device'))

/** Survives sign-out: it grants no access. Browsers keep a cookie for at most 400 days. */
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
  ctx.cookies.secure = secure // koa reads the connection, and throws behind a proxy it was not told about
  ctx.cookies.set(name, value, { ...rest, sameSite: 'strict', path: '/', secure, overwrite: true })
}

function forgetOldName(ctx: Context): void {
  if (hasOldName(ctx) && ctx.cookies.get('refresh') !== undefined)
    setCookie(ctx, 'refresh', { value: null, httpOnly: true })
}
