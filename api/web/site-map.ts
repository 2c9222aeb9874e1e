import type { Middleware } from 'koa'
import { listingCopy } from '#api/catalogue/listing-copy.ts'
import { select } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import { compressOnce } from '#api/http/compress-once.ts'
import { escaped } from '#api/web/markup.ts'
import { pictureAt, productPath, type ProductSummary } from '#sync/protocol/shop/catalogue.ts'

const PAGES = [
  '/',
  '/shop',
  '/new',
  '/sale',
  '/collections',
  '/about',
  '/contact',
  '/policy/shipping',
  '/policy/returns',
  '/policy/privacy',
]
/** Useless for web searches, or private. */
const CLOSED = ['/api/', '/staff', '/account-area', '/checkout', '/cart', '/wishlist', '/sandbox/']

const MOST_ADDRESSES = 50_000
const AN_HOUR = 'public, max-age=3600'

/** `/robots.txt` and `/sitemap.xml`: what search engines may index, with the pictures of every product on sale. */
export const siteMap: Middleware = async (ctx, next) => {
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next()
  if (ctx.path === '/robots.txt') {
    ctx.set('Cache-Control', AN_HOUR)
    ctx.type = 'text/plain'
    ctx.body = `User-agent: *\n${CLOSED.map(path => `Disallow: ${path}\n`).join('')}\nSitemap: ${env.shopUrl}/sitemap.xml\n`
    return
  }
  if (ctx.path !== '/sitemap.xml') return next()
  ctx.set('Cache-Control', AN_HOUR)
  ctx.type = 'application/xml'
  ctx.body = compressOnce(ctx, await writeSiteMap())
}

async function writeSiteMap(): Promise<string> {
  const [{ listings }, changes, categories] = await Promise.all([
    listingCopy(),
    select<{ id: number; changed: string }>(
      "SELECT id, DATE_FORMAT(updated_at, '%Y-%m-%d') AS changed FROM products WHERE status_code = 'LIVE' AND deleted_at IS NULL",
    ),
    select<{ id: number }>('SELECT id FROM categories ORDER BY id'),
  ])
  const changed = new Map(changes.map(row => [row.id, row.changed]))
  const products = [...listings.values()].map(
    ({ summary }) => JSON.parse(summary) as Pick<ProductSummary, 'id' | 'slug' | 'images'>,
  )
  const addresses = [
    ...[...PAGES, ...categories.map(({ id }) => `/shop?category=${id}`)].map(path => addressOf({ path })),
    ...products.map(product =>
      addressOf({ path: productPath(product), changed: changed.get(product.id), images: product.images }),
    ),
  ].slice(0, MOST_ADDRESSES)
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
${addresses.join('\n')}
</urlset>
`
}

interface Address {
  path: string
  changed?: string | undefined
  images?: ProductSummary['images']
}

const addressOf = ({ path, changed, images = [] }: Address) =>
  `<url><loc>${absolute(path)}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}${images.map(pictureOf).join('')}</url>`

const pictureOf = ({ file }: ProductSummary['images'][number]) =>
  `<image:image><image:loc>${absolute(pictureAt(file.storage_link, 1200))}</image:loc></image:image>`

const absolute = (path: string) => escaped(env.shopUrl + encodeURI(path))
