import Joi from 'joi'
import { conflict, providerSilent } from '#api/errors.ts'
import { userOf } from '#api/http/access.ts'
import { route } from '#api/http/route.ts'
import { id, readAt, text } from '#api/http/rules.ts'
import { staffOrderReply } from '#api/orders/order-rules.ts'
import { confirmInTurns } from '#api/payments/confirm-in-turns.ts'
import { payOnDelivery, payWholeOrder } from '#api/payments/on-delivery/accept.ts'
import { collect } from '#api/payments/on-delivery/collect.ts'
import { settleAttempts } from '#api/payments/settle-attempts.ts'
import { behind } from '#api/payments/wallet/doors.ts'
import { standingOf } from '#api/payments/wallet/standing.ts'
import { onDeliveryRules, standingReply } from '#api/payments/wallet/wallet-rules.ts'
import type { BodyOf } from '#sync/protocol/endpoints.ts'
import { STAFF } from '#sync/protocol/roles.ts'

/** Paying an order when it is handed over. */
export const onDeliveryRoutes = [
  route(
    'POST /api/payments/on-delivery',
    {
      summary:
        'Lets an unpaid order be paid on delivery, where its zone and total allow it: it is PROCESSING with `due`, or where its zone asks for a deposit, waits for that; `whole` undoes it.',
      access: 'public',
      body: onDeliveryRules,
      inPhases: true,
      reply: standingReply,
    },
    async ({ body: { whole, ...door }, session, phase }) => {
      const found = await behind(door, session)
      const settled = await settleAttempts(found.order_id, confirmInTurns)
      if (settled === 'no_answer') throw providerSilent()
      if (settled === 'paid') throw conflict('This order is paid already.')
      await phase(() => (whole ? payWholeOrder : payOnDelivery)(found.order_id))
      return standingOf(found)
    },
  ),

  route(
    'POST /api/staff/orders/:id/collect',
    {
      summary: 'Enters the money collected for an order that is paid on delivery; only then can it be completed.',
      access: STAFF,
      inPhases: true,
      body: Joi.object<BodyOf<'POST /api/staff/orders/:id/collect'>, true>({
        account_code: text(40).required(),
        till_id: id().allow(null),
        updated_at: readAt(),
      }),
      reply: Joi.object({ message: Joi.string().required(), order: staffOrderReply.required() }),
    },
    async ({ params, body, session }) => ({
      message: 'Payment collected.',
      order: await collect(params.id, { ...body, user_id: userOf(session).id }),
    }),
  ),
]
