import Joi from 'joi'
import { selectOne } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import { paymentsUnavailable, providerSilent, unauthenticated } from '#api/errors.ts'
import { MOST_SIGNED_BYTES } from '#api/http/body.ts'
import { ownerOf } from '#api/http/owner.ts'
import { route } from '#api/http/route.ts'
import { id } from '#api/http/rules.ts'
import { orderWithinLimits } from '#api/orders/count-tries.ts'
import { findOrder } from '#api/orders/list-orders.ts'
import { ownOrderReply, staffOrderReply } from '#api/orders/order-rules.ts'
import { findOwnOrder, findTrackedOrder } from '#api/orders/own-orders.ts'
import { placeOrder } from '#api/orders/place-order.ts'
import { submissionRules } from '#api/orders/submission-rules.ts'
import { attemptFor, type PaymentAttempt } from '#api/payments/attempts.ts'
import { checkPayment } from '#api/payments/check-payment.ts'
import { keepEvent } from '#api/payments/payment-events.ts'
import { paymentReply } from '#api/payments/payment-rules.ts'
import { settleAttempts } from '#api/payments/settle-attempts.ts'
import { settlePaymentsSoon } from '#api/payments/settle-payments.ts'
import { isSignature } from '#api/payments/signature.ts'
import { startPayment } from '#api/payments/start-payment.ts'
import type { Endpoints } from '#sync/protocol/endpoints.ts'
import { toPesewas } from '#sync/protocol/money.ts'
import { STAFF } from '#sync/protocol/roles.ts'

const payReply = Joi.object({ order: ownOrderReply.required(), payment: paymentReply.required() })
const paidReply = Joi.object({ message: Joi.string().required(), order: ownOrderReply.required() })
const PAID = 'Thank you. Your payment has arrived.'

export const paymentRoutes = [
  route(
    'POST /api/orders',
    {
      summary:
        'Places an order for the cart, and returns how to pay it. Its goods are reserved until then; sending it again before payment changes the same order. A session may order thirty times a minute.',
      access: 'session',
      status: 201,
      body: submissionRules,
      inPhases: true,
      reply: Joi.object({
        message: Joi.string().required(),
        order: ownOrderReply.required(),
        payment: paymentReply.required().allow(null),
      }),
    },
    async ({ body, session, ctx, phase }) => {
      const owner = ownerOf(session!)
      if (!env.payments) throw paymentsUnavailable()
      const chosen: { attempt: PaymentAttempt | null } = { attempt: null }
      const order_id = await orderWithinLimits({ session: session!, ip: ctx.ip, code: body.coupon_code }, () =>
        phase(async () => {
          const { id, total } = await placeOrder(owner, body, ctx.ip)
          chosen.attempt = total > 0 ? await attemptFor(id, toPesewas(total)) : null
          return id
        }, isAlive),
      )
      if (!chosen.attempt) {
        const placed = await findOwnOrder(owner, order_id)
        if (placed.status_code !== 'UNPAID')
          return { message: 'Thank you for your order.', order: placed, payment: null }
      }
      const payment = await startPayment(order_id, chosen.attempt)
      return {
        message: 'Order placed. Please pay to complete it.',
        order: await findOwnOrder(owner, order_id),
        payment,
      }
    },
  ),

  route(
    'PATCH /api/orders',
    {
      summary: "Asks the provider whether one of the customer's orders is paid.",
      access: 'session',
      body: Joi.object<Endpoints['PATCH /api/orders']['body'], true>({ order_id: id().required() }),
      reply: paidReply,
    },
    async ({ body, session }) => {
      const owner = ownerOf(session!)
      await findOwnOrder(owner, body.order_id)
      await checkPayment(body.order_id)
      return { message: PAID, order: await findOwnOrder(owner, body.order_id) }
    },
  ),

  route(
    'PATCH /api/orders/track/:token',
    { summary: "The same for anybody with the order's link.", access: 'public', reply: paidReply },
    async ({ params }) => {
      await checkPayment((await findTrackedOrder(params.token)).id)
      return { message: PAID, order: await findTrackedOrder(params.token) }
    },
  ),

  route(
    'POST /api/orders/track/:token/pay',
    {
      summary: 'Returns how to pay an unpaid order, for anybody with its link.',
      access: 'public',
      inPhases: true,
      reply: payReply,
    },
    async ({ params }) => {
      const { id: order_id } = await findTrackedOrder(params.token)
      const payment = await startPayment(order_id)
      return { order: await findTrackedOrder(params.token), payment }
    },
  ),

  route(
    'POST /api/account/orders/:id/pay',
    {
      summary: "Returns how to pay one of the customer's unpaid orders.",
      access: 'customer',
      inPhases: true,
      reply: payReply,
    },
    async ({ params, session }) => {
      const owner = ownerOf(session!)
      await findOwnOrder(owner, params.id)
      const payment = await startPayment(params.id)
      return { order: await findOwnOrder(owner, params.id), payment }
    },
  ),

  route(
    'POST /api/staff/orders/:id/check-payment',
    {
      summary: 'Asks the provider about every open payment attempt of an order.',
      access: STAFF,
      inPhases: true,
      reply: Joi.object({ message: Joi.string().required(), order: staffOrderReply.required() }),
    },
    async ({ params }) => {
      await findOrder(params.id)
      const settled = await settleAttempts(params.id)
      if (settled === 'no_answer') throw providerSilent()
      return {
        message: settled === 'paid' ? 'The order is paid.' : 'The provider has no payment for this order.',
        order: await findOrder(params.id),
      }
    },
  ),

  route(
    'POST /api/payments/paystack/webhook',
    {
      summary:
        "Takes the payment provider's webhooks, signed in x-paystack-signature with HMAC-SHA512 over the raw body. A repeat has no effect.",
      access: 'public',
      idempotent: false,
      raw: MOST_SIGNED_BYTES,
      reply: Joi.object({ message: Joi.string().required() }),
    },
    async ({ ctx }) => {
      const body = ctx.state.raw as Buffer
      if (!env.payments || !isSignature(body, ctx.get('x-paystack-signature'), env.payments.secretKey))
        throw unauthenticated('This is not signed by our payment provider.')
      await keepEvent(body)
      settlePaymentsSoon()
      return { message: 'Kept.' }
    },
  ),
]

/** An order cancelled in between cannot be paid: the shopper must order again. */
const isAlive = async (order_id: number) =>
  (await selectOne("SELECT id FROM orders WHERE id = ? AND status_code <> 'CANCELLED'", [order_id])) !== null
