import Joi from 'joi'
import { email, phone } from '#api/auth/person-rules.ts'
import { id, money, text } from '#api/http/rules.ts'
import type { OrderSubmission } from '#sync/protocol/shop/checkout.ts'
import { DELIVERY_METHODS, type DeliveryMethod } from '#sync/protocol/shop/order.ts'

const optional = (max: number) => text(max).allow(null, '')

/** What a shopper sends to order their cart. */
export const submissionRules = Joi.object<OrderSubmission, true>({
  first_name: text(60).required(),
  last_name: text(60).required(),
  phone: phone().required(),
  email: email().required(),
  delivery_method_code: Joi.string<DeliveryMethod>()
    .valid(...DELIVERY_METHODS)
    .required(),
  coupon_code: optional(40),
  coupon_id: id().allow(null),
  shipping_country_code: optional(2),
  shipping_region_code: optional(10),
  shipping_delivery_zone_code: optional(40),
  shipping_address: optional(500),
  shipping_additional_details: optional(1000),
  subtotal: money(),
  shipping_fee: money(),
  discount: money(),
  total: money(),
})
