import Joi from 'joi'
import { asksAgain } from '#api/factors/money-out.ts'
import { userOf } from '#api/http/access.ts'
import { route } from '#api/http/route.ts'
import { id, readAt, text } from '#api/http/rules.ts'
import type { SettleAttempts } from '#api/orders/expire-orders.ts'
import { staffOrderReply } from '#api/orders/order-rules.ts'
import { depositOf, stepOrder, type EndDeposit } from '#api/orders/step-order.ts'
import type { BodyOf } from '#sync/protocol/endpoints.ts'
import { ORDER_STATUSES, type OrderStatus } from '#sync/protocol/shop/order.ts'
import { STAFF } from '#sync/protocol/roles.ts'

const MESSAGES: Record<OrderStatus, string> = {
  UNPAID: '',
  PROCESSING: 'Payment confirmed.',
  READY_TO_SHIP: 'Marked as ready to ship or deliver.',
  COMPLETED: 'Marked as completed.',
  CANCELLED: 'Order cancelled.',
}

/** Staff's steps of an order; `settleAttempts` asks the payment provider. */
export const orderStepRoutes = (settleAttempts: SettleAttempts, endDeposit: EndDeposit) => [
  route(
    'PATCH /api/staff/orders/:id',
    {
      summary:
        'Takes an order one step further: confirms its payment by hand, which credits account_code (BANK by default), in the drawer of till_id; marks it ready, then completed; or cancels it while it is unpaid, which gives a deposit back unless it is kept.',
      access: STAFF,
      body: Joi.object<BodyOf<'PATCH /api/staff/orders/:id'>, true>({
        status_code: Joi.string<OrderStatus>()
          .valid(...(Object.keys(ORDER_STATUSES) as OrderStatus[]))
          .required(),
        reason: text(255).allow(null, ''),
        account_code: text(40),
        till_id: id().allow(null),
        keep_deposit: Joi.boolean(),
        updated_at: readAt(),
      }),
      stepUp: async ({ params, body, session }) =>
        body.status_code === 'CANCELLED' && !body.keep_deposit && asksAgain(session, await depositOf(params.id)),
      reply: Joi.object({ message: Joi.string().required(), order: staffOrderReply.required() }),
    },
    async ({ params, body, session }) => {
      const order = await stepOrder(
        params.id,
        { ...body, reason: body.reason || null, user_id: userOf(session).id, endDeposit },
        settleAttempts,
      )
      return { message: MESSAGES[order.status_code], order }
    },
  ),
]
