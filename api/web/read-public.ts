import { listCategories } from '#api/catalogue/categories.ts'
import { findProduct } from '#api/catalogue/find-product.ts'
import { listProducts } from '#api/catalogue/list-products.ts'
import { suggest } from '#api/catalogue/suggest.ts'
import { notFound } from '#api/errors.ts'
import { readShop } from '#api/shop/read-shop.ts'
import type { Read } from '#sync/protocol/drawing.ts'
import type { EndpointName, QueryOf, ReplyOf } from '#sync/protocol/endpoints.ts'

type Reader = (params: { id: number }, query: object) => Promise<object | string>

/** What a page that is drawn for nobody in particular may ask for: the same services that answer the API. */
const READERS: Partial<Record<EndpointName, Reader>> = {
  'GET /api/shop': async (): Promise<ReplyOf<'GET /api/shop'>> => ({ shop: await readShop() }),
  'GET /api/products': (_, query) => listProducts(query as QueryOf<'GET /api/products'>),
  'GET /api/products/:id': ({ id }) => findProduct(id),
  'GET /api/categories': async (_, query): Promise<ReplyOf<'GET /api/categories'>> => ({ categories: await listCategories(query) }),
  'GET /api/search/suggestions': async (_, query): Promise<ReplyOf<'GET /api/search/suggestions'>> =>
    ({ suggestions: await suggest((query as QueryOf<'GET /api/search/suggestions'>).text ?? '') }),
}

/** Reads in this process what the API would answer to nobody in particular. @throws 404 also for what only somebody may read */
export const readPublic: Read = async (name, params, query) => {
  const reader = READERS[name]
  if (!reader) throw notFound('Page')
  const reply = await reader(params as { id: number }, query ?? {})
  return typeof reply === 'string' ? JSON.parse(reply) : reply
}
