import Joi from 'joi'
import { userOf } from '#api/http/access.ts'
import { route } from '#api/http/route.ts'
import { page, pageOf } from '#api/http/rules.ts'
import { findOrder, listOrders, orderUsers } from '#api/orders/list-orders.ts'
import { listQuery, orderReply, orderUserReply, storeOrderRules, summaryReply } from '#api/orders/order-rules.ts'
import { recordStoreOrder } from '#api/orders/store-order.ts'

export const orderRoutes = [
  route('GET /api/staff/orders', {
    summary: 'Orders that pass all filters, the newest first.', access: 3, query: listQuery, reply: Joi.object({ orders: pageOf(summaryReply) }),
  }, async ({ query }) => ({ orders: await listOrders(query) })),

  route('GET /api/staff/orders/options/users', {
    summary: 'Whom orders can be filtered by: staff, and customers who ordered.', access: 3,
    query: Joi.object(page(100)), reply: Joi.object({ users: pageOf(orderUserReply) }),
  }, async ({ query }) => ({ users: await orderUsers(query) })),

  route('GET /api/staff/orders/:id', {
    summary: 'One order with its items.', access: 3, reply: Joi.object({ order: orderReply }),
  }, async ({ params }) => ({ order: await findOrder(params.id) })),

  route('POST /api/staff/orders', {
    summary: 'Books a store order, priced by the server. An Idempotency-Key that is a UUID becomes the sale\'s id.',
    access: 3,
    status: 201,
    body: storeOrderRules,
    reply: Joi.object({ message: Joi.string().required(), order: orderReply }),
  }, async ({ body, session, ctx }) => {
    const order = await recordStoreOrder(userOf(session), body, ctx.get('Idempotency-Key') || undefined)
    return { message: `Order ${order.number} is booked.`, order }
  }),
]
