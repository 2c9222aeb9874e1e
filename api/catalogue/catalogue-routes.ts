import Joi from 'joi'
import {
  categoryReply,
  colourReply,
  facetsReply,
  productReply,
  sizeReply,
  suggestionReply,
  summaryReply,
  understoodReply,
  withoutReply,
} from '#api/catalogue/catalogue-replies.ts'
import { listCategories } from '#api/catalogue/categories.ts'
import { favouritesOf } from '#api/catalogue/favourites.ts'
import { findProduct } from '#api/catalogue/find-product.ts'
import { listingCopy } from '#api/catalogue/listing-copy.ts'
import { listProducts } from '#api/catalogue/list-products.ts'
import { listColours, listSizes } from '#api/catalogue/lookups.ts'
import { suggest } from '#api/catalogue/suggest.ts'
import { recordView, visitorOf } from '#api/catalogue/views.ts'
import { notFound } from '#api/errors.ts'
import { route } from '#api/http/route.ts'
import { id, page, pageOf, sought } from '#api/http/rules.ts'
import { addressGroup } from '#api/http/address-group.ts'
import { allowTry } from '#api/http/tries.ts'
import { PRODUCT_ORDERS } from '#sync/protocol/shop/catalogue.ts'
import type { QueryOf } from '#sync/protocol/endpoints.ts'
import { MOST_CEDIS } from '#sync/protocol/money.ts'

/** A third decimal in a query must fail, not be rounded: Joi otherwise rounds converted numbers to the precision. */
const price = () => Joi.number().min(0).max(MOST_CEDIS).multiple(0.01)
const yes = () => Joi.number().valid(1) as unknown as Joi.NumberSchema<1>
const values = <Value>(value: Joi.Schema<Value>) => Joi.array().items(value).max(100)

/** Most product views a minute from one address, which many phones may share. */
const MOST_LOOKS = 300

export const catalogueRoutes = [
  route(
    'GET /api/products',
    {
      summary:
        'Products on sale, by page. Values are OR within a filter, AND between filters; prices are as shown. A facet counts by all filters except its own. `new_in`: what came in the last days, as many as the setting says; `products.sold`: pieces sold in the last 90 days, less returns. With a search text and no `order_column` the best match comes first.',
      access: 'public',
      mayBeKept: true,
      query: Joi.object<QueryOf<'GET /api/products'>, true>({
        ...page(),
        search_text: sought(),
        categories: values(id()),
        sizes: values(Joi.string().max(20)),
        colours: values(Joi.string().uppercase().max(6)),
        min_price: price(),
        max_price: price(),
        discounted: yes(),
        in_stock: yes(),
        new_in: yes(),
        order_column: Joi.string().valid(...PRODUCT_ORDERS),
        order_direction: Joi.string().valid('asc', 'desc').default('desc'),
      }),
      reply: Joi.object({
        products: pageOf(summaryReply),
        facets: facetsReply.required(),
        meant: Joi.string(),
        partly: Joi.boolean(),
        understood: understoodReply,
        without: withoutReply,
      }),
    },
    async ({ query, session }) => listProducts(query, await favouritesOf(session)),
  ),

  route(
    'GET /api/products/:id',
    {
      summary: 'One product, its neighbours and suggestions.',
      access: 'public',
      mayBeKept: true,
      reply: Joi.object({ product: productReply.required() }),
    },
    async ({ params, session, ctx }) => {
      const product = await findProduct(params.id, await favouritesOf(session))
      const visitor = visitorOf(ctx, session)
      if (visitor) recordView(params.id, visitor)
      return product
    },
  ),

  route(
    'POST /api/products/:id/views',
    {
      summary:
        "Records a view of a product on a page the server rendered: once per visitor and day, by the browser's `visitor` cookie or the session.",
      access: 'public',
      idempotent: false,
      reply: Joi.object({ message: Joi.string().required() }),
    },
    async ({ params, session, ctx }) => {
      await allowTry([{ key: `look ${addressGroup(ctx.ip)}`, failures: MOST_LOOKS, here: true }])
      const { listings } = await listingCopy()
      if (!listings.has(params.id)) throw notFound('Product')
      const visitor = visitorOf(ctx, session)
      if (visitor) recordView(params.id, visitor)
      return { message: 'Seen.' }
    },
  ),

  route(
    'GET /api/search/suggestions',
    {
      summary: 'Suggestions for a typed text: categories, then products, the best match first.',
      access: 'public',
      query: Joi.object<QueryOf<'GET /api/search/suggestions'>, true>({ text: sought() }),
      reply: Joi.object({ suggestions: Joi.array().items(suggestionReply).required() }),
    },
    async ({ query }) => ({ suggestions: await suggest(query.text ?? '') }),
  ),

  route(
    'GET /api/categories',
    {
      summary: 'Categories by name.',
      access: 'public',
      mayBeKept: true,
      query: Joi.object(page()),
      reply: Joi.object({ categories: pageOf(categoryReply) }),
    },
    async ({ query }) => ({ categories: await listCategories(query) }),
  ),

  route(
    'GET /api/sizes',
    {
      summary: 'Sizes from the smallest to the largest.',
      access: 'public',
      mayBeKept: true,
      query: Joi.object(page()),
      reply: Joi.object({ sizes: pageOf(sizeReply) }),
    },
    async ({ query }) => ({ sizes: await listSizes(query) }),
  ),

  route(
    'GET /api/colours',
    {
      summary: 'Colours by name.',
      access: 'public',
      mayBeKept: true,
      query: Joi.object(page()),
      reply: Joi.object({ colours: pageOf(colourReply) }),
    },
    async ({ query }) => ({ colours: await listColours(query) }),
  ),
]
