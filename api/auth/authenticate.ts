import type { Context, Middleware } from 'koa'
import { csrf, unauthenticated } from '#api/errors.ts'
import { refreshCookie } from '#api/auth/cookies.ts'
import { liveSession } from '#api/auth/sessions.ts'
import { isCsrfToken, readAccessToken, sessionNamedBy } from '#api/auth/tokens.ts'

/** Authenticated by its cookie alone; called just when the access token has expired. */
const BY_COOKIE: readonly string[] = ['/api/token/refresh']

/** Finds out who is asking. Refuses an invalid or expired token on every route. */
export const authenticate: Middleware = async (ctx, next) => {
  ctx.state.session = null
  const [scheme, token] = ctx.get('Authorization').split(' ')
  if (scheme && !ctx.state.device && !BY_COOKIE.includes(ctx.path)) {
    const session_id = /^bearer$/i.test(scheme) && token ? readAccessToken(token) : null
    ctx.state.session = session_id && (await liveSession(session_id))
    if (!ctx.state.session) throw unauthenticated('Your session has ended. Please sign in again.')
  }
  const shown = ctx.get('X-XSRF-TOKEN')
  if (shown && !isCsrfToken(shown, ctx.state.session?.id ?? sessionOfCookie(ctx))) throw csrf()
  return next()
}

/** Signing in and refreshing use the cookie alone, and the CSRF token is bound to that session. */
function sessionOfCookie(ctx: Context): string | null {
  const refresh = refreshCookie(ctx)
  return refresh ? sessionNamedBy(refresh) : null
}
