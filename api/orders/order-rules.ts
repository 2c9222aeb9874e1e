import Joi from 'joi'
import { roleCode } from '#api/auth/person-rules.ts'
import { day, id, money, page, text } from '#api/http/rules.ts'
import type { Endpoints, Order, OrderItem, OrderSummary, StoreOrder } from '#sync/protocol/endpoints.ts'
import { DELIVERY_METHODS, ORDER_STATUSES, ORDER_TYPES, type DeliveryMethod, type OrderStatus, type OrderType } from '#sync/protocol/order.ts'

const type = () => Joi.string<OrderType>().valid(...ORDER_TYPES)
const delivery = () => Joi.string<DeliveryMethod>().valid(...DELIVERY_METHODS)
const status = () => Joi.string<OrderStatus>().valid(...Object.keys(ORDER_STATUSES) as OrderStatus[])
const nullable = <T extends Joi.Schema>(rule: T) => rule.allow(null).required() as T
const moment = () => Joi.string().required()

export const listQuery = Joi.object<Endpoints['GET /api/staff/orders']['query'], true>({
  ...page(), type_code: type(), delivery_method_code: delivery(), user_id: id(), status_code: status(), start_date: day(), end_date: day(),
})

export const storeOrderRules = Joi.object<StoreOrder, true>({
  account_code: text(40).required(),
  type_code: Joi.string<'STORE'>().valid('STORE'),
  delivery_method_code: Joi.string<'self_pick_up'>().valid('self_pick_up'),
  subtotal: money(),
  discount: money(),
  total: money(),
  customer_name: text(120).allow(null, ''),
  customer_phone: text(30).allow(null, ''),
  items: Joi.array().min(1).max(500).required().items(Joi.object<StoreOrder['items'][number], true>({
    product_id: id().required(), size_code: text(20).required(), colour_code: text(6).allow(null, ''), quantity: Joi.number().integer().min(1).max(1_000_000).required(),
  })),
})

const person = () => nullable(Joi.object({ id: Joi.number().required(), name: Joi.string().required(), email: Joi.string().required() }))

const summaryKeys = {
  id: Joi.number().required(), number: Joi.string().required(), type_code: type().required(), delivery_method_code: delivery().required(),
  account_code: nullable(Joi.string()), status_code: status().required(), status: Joi.object({ name: Joi.string().required() }).required(),
  customer: person(), teller: person(), user_id: nullable(Joi.number()), teller_id: nullable(Joi.number()), customer_name: nullable(Joi.string()),
  subtotal: Joi.number().required(), shipping_fee: Joi.number().required(), discount: Joi.number().required(), total: Joi.number().required(),
  created_at: moment(), updated_at: moment(),
}

export const summaryReply = Joi.object<OrderSummary>(summaryKeys)

const itemReply = Joi.object<OrderItem, true>({
  id: Joi.number().required(), quantity: Joi.number().required(), price: Joi.number().required(), product_variation_id: Joi.number().required(),
  product_variation: Joi.object({
    id: Joi.number().required(), sku: Joi.string().required(), size_code: Joi.string().required(), colour_code: nullable(Joi.string()),
    product: Joi.object({ id: Joi.number().required(), name: Joi.string().required(), slug: Joi.string().required() }).required(),
    size: Joi.object({ id: Joi.number().required(), code: Joi.string().required(), name: Joi.string().required() }).required(),
    colour: nullable(Joi.object({ code: Joi.string().required(), name: Joi.string().required() })),
  }).required(),
})

export const orderReply = Joi.object<Order>({
  ...summaryKeys,
  till_code: nullable(Joi.string()), tendered: nullable(Joi.number()), reference: nullable(Joi.string()),
  customer_phone: nullable(Joi.string()),
  occurred_at: nullable(Joi.string()), business_date: Joi.string().required(),
  shipping_country_code: nullable(Joi.string()), shipping_region_code: nullable(Joi.string()), shipping_delivery_zone_code: nullable(Joi.string()),
  shipping_address: nullable(Joi.object()), shipping_additional_details: nullable(Joi.string()),
  items: Joi.array().items(itemReply).required(),
})

export const orderUserReply = Joi.object({
  id: Joi.number().required(), name: Joi.string().required(), email: Joi.string().required(), role_code: roleCode().required(),
})
