import { createHash } from 'node:crypto'
import type { Context, Middleware } from 'koa'
import { refreshCookie } from '#api/auth/cookies.ts'
import { env } from '#api/env.ts'
import { compressOnce } from '#api/http/compress-once.ts'
import { pagePolicy, setPolicy } from '#api/server/headers.ts'
import { markStale } from '#api/http/last-known.ts'
import { log } from '#api/http/log.ts'
import { builtPages, type BuiltPages } from '#api/web/built-pages.ts'
import { drawInTurn, TooBusy } from '#api/web/draw-in-turn.ts'
import { pageFacts } from '#api/web/page-facts.ts'
import { readOnce } from '#api/web/read-public.ts'
import { writePage } from '#api/web/write-page.ts'
import type { Drawing } from '#sync/protocol/shop/drawing.ts'
import type { ReplyOf } from '#sync/protocol/endpoints.ts'

const NO_PAGES = /^\/(?:api|sanctum|storage|sandbox|assets|healthz|readyz)(?:\/|$)/

/**
 * Answers navigation with the whole page, rendered by the screens themselves, with the right status and address.
 * Contains nothing personal, only an empty bag and wish list. If a page cannot be rendered, the browser does it.
 */
export const servePages: Middleware = async (ctx, next) => {
  if ((ctx.method !== 'GET' && ctx.method !== 'HEAD') || !isNavigation(ctx)) return next()
  const pages = await builtPages(env.buildsDir)
  if (!pages) return next()
  ctx.set('Cache-Control', 'no-cache')
  ctx.type = 'html'
  const page = await keptPage({ address: ctx.path + ctx.search, isNobody: isNobody(ctx) }, pages).catch(error =>
    emptyPage(error, pages),
  )
  if ('location' in page) {
    ctx.status = 301
    ctx.redirect(page.location)
    return
  }
  if (page.drawn_for === 'nobody' || page.drawn_for === 'somebody') ctx.vary('Cookie, Sec-Fetch-Site')
  const isHolders = page.drawn_for === 'holder'
  if (isHolders) ctx.set('Cache-Control', 'no-store')
  setPolicy(ctx, page.policy)
  markStale(ctx)
  ctx.status = page.status
  ctx.etag = page.etag
  if (ctx.fresh) ctx.status = 304
  else ctx.body = isHolders ? page.html : compressOnce(ctx, page.html)
}

// Browsers accept text/html when they navigate; other clients accept anything, so a path with a suffix is not a page
// for them.
const isNavigation = (ctx: Context) =>
  !NO_PAGES.test(ctx.path) &&
  (ctx.get('Accept').includes('text/html') || (!/\.\w+$/.test(ctx.path) && ctx.accepts('html') === 'html'))

/** This browser has no session. A request from another site may have one and withhold its cookie. */
const isNobody = (ctx: Context) => refreshCookie(ctx) === undefined && ctx.get('Sec-Fetch-Site') !== 'cross-site'

interface Wanted {
  address: string
  isNobody: boolean
}
type Page = Pick<Drawing, 'drawn_for'> &
  ({ status: number; html: string; etag: string; policy: string } | { location: string })

const FRESH_MS = 1_000
const MOST_KEPT = 100
const kept = new Map<string, { root: string; until: number; page: Promise<Page> }>()

/**
 * A popular page is rendered at most once a second, or shown as it was while the server is busy; a page whose address
 * is secret is not cached.
 */
function keptPage(wanted: Wanted, pages: BuiltPages): Promise<Page> {
  const key = JSON.stringify(wanted)
  const held = kept.get(key)?.root === pages.root ? kept.get(key)! : null
  if (held && held.until > performance.now()) return held.page
  const page = drawInTurn(() => drawPage(wanted, pages)).catch((error: unknown) => {
    if (error instanceof TooBusy && held) return held.page
    throw error
  })
  kept.delete(key)
  kept.set(key, { root: pages.root, until: performance.now() + FRESH_MS, page })
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!)
  void page.then(
    ({ drawn_for }) => drawn_for === 'holder' && kept.delete(key),
    () => kept.delete(key),
  )
  return page
}

async function drawPage({ address, isNobody }: Wanted, pages: BuiltPages): Promise<Page> {
  const read = readOnce()
  const [drawing, { shop }] = await Promise.all([
    pages.draw(address, { isNobody, read }),
    read('GET /api/shop', null, null) as Promise<ReplyOf<'GET /api/shop'>>,
  ])
  const { pathname, search, searchParams } = new URL(`http://shop${address}`)
  const facts = pageFacts(drawing, { shop, search: searchParams })
  const home = facts.product && facts.canonical ? encodeURI(facts.canonical) : null
  if (home && home !== pathname) return { location: home + search, drawn_for: drawing.drawn_for }
  const { html, styleHashes } = writePage(pages, { drawing, facts, origin: env.shopUrl })
  return {
    status: drawing.status,
    html,
    etag: etagOf(html),
    policy: pagePolicy(styleHashes),
    drawn_for: drawing.drawn_for,
  }
}

/** If rendering fails or is too busy, the browser renders: it reads the data itself and shows errors. */
function emptyPage(error: unknown, { shell }: BuiltPages): Page {
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
  return { status: 200, html: shell, etag: etagOf(shell), policy: pagePolicy(), drawn_for: null }
}

const etagOf = (html: string) => createHash('sha256').update(html).digest('base64url').slice(0, 27)
