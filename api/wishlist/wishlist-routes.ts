import Joi from 'joi'
import { summaryReply } from '#api/catalogue/catalogue-replies.ts'
import { ownerOf } from '#api/http/owner.ts'
import { route } from '#api/http/route.ts'
import { id, page, pageOf } from '#api/http/rules.ts'
import { addToWishlist, readWishlist, removeFromWishlist, takeAsRead } from '#api/wishlist/wishlist.ts'
import { findWishlistLink, readSharedWishlist, shareWishlist, unshareWishlist } from '#api/wishlist/wishlist-links.ts'
import { MOST_GATHERED } from '#sync/protocol/shop/cart.ts'
import type { BodyOf } from '#sync/protocol/endpoints.ts'
import type { UnavailableWish, WishChange, WishlistItem } from '#sync/protocol/shop/wishlist.ts'

const number = Joi.number().required()
const message = Joi.string().required()
const changeReply = Joi.object<WishChange>({
  code: Joi.string().valid('price', 'sold_out', 'back').required(),
  was: Joi.number(),
  now: Joi.number(),
})
const itemReply = Joi.object<WishlistItem, true>({
  id: number,
  product_id: number,
  product: summaryReply.required(),
  changes: Joi.array().items(changeReply).required(),
})
const unavailableReply = Joi.object<UnavailableWish, true>({ product_id: number, name: Joi.string().required() })

export const wishlistRoutes = [
  route(
    'GET /api/wishlist',
    {
      summary:
        "The guest's or customer's wish list, the latest first; each item says what changed since it was added or last seen. Products not on sale now are counted and listed separately.",
      access: 'session',
      query: Joi.object(page(MOST_GATHERED)),
      reply: Joi.object({
        wishlist_items: pageOf(itemReply),
        unavailable: number,
        unavailable_items: Joi.array().items(unavailableReply).required(),
      }),
    },
    ({ query, session }) => readWishlist(ownerOf(session!), query),
  ),

  route(
    'POST /api/wishlist',
    {
      summary: 'Adds a product to the wish list; adding it twice adds it once.',
      access: 'session',
      status: 201,
      body: Joi.object<BodyOf<'POST /api/wishlist'>, true>({ product_id: id().required() }),
      reply: Joi.object({ message, wishlist_item: Joi.object({ id: number, product_id: number }).required() }),
    },
    async ({ body, session }) => ({
      message: 'Saved to your wishlist.',
      wishlist_item: await addToWishlist(ownerOf(session!), body.product_id),
    }),
  ),

  route(
    'PATCH /api/wishlist',
    { summary: "Marks the wish list's changes as seen.", access: 'session', reply: Joi.object({ message }) },
    async ({ session }) => {
      await takeAsRead(ownerOf(session!))
      return { message: 'Your wishlist is up to date.' }
    },
  ),

  route(
    'GET /api/wishlist/link',
    {
      summary: 'The link that shows the wish list to others; null if it is not shared.',
      access: 'session',
      reply: Joi.object({ url: Joi.string().allow(null).required() }),
    },
    async ({ session }) => ({ url: await findWishlistLink(ownerOf(session!)) }),
  ),

  route(
    'POST /api/wishlist/link',
    {
      summary: 'Shares the wish list by a link; the same one each time.',
      access: 'session',
      status: 200,
      idempotent: false,
      reply: Joi.object({ url: Joi.string().required() }),
    },
    async ({ session }) => ({ url: await shareWishlist(ownerOf(session!)) }),
  ),

  route(
    'DELETE /api/wishlist/link',
    {
      summary: 'Takes the link back; it shows nothing from then on.',
      access: 'session',
      reply: Joi.object({ message }),
    },
    async ({ session }) => {
      await unshareWishlist(ownerOf(session!))
      return { message: 'Your wishlist is no longer shared.' }
    },
  ),

  route(
    'GET /api/wishlist/shared/:token',
    {
      summary: "The products of a shared wish list, and its owner's first name.",
      access: 'public',
      reply: Joi.object({
        first_name: Joi.string().allow(null).required(),
        products: Joi.array().items(summaryReply).required(),
      }),
    },
    ({ params }) => readSharedWishlist(params.token),
  ),

  route(
    'DELETE /api/wishlist/:productId',
    { summary: 'Removes a product from the wish list.', access: 'session', reply: Joi.object({ message }) },
    async ({ params, session }) => {
      await removeFromWishlist(ownerOf(session!), params.productId)
      return { message: 'Removed from your wishlist.' }
    },
  ),
]
