import { createHash } from 'node:crypto'
import helmet from 'koa-helmet'
import type { Context, Middleware } from 'koa'
import { env } from '#api/env.ts'

/**
 * What the payment pop-up may load, by provider. Paystack is the only outside origin here; the demo's sandbox is our
 * own.
 */
const POP_UP = {
  paystack: {
    script: ['https://js.paystack.co'],
    frame: ['https://checkout.paystack.com', 'https://standard.paystack.co'],
    connect: ['https://api.paystack.co'],
  },
  sandbox: { script: [], frame: ["'self'"], connect: [] },
  nobody: { script: [], frame: [], connect: [] },
} as const
const popUp = POP_UP[env.payments?.provider ?? 'nobody']

/** Where browsers report what the policy blocked. */
export const REPORTS_PATH = '/api/csp-reports'

/** The hash with which a policy allows one inline style. */
export const styleHash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * What a page may load and run: scripts of this origin and the payment provider only, stylesheets from files, and
 * inline styles by their hash. In browsers with Trusted Types, texts become scripts or HTML only by the page's one
 * policy, `pwa/browser/trusted-texts.ts`.
 */
export const pagePolicy = (styleHashes: readonly string[] = []): string =>
  [
    "default-src 'self'",
    `script-src ${["'self'", ...popUp.script].join(' ')}`,
    `frame-src ${['blob:', ...popUp.frame].join(' ')}`,
    `connect-src ${["'self'", ...popUp.connect].join(' ')}`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    `style-src ${["'self'", ...styleHashes].join(' ')}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
    `report-uri ${REPORTS_PATH}`,
  ].join(';')

const PLAIN_POLICY = pagePolicy()

/** Security headers for every reply. */
export const securityHeaders: Middleware = (ctx, next) => {
  setPolicy(ctx, PLAIN_POLICY)
  return otherHeaders(ctx, next)
}

export const setPolicy = (ctx: Context, policy: string): void => ctx.set('Content-Security-Policy', policy)

const otherHeaders = helmet({
  contentSecurityPolicy: false,
  strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  xFrameOptions: { action: 'deny' },
  crossOriginEmbedderPolicy: false,
})

/**
 * Private by default: a browser may store only public replies to requests without a session. No cache keeps a refusal,
 * or a reply that gives somebody a cookie.
 */
export const privateByDefault: Middleware = async (ctx, next) => {
  await next()
  const isSomebodys = ctx.res.hasHeader('Set-Cookie')
  if (isSomebodys) for (const name of FOR_SHARED_CACHES) ctx.remove(name)
  const isPublic = !/^\/(api|sanctum)\//.test(ctx.path) && ctx.status < 400
  if (isSomebodys || !(isPublic || ctx.response.get('Cache-Control'))) ctx.set('Cache-Control', 'no-store')
}

const FOR_SHARED_CACHES = ['CDN-Cache-Control', 'Cache-Tag']
