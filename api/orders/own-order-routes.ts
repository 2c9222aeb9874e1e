import Joi from 'joi'
import { ownerOf } from '#api/http/owner.ts'
import { route } from '#api/http/route.ts'
import { page, pageOf } from '#api/http/rules.ts'
import { ownOrderReply, summaryReply } from '#api/orders/order-rules.ts'
import { findOwnOrder, findTrackedOrder, listOwnOrders } from '#api/orders/own-orders.ts'

/** An order as its buyer sees it. */
export const ownOrderRoutes = [
  route(
    'GET /api/account/orders',
    {
      summary: "The customer's orders, the newest first.",
      access: 'customer',
      query: Joi.object(page()),
      reply: Joi.object({ orders: pageOf(summaryReply) }),
    },
    async ({ query, session }) => ({ orders: await listOwnOrders(ownerOf(session!), query) }),
  ),

  route(
    'GET /api/account/orders/:id',
    {
      summary: "One of the customer's orders with its items and events.",
      access: 'customer',
      reply: Joi.object({ order: ownOrderReply.required() }),
    },
    async ({ params, session }) => ({ order: await findOwnOrder(ownerOf(session!), params.id) }),
  ),

  route(
    'GET /api/orders/track/:token',
    {
      summary: "A guest's order, by its tracking link.",
      access: 'public',
      reply: Joi.object({ order: ownOrderReply.required() }),
    },
    async ({ params }) => ({ order: await findTrackedOrder(params.token) }),
  ),
]
