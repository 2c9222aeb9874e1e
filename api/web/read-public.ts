import { listCategories } from '#api/catalogue/categories.ts'
import { findProduct } from '#api/catalogue/find-product.ts'
import { listProducts } from '#api/catalogue/list-products.ts'
import { suggest } from '#api/catalogue/suggest.ts'
import { listRegions, listZones } from '#api/delivery/places.ts'
import { notFound } from '#api/errors.ts'
import { findTrackedOrder } from '#api/orders/own-orders.ts'
import { refundsOfOrder } from '#api/refunds/find-refunds.ts'
import { shownShop } from '#api/shop/read-shop.ts'
import type { Read } from '#sync/protocol/shop/drawing.ts'
import type { EndpointName, QueryOf, ReplyOf } from '#sync/protocol/endpoints.ts'

type Reader = (params: { id: number; token: string }, query: object) => Promise<object | string>

/** What a page rendered without a session may read: the same services that answer the API. */
const READERS: Partial<Record<EndpointName, Reader>> = {
  'GET /api/shop': async (): Promise<ReplyOf<'GET /api/shop'>> => ({ shop: await shownShop() }),
  'GET /api/products': (_, query) => listProducts(query as QueryOf<'GET /api/products'>),
  'GET /api/products/:id': ({ id }) => findProduct(id),
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
  'GET /api/checkout/regions': async (_, query): Promise<ReplyOf<'GET /api/checkout/regions'>> => ({
    regions: await listRegions(query),
  }),
  'GET /api/checkout/delivery/zones': async (_, query): Promise<ReplyOf<'GET /api/checkout/delivery/zones'>> => ({
    delivery_zones: await listZones(query),
  }),
}

/** Reads in this process what the API would answer without a session. @throws 404 also for anything private */
export const readPublic: Read = async (name, params, query) => {
  const reader = READERS[name]
  if (!reader) throw notFound('Page')
  const reply = await reader(params as { id: number; token: string }, query ?? {})
  return typeof reply === 'string' ? JSON.parse(reply) : reply
}

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
