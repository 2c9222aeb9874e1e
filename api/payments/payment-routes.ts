import Joi from 'joi'
import { env } from '#api/env.ts'
import { unauthenticated } from '#api/errors.ts'
import { route } from '#api/http/route.ts'
import { keepEvent } from '#api/payments/payment-events.ts'
import { isSignature } from '#api/payments/signature.ts'

export const paymentRoutes = [
  route('POST /api/payments/paystack/webhook', {
    summary: "Takes the payment provider's webhooks, signed in x-paystack-signature by HMAC-SHA512 over the bytes of the body. A repeat has no effect.",
    access: 'public',
    idempotent: false,
    raw: true,
    reply: Joi.object({ message: Joi.string().required() }),
  }, async ({ ctx }) => {
    const body = ctx.state.raw as Buffer
    if (!env.payments || !isSignature(body, ctx.get('x-paystack-signature'), env.payments.secretKey)) throw unauthenticated('This is not signed by our payment provider.')
    await keepEvent(body)
    return { message: 'Kept.' }
  }),
]
