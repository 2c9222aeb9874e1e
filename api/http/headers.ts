import helmet from 'koa-helmet'
import type { Middleware } from 'koa'

/** Security headers for every reply. Scripts come from this origin only; the payment page's hosts are named when it is built. */
export const securityHeaders: Middleware = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'self'"],
      'script-src': ["'self'"],
      'frame-src': ["'self'", 'blob:'],
      'connect-src': ["'self'"],
      'img-src': ["'self'", 'data:', 'blob:'],
      'media-src': ["'self'", 'blob:'],
      'style-src': ["'self'", "'unsafe-inline'"],
      'worker-src': ["'self'"],
      'manifest-src': ["'self'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
    },
  },
  strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  xFrameOptions: { action: 'deny' },
  crossOriginEmbedderPolicy: false,
})

/** Private by default: only what anybody may read, asked for by nobody in particular, may be kept by a browser. */
export const privateByDefault: Middleware = async (ctx, next) => {
  await next()
  if (!/^\/(api|sanctum)\//.test(ctx.path) || ctx.response.get('Cache-Control')) return
  ctx.set('Cache-Control', 'no-store')
}
