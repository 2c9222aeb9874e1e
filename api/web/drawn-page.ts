import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { env } from '#api/env.ts'
import { pagePolicy } from '#api/server/headers.ts'
import type { BuiltPages } from '#api/web/built-pages.ts'
import { drawInTurn } from '#api/web/draw-in-turn.ts'
import { pageFacts, type PageFacts } from '#api/web/page-facts.ts'
import { readNoting, type Sources } from '#api/web/read-public.ts'
import { writePage } from '#api/web/write-page.ts'
import type { ReplyOf } from '#sync/protocol/endpoints.ts'
import type { Drawing } from '#sync/protocol/shop/drawing.ts'

/** A page as it is sent. Its text is kept packed, as nearly every browser wants it. */
export interface Page {
  drawn_for: Drawing['drawn_for']
  status: number
  packed: Buffer
  etag: string
  policy: string
  /** By which a shared cache can be told to forget it. */
  tags: string[]
}
/** An address whose product has another name since. */
export interface Moved {
  to: string
}

export interface Wanted {
  path: string
  search: string
  isNobody: boolean
}

export interface Made {
  page: Page | Moved
  sources: Sources
  /** It is the page's own address: there are no more of these than pages. */
  isPlain: boolean
}

const pack = promisify(brotliCompress)
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** Draws a page, if the server is not too busy. */
export const makePage = (wanted: Wanted, pages: BuiltPages): Promise<Made> => drawInTurn(() => make(wanted, pages))

async function make({ path, search, isNobody }: Wanted, pages: BuiltPages): Promise<Made> {
  const { read, sources } = readNoting()
  const [drawing, { shop }] = await Promise.all([
    pages.draw(path + search, { isNobody, read }),
    read('GET /api/shop', null, null) as Promise<ReplyOf<'GET /api/shop'>>,
  ])
  const facts = pageFacts(drawing, { shop, search: new URLSearchParams(search) })
  const home = facts.product && facts.canonical ? encodeURI(facts.canonical) : null
  if (home && home !== path) return { page: { to: home }, sources: await sources(), isPlain: false }
  const { html, styleHashes } = writePage(pages, { drawing, facts, origin: env.shopUrl })
  const page = {
    drawn_for: drawing.drawn_for,
    status: drawing.status,
    ...(await sent(html)),
    policy: pagePolicy(styleHashes),
    tags: tagsOf(path, facts),
  }
  return { page, sources: await sources(), isPlain: drawing.status === 200 && search === '' && isWritten(path) }
}

/** Capitals and slashes at the end lead to the same pages under ever more addresses. */
const isWritten = (path: string) => path === '/' || /^(?:\/[a-z0-9-]+)+$/.test(path)

const empty = new WeakMap<BuiltPages, Promise<Page>>()

/** The build's empty page: the browser draws it. */
export function emptyPage(pages: BuiltPages): Promise<Page> {
  const page = empty.get(pages) ?? makeEmpty(pages)
  empty.set(pages, page)
  return page
}

const makeEmpty = async ({ shell }: BuiltPages): Promise<Page> => ({
  drawn_for: null,
  status: 200,
  ...(await sent(shell)),
  policy: pagePolicy(),
  tags: [],
})

async function sent(html: string): Promise<Pick<Page, 'packed' | 'etag'>> {
  return { packed: await pack(html, QUALITY), etag: createHash('sha256').update(html).digest('base64url').slice(0, 27) }
}

function tagsOf(path: string, { product, category }: PageFacts): string[] {
  if (product) return ['product', `product-${product.id}`]
  if (path === '/') return ['home']
  if (path === '/shop') return ['list', ...(category ? [`category-${category.id}`] : [])]
  return ['page']
}
