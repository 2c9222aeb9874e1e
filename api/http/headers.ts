import helmet from 'koa-helmet'
import type { Middleware } from 'koa'
import { env } from '#api/env.ts'

/** What the payment pop-up may load, by who takes the payments: Paystack is the one stranger here, and the demo's sandbox is none. */
const POP_UP = {
  paystack: { script: ['https://js.paystack.co'], frame: ['https://checkout.paystack.com', 'https://standard.paystack.co'], connect: ['https://api.paystack.co'] },
  sandbox: { script: [], frame: ["'self'"], connect: [] },
  nobody: { script: [], frame: [], connect: [] },
} as const
const popUp = POP_UP[env.payments?.provider ?? 'nobody']

/** Security headers for every reply. Scripts come from this origin and the payment provider's only. */
export const securityHeaders: Middleware = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'self'"],
      'script-src': ["'self'", ...popUp.script],
      'frame-src': ['blob:', ...popUp.frame],
      'connect-src': ["'self'", ...popUp.connect],
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
