import Joi from 'joi'
import { route } from '#api/http/route.ts'
import { page, pageOf } from '#api/http/rules.ts'
import { findOrder, listOrders, orderUsers } from '#api/orders/list-orders.ts'
import { listQuery, orderReply, orderUserReply, summaryReply } from '#api/orders/order-rules.ts'

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
]
