import Joi from 'joi'
import { userOf } from '#api/http/access.ts'
import { route } from '#api/http/route.ts'
import { staffOrderReply, storeOrderRules } from '#api/orders/order-rules.ts'
import { recordStoreOrder } from '#api/store-orders/store-order.ts'
import { STAFF } from '#sync/protocol/roles.ts'

export const storeOrderRoutes = [
  route(
    'POST /api/staff/orders',
    {
      summary: "Books a store order, priced by the server. An Idempotency-Key that is a UUID becomes the sale's id.",
      access: STAFF,
      status: 201,
      body: storeOrderRules,
      reply: Joi.object({ message: Joi.string().required(), order: staffOrderReply }),
    },
    async ({ body, session, ctx }) => {
      const order = await recordStoreOrder(userOf(session), body, ctx.get('Idempotency-Key') || undefined)
      return { message: `Order ${order.number} is booked.`, order }
    },
  ),
]
