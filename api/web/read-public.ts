import { createHash } from 'node:crypto'
import { listCategories } from '#api/catalogue/categories.ts'
import { findProduct } from '#api/catalogue/find-product.ts'
import { listProducts } from '#api/catalogue/list-products.ts'
import { suggest } from '#api/catalogue/suggest.ts'
import { listRegions, listZones } from '#api/delivery/places.ts'
import { notFound } from '#api/errors.ts'
import { findTrackedOrder } from '#api/orders/own-orders.ts'
import { findPurchase, offerNow, shown } from '#api/payments/gifts/purchases.ts'
import { publicReviews } from '#api/reviews/list-reviews.ts'
import { reviewsOfOrder } from '#api/reviews/own-reviews.ts'
import { refundsOfOrder } from '#api/refunds/find-refunds.ts'
import { shownShop } from '#api/shop/read-shop.ts'
import { readSharedWishlist } from '#api/wishlist/wishlist-links.ts'
import type { Read } from '#sync/protocol/shop/drawing.ts'
import type { EndpointName, QueryOf, ReplyOf } from '#sync/protocol/endpoints.ts'

type Reader = (params: { id: number; token: string }, query: object) => Promise<object | string>

/** What a page rendered without a session may read: the same services that answer the API. */
const READERS: Partial<Record<EndpointName, Reader>> = {
  'GET /api/shop': async (): Promise<ReplyOf<'GET /api/shop'>> => ({ shop: await shownShop() }),
  'GET /api/products': (_, query) => listProducts(query as QueryOf<'GET /api/products'>),
  'GET /api/products/:id': ({ id }) => findProduct(id),
  'GET /api/products/:id/reviews': ({ id }, query) =>
    publicReviews(id, query as QueryOf<'GET /api/products/:id/reviews'>),
  'GET /api/categories': async (_, query): Promise<ReplyOf<'GET /api/categories'>> => ({
    categories: await listCategories(query),
  }),
  'GET /api/search/suggestions': async (_, query): Promise<ReplyOf<'GET /api/search/suggestions'>> => ({
    suggestions: await suggest((query as QueryOf<'GET /api/search/suggestions'>).text ?? ''),
  }),
  'GET /api/orders/track/:token': async ({ token }): Promise<ReplyOf<'GET /api/orders/track/:token'>> => ({
    order: await findTrackedOrder(token),
  }),
  'GET /api/orders/track/:token/refunds': async ({
    token,
  }): Promise<ReplyOf<'GET /api/orders/track/:token/refunds'>> => ({
    refunds: await refundsOfOrder((await findTrackedOrder(token)).id),
  }),
  'GET /api/orders/track/:token/reviews': async ({
    token,
  }): Promise<ReplyOf<'GET /api/orders/track/:token/reviews'>> => ({
    reviews: await reviewsOfOrder((await findTrackedOrder(token)).id),
  }),
  'GET /api/gift-cards/offer': async (): Promise<ReplyOf<'GET /api/gift-cards/offer'>> => ({ offer: await offerNow() }),
  'GET /api/gift-cards/purchases/:token': async ({
    token,
  }): Promise<ReplyOf<'GET /api/gift-cards/purchases/:token'>> => ({ purchase: shown(await findPurchase(token)) }),
  'GET /api/wishlist/shared/:token': ({ token }) => readSharedWishlist(token),
  'GET /api/checkout/regions': async (_, query): Promise<ReplyOf<'GET /api/checkout/regions'>> => ({
    regions: await listRegions(query),
  }),
  'GET /api/checkout/delivery/zones': async (_, query): Promise<ReplyOf<'GET /api/checkout/delivery/zones'>> => ({
    delivery_zones: await listZones(query),
  }),
}

/** What one call would answer without a session, as text. @throws 404 also for anything private */
async function readText({ name, params, query }: Asked): Promise<string> {
  const reader = READERS[name]
  if (!reader) throw notFound('Page')
  const reply = await reader(params as { id: number; token: string }, query ?? {})
  return typeof reply === 'string' || Buffer.isBuffer(reply) ? String(reply) : JSON.stringify(reply)
}

/** Reads in this process what the API would answer without a session. @throws 404 also for anything private */
export const readPublic: Read = async (name, params, query) => JSON.parse(await readText({ name, params, query }))

/** The same for one page: reads each thing once, however many of its parts ask for it. */
export function readOnce(read: Read = readPublic): Read {
  const replies = new Map<string, Promise<unknown>>()
  return (name, params, query) => {
    const key = JSON.stringify([name, params, query])
    const reply = replies.get(key) ?? read(name, params, query)
    replies.set(key, reply)
    return reply
  }
}

interface Asked {
  name: EndpointName
  params: object | null
  query: object | null
}

/** What a page was made from: what was asked for, and the sum of what it answered. */
export interface Sources {
  asked: readonly Asked[]
  sum: string
}

/** Reads for one page as `readOnce` does, and notes its sources. */
export function readNoting(): { read: Read; sources: () => Promise<Sources> } {
  const asked: Asked[] = []
  const texts: Promise<string>[] = []
  const read = readOnce(async (name, params, query) => {
    const wish = { name, params, query }
    const text = readText(wish)
    asked.push(wish)
    texts.push(text.catch(missing))
    return JSON.parse(await text)
  })
  return { read, sources: async () => ({ asked, sum: sumOf(await Promise.all(texts)) }) }
}

/** Whether a page's sources answer as they did when it was made. */
export const areSame = async ({ asked, sum }: Sources): Promise<boolean> =>
  sumOf(await Promise.all(asked.map(wish => readText(wish).catch(missing)))) === sum

function missing(error: Error & { status?: number }): string {
  if (error.status === 404) return ''
  throw error
}

function sumOf(texts: readonly string[]): string {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(`${text.length} `).update(text)
  return hash.digest('base64url')
}
