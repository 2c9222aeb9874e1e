import Joi from 'joi'
import { inTransaction } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import { route } from '#api/http/route.ts'
import { money } from '#api/http/rules.ts'
import { confirmInTurns } from '#api/payments/confirm-in-turns.ts'
import { paymentReply } from '#api/payments/payment-rules.ts'
import { settleAttempts } from '#api/payments/settle-attempts.ts'
import { lockShownToPay, lockToPay, startPayment } from '#api/payments/start-payment.ts'
import { behind } from '#api/payments/wallet/doors.ts'
import { findLinked, payRequestOf, payTokenOf } from '#api/payments/wallet/pay-links.ts'
import { ownDoorRules } from '#api/payments/wallet/wallet-rules.ts'
import type { PayRequest } from '#sync/protocol/shop/pay-link.ts'

const requestReply = Joi.object({
  request: Joi.object<PayRequest, true>({
    state: Joi.string<PayRequest['state']>().valid('OPEN', 'PAID', 'OVER').required(),
    order: Joi.object({
      first_name: Joi.string().allow('').required(),
      items: Joi.array()
        .items(
          Joi.object({
            name: Joi.string().required(),
            size: Joi.string().required(),
            colour: Joi.string().allow(null).required(),
            quantity: Joi.number().integer().required(),
          }),
        )
        .required(),
      total: Joi.number().required(),
      reserved_until: Joi.string().allow(null).required(),
    })
      .allow(null)
      .required(),
  }).required(),
})

/** Paying for somebody else by a link. */
export const payLinkRoutes = [
  route(
    'POST /api/payments/links',
    {
      summary: 'The link by which somebody else can pay an unpaid order; the same one each time.',
      access: 'public',
      idempotent: false,
      body: ownDoorRules,
      reply: Joi.object({ url: Joi.string().required(), reserved_until: Joi.string().allow(null).required() }),
    },
    async ({ body, session }) => {
      const { order_id } = await behind(body, session)
      const token = await inTransaction(async () => {
        await lockToPay(order_id)
        return payTokenOf(order_id)
      })
      const { order } = await payRequestOf(order_id)
      return { url: `${env.shopUrl}/pay/${token}`, reserved_until: order?.reserved_until ?? null }
    },
  ),

  route(
    'GET /api/payments/links/:token',
    {
      summary: "What a link pays: the goods, the sum and the orderer's first name, while it can be paid.",
      access: 'public',
      reply: requestReply,
    },
    async ({ params }) => ({ request: await payRequestOf(await findLinked(params.token)) }),
  ),

  route(
    'PATCH /api/payments/links/:token',
    { summary: 'Asks the provider whether the order of a link is paid.', access: 'public', reply: requestReply },
    async ({ params }) => {
      const order_id = await findLinked(params.token)
      await settleAttempts(order_id, confirmInTurns)
      return { request: await payRequestOf(order_id) }
    },
  ),

  route(
    'POST /api/payments/links/:token/pay',
    {
      summary: 'Returns how to pay the order of a link by card; 409 if its total is no longer the one that was shown.',
      access: 'public',
      body: Joi.object<{ total?: number }>({ total: money() }),
      inPhases: true,
      reply: Joi.object({ payment: paymentReply.required() }),
    },
    async ({ params, body, phase }) => {
      const order_id = await findLinked(params.token)
      await phase(() => lockShownToPay(order_id, body.total))
      return { payment: await startPayment(order_id) }
    },
  ),
]
