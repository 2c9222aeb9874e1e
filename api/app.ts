import Koa from 'koa'
import compress from 'koa-compress'
import { authenticate } from '#api/auth/authenticate.ts'
import { setCsrfCookie } from '#api/auth/cookies.ts'
import { serveBuilds } from '#api/builds/serve-builds.ts'
import { serveUploads } from '#api/builds/serve-uploads.ts'
import { withReadLimit } from '#api/db/time-limits.ts'
import { env } from '#api/env.ts'
import { plainAddress } from '#api/http/address-group.ts'
import { rememberWho } from '#api/http/asked-by.ts'
import { cspReports } from '#api/server/csp-reports.ts'
import { serveDocs } from '#api/server/docs.ts'
import { errors } from '#api/http/errors.ts'
import { privateByDefault, securityHeaders } from '#api/server/headers.ts'
import { health } from '#api/server/health.ts'
import { log } from '#api/http/log.ts'
import { oneSpelling } from '#api/server/one-spelling.ts'
import { sameOrigin } from '#api/server/origin.ts'
import { requestLog } from '#api/server/request-log.ts'
import { routed } from '#api/http/route.ts'
import { routes } from '#api/routes.ts'
import { mountSandbox } from '#api/sandbox/create-sandbox.ts'
import { recogniseDevice } from '#api/trust/device.ts'
import { servePages } from '#api/web/serve-pages.ts'
import { siteMap } from '#api/web/site-map.ts'

/** The whole http application, without a port: the API, its description, the pictures and the pages. */
export function createApp(): Koa {
  const app = new Koa()
  app.proxy = env.trustProxy > 0
  app.maxIpsCount = env.trustProxy
  app.on('error', (error: Error & { code?: string }) => {
    if (!GONE.includes(error.code ?? '')) log.error({ error: { name: error.name, stack: error.stack } }, 'reply failed')
  })
  if (env.payments?.provider === 'sandbox')
    app.use(
      mountSandbox({ ...env.payments, origin: env.shopUrl, webhookUrl: new URL(WEBHOOK, env.payments.apiUrl).href }),
    )
  app.use(plainAddress).use(requestLog).use(securityHeaders).use(privateByDefault).use(errors)
  app.use(compress({ threshold: 1024, br: { params: { 1: 4 } } }))
  app
    .use(oneSpelling)
    .use((_, next) => withReadLimit(next))
    .use(cspReports)
    .use(health)
    .use(serveUploads)
    .use(sameOrigin(() => env.shopUrl, [WEBHOOK]))
    .use(csrfCookie)
    .use(recogniseDevice)
    .use(authenticate)
    .use(rememberWho)
  app.use(serveDocs(routes)).use(routed(routes)).use(serveBuilds).use(siteMap).use(servePages)
  return app
}

/** Called by the payment provider, which signs its requests and sends no CSRF token. */
const WEBHOOK = '/api/payments/paystack/webhook'

/** The client hung up: not our fault. */
const GONE: readonly string[] = ['EPIPE', 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']

/** GET /sanctum/csrf-cookie */
const csrfCookie: Koa.Middleware = (ctx, next) => {
  if (ctx.path !== '/sanctum/csrf-cookie' || ctx.method !== 'GET') return next()
  setCsrfCookie(ctx, null)
  ctx.status = 204
}
