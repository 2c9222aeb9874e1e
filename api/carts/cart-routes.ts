import Joi from 'joi'
import { addToCart, changeLine, removeLine } from '#api/carts/change-cart.ts'
import { cartItemReply } from '#api/carts/cart-reply.ts'
import { readCart } from '#api/carts/read-cart.ts'
import { ownerOf } from '#api/http/owner.ts'
import { route } from '#api/http/route.ts'
import { id, page, pageOf, readAt } from '#api/http/rules.ts'
import { MOST_GATHERED, type CartAddition } from '#sync/protocol/shop/cart.ts'
import type { BodyOf } from '#sync/protocol/endpoints.ts'

const message = Joi.string().required()
const quantity = () => Joi.number().integer().min(1)

/** A request that names a variation needs no size; one that names a product does. */
const unlessVariation = (rule: Joi.Schema, otherwise: Joi.Schema = rule.required()) =>
  rule.when('product_variation_id', { is: Joi.exist(), then: Joi.forbidden(), otherwise })

export const cartRoutes = [
  route(
    'GET /api/cart',
    {
      summary:
        "The guest's or customer's cart at current prices; each line says what changed since it was last touched.",
      access: 'session',
      query: Joi.object(page(MOST_GATHERED)),
      reply: Joi.object({ cart_items: pageOf(cartItemReply) }),
    },
    async ({ query, session }) => ({ cart_items: await readCart(ownerOf(session!), query) }),
  ),

  route(
    'POST /api/cart',
    {
      summary: "Adds a variation, by id or by product, size and colour. Adding it again raises its line's quantity.",
      access: 'session',
      status: 201,
      body: Joi.object<CartAddition, true>({
        product_variation_id: id(),
        product_id: unlessVariation(id()) as Joi.NumberSchema,
        size_code: unlessVariation(Joi.string().max(20)) as Joi.StringSchema,
        colour_code: unlessVariation(Joi.string().allow(null, '').max(6), Joi.optional()) as Joi.StringSchema,
        quantity: quantity().default(1),
      }),
      reply: Joi.object({ message, cart_item: cartItemReply.required() }),
    },
    async ({ body, session }) => ({
      message: 'Added to your shopping bag.',
      cart_item: await addToCart(ownerOf(session!), body),
    }),
  ),

  route(
    'PATCH /api/cart/:id',
    {
      summary:
        "Changes a line's quantity, or moves it to another variation and merges it with that one's line. With neither, marks its changes as seen.",
      access: 'session',
      body: Joi.object<BodyOf<'PATCH /api/cart/:id'>, true>({
        quantity: quantity(),
        product_variation_id: id(),
        updated_at: readAt(),
      }),
      reply: Joi.object({ message, cart_item: cartItemReply.required() }),
    },
    async ({ params, body, session }) => ({
      message: 'Your shopping bag is updated.',
      cart_item: await changeLine(ownerOf(session!), params.id, body),
    }),
  ),

  route(
    'DELETE /api/cart/:id',
    { summary: 'Removes a line from the cart.', access: 'session', reply: Joi.object({ message }) },
    async ({ params, session }) => {
      await removeLine(ownerOf(session!), params.id)
      return { message: 'Removed from your shopping bag.' }
    },
  ),
]
