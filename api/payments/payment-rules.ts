import Joi from 'joi'
import type { Payment } from '#sync/protocol/shop/checkout.ts'

/** How to pay an order. */
export const paymentReply = Joi.object<Payment, true>({
  provider: Joi.string<Payment['provider']>().valid('paystack', 'sandbox').required(),
  public_key: Joi.string().required(),
  reference: Joi.string().required(),
  amount: Joi.number().integer().required(),
  currency: Joi.string<'GHS'>().valid('GHS').required(),
  email: Joi.string().required(),
  access_code: Joi.string().required(),
  authorization_url: Joi.string().required(),
})
