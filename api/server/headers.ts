import { createHash } from 'node:crypto'
import helmet from 'koa-helmet'
import type { Context, Middleware } from 'koa'
import { env } from '#api/env.ts'

/**
 * What the payment pop-up may load, by who takes the payments: Paystack is the one stranger here, and the demo's
 * sandbox is none.
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

/** Where browsers tell what the policy has stopped. */
export const REPORTS_PATH = '/api/csp-reports'

/** The hash by which a policy lets one text of style through. */
export const styleHash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * What a page may load and run: scripts of this origin and the payment provider only, styles from files, and those that
 * stand in the page by their hash. Where the browser knows Trusted Types, texts become scripts or HTML only by the
 * page's one policy, `pwa/browser/trusted-texts.ts`.
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

/** Private by default: only what anybody may read, asked for by nobody in particular, may be kept by a browser. */
export const privateByDefault: Middleware = async (ctx, next) => {
  await next()
  if (!/^\/(api|sanctum)\//.test(ctx.path) || ctx.response.get('Cache-Control')) return
  ctx.set('Cache-Control', 'no-store')
}
