import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { Context, Middleware } from 'koa'
import { refreshCookie } from '#api/auth/cookies.ts'
import { mayBeAway } from '#api/db/pulse.ts'
import { env } from '#api/env.ts'
import { takesBrotli } from '#api/http/compress-once.ts'
import { markStale } from '#api/http/last-known.ts'
import { log } from '#api/http/log.ts'
import { setPolicy } from '#api/server/headers.ts'
import { builtPages, type BuiltPages } from '#api/web/built-pages.ts'
import { TooBusy } from '#api/web/draw-in-turn.ts'
import { emptyPage, type Page } from '#api/web/drawn-page.ts'
import { keptPage } from '#api/web/keep-pages.ts'

const NO_PAGES = /^\/(?:api|sanctum|storage|sandbox|assets|healthz|readyz)(?:\/|$)/

/** What a cache between here and many shoppers may do with a page: a shop that changes is seen within seconds. */
const SHARED = 'public, max-age=5, stale-while-revalidate=30, stale-if-error=86400'

/**
 * Answers navigation with the whole page, rendered by the screens themselves, with the right status and address.
 * Contains nothing personal, only an empty bag and wish list. If a page cannot be rendered, the browser does it.
 */
export const servePages: Middleware = async (ctx, next) => {
  if ((ctx.method !== 'GET' && ctx.method !== 'HEAD') || !isNavigation(ctx)) return next()
  const pages = await builtPages(env.buildsDir)
  if (!pages) return next()
  ctx.set('Cache-Control', 'no-cache')
  ctx.set('CDN-Cache-Control', 'no-store')
  ctx.type = 'html'
  const wanted = { path: ctx.path, search: withoutTraces(ctx.search), isNobody: isNobody(ctx) }
  const page = await keptPage(wanted, pages).catch(error => drawnElsewhere(error, pages))
  if ('to' in page) {
    ctx.status = 301
    ctx.redirect(page.to + ctx.search)
    return
  }
  if (page.drawn_for === 'nobody' || page.drawn_for === 'somebody') ctx.vary('Cookie, Sec-Fetch-Site')
  if (page.drawn_for === 'holder') ctx.set('Cache-Control', 'no-store')
  if (page.drawn_for === 'everybody' && page.status === 200 && !mayBeAway()) {
    ctx.set('CDN-Cache-Control', SHARED)
    ctx.set('Cache-Tag', page.tags.join(','))
  }
  setPolicy(ctx, page.policy)
  markStale(ctx)
  ctx.status = page.status
  ctx.etag = page.etag
  if (ctx.fresh) ctx.status = 304
  else await send(ctx, page)
}

// Browsers accept text/html when they navigate; other clients accept anything, so a path with a suffix is not a page
// for them.
const isNavigation = (ctx: Context) =>
  !NO_PAGES.test(ctx.path) &&
  (ctx.get('Accept').includes('text/html') || (!/\.\w+$/.test(ctx.path) && ctx.accepts('html') === 'html'))

/** This browser has no session. A request from another site may have one and withhold its cookie. */
const isNobody = (ctx: Context) => refreshCookie(ctx) === undefined && ctx.get('Sec-Fetch-Site') !== 'cross-site'

const TRACE = /^(?:utm_\w+|fbclid|gclid|gbraid|wbraid|msclkid|ttclid|twclid|igsh|igshid|mc_[ce]id)=/

/** Where a visitor comes from: messengers give each visitor another one, and no screen reads them. */
function withoutTraces(search: string): string {
  if (search === '') return ''
  const rest = search
    .slice(1)
    .split('&')
    .filter(part => !TRACE.test(part))
  return rest.join('') === '' ? '' : `?${rest.join('&')}`
}

const unpack = promisify(brotliDecompress)

/** The general middleware compresses it for browsers that know only gzip. */
async function send(ctx: Context, { packed }: Page): Promise<void> {
  if (!takesBrotli(ctx)) {
    ctx.body = (await unpack(packed)).toString()
    return
  }
  ctx.vary('Accept-Encoding')
  ctx.set('Content-Encoding', 'br')
  ctx.body = packed
}

/** If rendering fails or is too busy, the browser renders: it reads the data itself and shows errors. */
function drawnElsewhere(error: unknown, pages: BuiltPages): Promise<Page> {
  if (!(error instanceof TooBusy))
    log.error(
      {
        error:
          error instanceof Error
            ? { name: error.name, message: error.message, stack: error.stack }
            : { name: typeof error },
      },
      'page not drawn',
    )
  return emptyPage(pages)
}
